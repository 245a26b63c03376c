/** The dialog for a new profile: the input, the source file, and the failure. */
import { computed, reactive, ref, shallowRef } from 'vue'
import {
  productionConfirmation,
  type RealEnvironment,
} from '../../../../../preload/contract/domain/environment.ts'
import type { Failure } from '../../../../../preload/contract/api/failures.ts'
import {
  newProfile,
  type NewProfile,
  type ProfileFileDraft,
} from '../../../../../preload/contract/api/profiles/profile.ts'
import { bridge } from '../../../../state/bridge.ts'
import { useProfiles } from '../../../../state/stores/profiles.store.ts'

/** The origin of a new profile. */
export type Origin = NewProfile['from']['kind']

const empty = () => ({
  name: '',
  environment: 'pre-production' as RealEnvironment,
  origin: 'nothing' as Origin,
  confirmation: '',
})

/** The state of the dialog. A refusal drops no input. */
export function useNewProfile() {
  const profiles = useProfiles()
  const typed = reactive(empty())
  const file = shallowRef<ProfileFileDraft>()
  const failure = shallowRef<Failure>()
  const tried = ref(false)
  const busySince = ref<number>()

  const from = computed<NewProfile['from'] | undefined>(() => {
    if (typed.origin !== 'file') return { kind: typed.origin }
    return file.value && { kind: 'file', draftId: file.value.draftId }
  })
  const parsed = computed(() =>
    newProfile.safeParse({
      name: typed.name,
      environment: typed.environment,
      from: from.value,
      confirmation: typed.environment === 'production' ? typed.confirmation : null,
    }),
  )

  const nameProblem = computed(() => {
    if (failure.value?.code === 'name-taken') return 'Another profile has this name'
    if (!tried.value && typed.name.trim().length <= 60) return ''
    const issue = parsed.value.error?.issues.find(({ path }) => path[0] === 'name')
    return issue?.message ?? ''
  })
  const confirmationProblem = computed(() => {
    if (failure.value?.code === 'confirmation-wrong') return 'The typed text differs'
    const isOpen = typed.environment === 'production' && tried.value
    return isOpen && typed.confirmation !== productionConfirmation
      ? `Type ${productionConfirmation}, letter by letter`
      : ''
  })
  const fileProblem = computed(() =>
    tried.value && from.value === undefined
      ? 'Choose a profile file, or start from something else'
      : '',
  )

  function reset(): void {
    Object.assign(typed, empty())
    file.value = undefined
    failure.value = undefined
    tried.value = false
  }

  /** Lets the operator choose a file; its name and environment fill empty fields. */
  async function chooseFile(): Promise<void> {
    const answer = await bridge().profiles.selectFile()
    failure.value = answer.ok ? undefined : answer.error
    if (!answer.ok || answer.value === null) return
    file.value = answer.value
    typed.environment = answer.value.environment
    if (typed.name.trim() === '') typed.name = answer.value.name
  }

  /** Creates the profile; true if it is created and shown. */
  async function create(): Promise<boolean> {
    tried.value = true
    failure.value = undefined
    const isConfirmed =
      typed.environment !== 'production' || typed.confirmation === productionConfirmation
    if (!parsed.value.success || !isConfirmed) return false
    busySince.value = Date.now()
    const refusal = profiles.take(await bridge().profiles.create(parsed.value.data))
    busySince.value = undefined
    failure.value = refusal
    if (refusal?.code === 'draft-gone') file.value = undefined
    return refusal === undefined
  }

  const edited = (): void => {
    if (failure.value?.code === 'name-taken' || failure.value?.code === 'confirmation-wrong')
      failure.value = undefined
  }

  return {
    typed,
    file,
    failure,
    busySince,
    nameProblem,
    confirmationProblem,
    fileProblem,
    reset,
    edited,
    chooseFile,
    create,
  }
}
