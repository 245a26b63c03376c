/** The form for the details of the shown profile: one draft over three sections, saved together. */
import { computed, watch } from 'vue'
import { profileDetails } from '../../../../preload/contract/api/profiles/profile-details.ts'
import { bridge } from '../../../state/bridge.ts'
import { readInput, useForm, type FieldNote } from '../../../state/use-form.ts'
import { detailsOf, draftOf, takeOver, type DetailsDraft, type TextField } from './details-draft.ts'
import { fieldOf, noteOf, sectionOfField, type DetailField } from './details-problems.ts'
import { useShownProfile } from '../../../state/stores/shown-profile.store.ts'

/** A section that edits a part of the details. */
export type DetailSection = ReturnType<typeof sectionOfField>

/** The result of an attempt to save. */
export type Saving = 'saved' | 'nothing' | 'refused' | { readonly field: DetailField }

const parts: Record<DetailSection, (draft: DetailsDraft) => unknown> = {
  addresses: ({ texts, route, settlement, rowNumbers, listenerEnabled }) => [
    route,
    settlement,
    rowNumbers,
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
  const form = useForm({
    // Each section is a place of its own.
    place: null,
    initial: () => draftOf(shown.profile?.details),
    read: (draft) => readInput(profileDetails, detailsOf(draft)),
    fieldOf: (path): DetailField | undefined => fieldOf(path, draft),
    noteOf: (problem, field: DetailField): FieldNote => noteOf(problem, field, draft),
    showsAtOnce: (field: DetailField): boolean =>
      !(field in draft.texts) || draft.texts[field as TextField].trim() !== '',
  })
  const { values: draft, saved, problem } = form

  const changed = computed(() =>
    sections.filter(
      (section) =>
        JSON.stringify(parts[section](draft)) !== JSON.stringify(parts[section](saved.value)),
    ),
  )
  // A change from elsewhere is merged; unsaved input stays.
  watch(
    () => shown.profile?.details,
    (details) => {
      takeOver(draft, saved.value, draftOf(details))
      saved.value = draftOf(details)
    },
  )

  async function save(): Promise<Saving> {
    if (form.busy.value || changed.value.length === 0) return 'nothing'
    const sent = JSON.stringify(draft)
    const answer = await form.submit(async (details) => {
      const result = await bridge().profiles.changeDetails(details)
      shown.take(result)
      return result
    })
    if (answer?.ok === true) {
      // Input typed during the save stays, as unsaved.
      if (JSON.stringify(draft) === sent) form.reset()
      return 'saved'
    }
    if (answer && answer.error.code !== 'invalid-input') return 'refused'
    const [field] = form.fields()
    return field ? { field } : 'refused'
  }

  const setText = (field: TextField, text: string): void => void (draft.texts[field] = text)
  /** Sets one of the choices of the form. */
  function choose<
    K extends 'route' | 'settlement' | 'rowNumbers' | 'listenerEnabled' | 'codes' | 'sameAccounts',
  >(name: K, value: DetailsDraft[K]): void {
    draft[name] = value
  }
  const invalidSections = computed(() =>
    sections.filter((section) =>
      form
        .fields()
        .some((field) => sectionOfField(field) === section && problem(field) !== undefined),
    ),
  )

  return { ...form, changed, invalidSections, setText, choose, save }
}
export type DetailsForm = ReturnType<typeof useDetailsForm>
