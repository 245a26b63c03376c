/** The form for the details of the shown profile: one draft over three sections, saved together. */
import { computed, reactive, ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { profileDetails } from '../../../../preload/contract/api/profiles/profile-details.ts'
import { bridge } from '../../../state/bridge.ts'
import { detailsOf, draftOf, takeOver, type DetailsDraft, type TextField } from './details-draft.ts'
import {
  notesOfIssues,
  notesOfRefusal,
  sectionOfField,
  type DetailField,
  type FieldNote,
} from './details-problems.ts'
import { useShownProfile } from '../../../state/stores/shown-profile.store.ts'

/** A section that edits a part of the details. */
export type DetailSection = ReturnType<typeof sectionOfField>

/** The result of an attempt to save. */
export type Saving = 'saved' | 'nothing' | 'refused' | { readonly field: DetailField }

const parts: Record<DetailSection, (draft: DetailsDraft) => unknown> = {
  addresses: ({ texts, settlement, listenerEnabled }) => [
    settlement,
    listenerEnabled,
    Object.entries(texts).filter(([field]) => !field.startsWith('expected')),
  ],
  products: ({ products }) => products,
  alerts: ({ texts, codes, sameAccounts }) => [
    [...codes].sort(),
    sameAccounts,
    Object.entries(texts).filter(([field]) => field.startsWith('expected')),
  ],
}
const sections = Object.keys(parts) as DetailSection[]

/** The state of the form. Input survives refusals and changes from elsewhere. */
export function useDetailsForm() {
  const shown = useShownProfile()
  const saved = shallowRef(draftOf())
  const draft = reactive(draftOf())
  const tried = ref(false)
  const busy = ref(false)
  const failure = shallowRef<Failure>()
  const visited = reactive(new Set<DetailField>())
  /** Problems found by main and not by the form, until a change. */
  const fromMain = shallowRef(new Map<DetailField, FieldNote>())

  const changed = computed(() =>
    sections.filter(
      (section) =>
        JSON.stringify(parts[section](draft)) !== JSON.stringify(parts[section](saved.value)),
    ),
  )
  const parsed = computed(() => profileDetails.safeParse(detailsOf(draft)))
  const found = computed(() => {
    const own = notesOfIssues(parsed.value.error?.issues ?? [], draft)
    return new Map([...fromMain.value, ...own])
  })

  function revert(): void {
    Object.assign(draft, draftOf(shown.profile?.details))
    saved.value = draftOf(shown.profile?.details)
    tried.value = false
    visited.clear()
    failure.value = undefined
    fromMain.value = new Map()
  }
  // A change from elsewhere is merged; unsaved input stays.
  watch(
    () => shown.profile?.details,
    (details) => {
      const next = draftOf(details)
      takeOver(draft, saved.value, next)
      saved.value = draftOf(details)
    },
    { immediate: true },
  )
  watch(draft, () => (fromMain.value = new Map()), { deep: true, flush: 'sync' })

  /** The problem of a field, if it should be shown already. */
  function problem(field: DetailField): FieldNote | undefined {
    const text = field in draft.texts ? draft.texts[field as keyof typeof draft.texts] : 'chosen'
    const tell = text.trim() !== '' || tried.value || visited.has(field)
    return tell ? found.value.get(field) : undefined
  }

  async function save(): Promise<Saving> {
    if (busy.value || changed.value.length === 0) return 'nothing'
    tried.value = true
    if (!parsed.value.success) return firstProblem()
    busy.value = true
    const sent = JSON.stringify(draft)
    const answer = await bridge().profiles.changeDetails(parsed.value.data)
    busy.value = false
    failure.value = shown.take(answer)
    if (answer.ok) {
      // Input typed during the save stays, as unsaved.
      if (JSON.stringify(draft) === sent) revert()
      return 'saved'
    }
    if (answer.error.code !== 'invalid-input') return 'refused'
    fromMain.value = notesOfRefusal(answer.error.fields, draft)
    return firstProblem()
  }

  function firstProblem(): Saving {
    const [field] = found.value.keys()
    return field ? { field } : 'refused'
  }

  const setText = (field: TextField, text: string): void => void (draft.texts[field] = text)
  /** Sets one of the choices of the form. */
  function choose<K extends 'settlement' | 'listenerEnabled' | 'codes' | 'sameAccounts'>(
    name: K,
    value: DetailsDraft[K],
  ): void {
    draft[name] = value
  }
  const left = (field: DetailField): void => void visited.add(field)
  const invalidSections = computed(() =>
    sections.filter((section) =>
      [...found.value.keys()].some(
        (field) => sectionOfField(field) === section && problem(field) !== undefined,
      ),
    ),
  )

  return {
    draft,
    changed,
    invalidSections,
    busy,
    failure,
    problem,
    setText,
    choose,
    left,
    save,
    revert,
  }
}
export type DetailsForm = ReturnType<typeof useDetailsForm>
