/** The form of a certificate request, checked by main's own rules, each message at its field. */
import { reactive, ref, shallowRef } from 'vue'
import {
  requestedName,
  type RequestedKey,
  type RequestedName,
} from '../../../../../preload/contract/api/certificates/certificate-request.ts'
import type { Failure } from '../../../../../preload/contract/api/failures.ts'
import { bridge } from '../../../../state/bridge.ts'
import { readInput, useFieldNotes } from '../../../../state/use-form.ts'
import { useShownProfile } from '../../../../state/stores/shown-profile.store.ts'
import { useUnsavedMark } from '../../../../state/stores/unsaved.store.ts'

/** The name of each kind of key, and a reason to choose it. */
export const keyTexts: Readonly<Record<RequestedKey, { label: string; hint: string }>> = {
  'rsa-3072': { label: 'RSA 3072', hint: 'Accepted by every authority and bank.' },
  'p-256': { label: 'EC P-256', hint: 'Smaller and faster. Ask whether the authority takes it.' },
}

const empty: RequestedName = {
  commonName: '',
  organization: '',
  unit: '',
  locality: '',
  state: '',
  country: '',
}

/** The form, and the actions on the waiting request. `announce` is called with the result. */
export function useCertificateRequest(announce: (text: string) => void) {
  const shown = useShownProfile()
  const typed = reactive<RequestedName & { kind: RequestedKey }>({ ...empty, kind: 'rsa-3072' })
  useUnsavedMark('Certificate request', () =>
    (Object.keys(empty) as (keyof RequestedName)[]).some((name) => typed[name] !== ''),
  )
  const failure = shallowRef<Failure>()
  const busy = ref<'create' | 'save' | 'discard'>()

  const notes = useFieldNotes<keyof RequestedName>(() => readInput(requestedName, typed).problems)

  async function step<T>(name: NonNullable<typeof busy.value>, act: () => Promise<T>) {
    if (busy.value) return undefined
    busy.value = name
    failure.value = undefined
    const answer = await act()
    busy.value = undefined
    return answer
  }

  /** False if something blocks the request, which is then shown. */
  async function create(): Promise<boolean> {
    notes.showAll()
    if (notes.found.value.size > 0) return false
    const { kind, ...name } = typed
    const answer = await step('create', () => bridge().certificates.createRequest({ kind, name }))
    if (!answer) return false
    failure.value = shown.take(answer)
    if (failure.value) return false
    Object.assign(typed, empty)
    notes.clearNotes()
    announce('Key and request created. The key is in the keychain')
    return true
  }

  async function save(): Promise<void> {
    const answer = await step('save', () => bridge().certificates.saveRequest())
    if (!answer) return
    if (!answer.ok) failure.value = answer.error
    else if (answer.value) announce(`Saved: ${answer.value.file}`)
  }

  async function discard(publicKeySha256: string): Promise<void> {
    const act = () => bridge().certificates.discardRequest({ publicKeySha256 })
    const answer = await step('discard', act)
    if (!answer) return
    failure.value = shown.take(answer)
    if (!failure.value) announce('Request discarded and its key destroyed')
  }

  return {
    typed,
    problem: notes.problem,
    left: notes.left,
    failure,
    busy,
    create,
    save,
    discard,
  }
}
