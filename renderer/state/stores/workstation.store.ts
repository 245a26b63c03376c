/** The operator, the profile and the state of the bank; mirrored from main for every screen. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import type {
  ConnectionState,
  Settings,
  WorkstationState,
} from '../../../preload/contract/api/workstation-state.ts'
import { guidanceThreshold } from '../../../preload/contract/domain/validation-reading.ts'
import { bridge, expectProfile } from '../bridge.ts'

/** Loads the document of the window again at an address, so that nothing shown before remains. */
function reloadWindow(path: string): void {
  // Replaced rather than visited: the old document must not draw the new address first.
  window.history.replaceState(null, '', `#${path}`)
  window.location.reload()
}

export const useWorkstation = defineStore('workstation', () => {
  const state = shallowRef<WorkstationState>()
  const connection = shallowRef<ConnectionState>()
  /** The last refused change, until the next try. */
  const refusal = ref<Failure>()

  /** Another profile or another operator is active: this document shows nothing more. */
  let isOutdated = false
  /** The operator whose data fills the screens; undefined before the first sign-in. */
  let filledFor: string | undefined
  let reloadAt: (path: string) => void = reloadWindow
  /** The address that opens when the named operator signs in next. Nobody else gets it. */
  let handover: { readonly operatorId: string; readonly address: string } | undefined

  /** Behind the lock screen the screens keep their data, for the return of the same operator. */
  function withShownOperator(next: WorkstationState, isSignedIn: boolean): WorkstationState {
    const before = state.value
    return isSignedIn || filledFor === undefined || !before
      ? next
      : { ...next, operator: before.operator }
  }

  /**
   * Stores a state of main. Data of one profile, or typed by one operator, must never remain on the
   * screen of another (Promise P7).
   */
  function take(next: WorkstationState): void {
    if (isOutdated) return
    const otherProfile = state.value !== undefined && state.value.profileId !== next.profileId
    const isIn = next.access.state === 'in'
    const otherPerson = isIn && filledFor !== undefined && filledFor !== next.operator.id
    isOutdated = otherProfile || otherPerson
    // The same operator signed in again: the handover ends.
    if (!isOutdated && isIn && state.value?.access.state !== 'in') handover = undefined
    state.value = isOutdated ? undefined : withShownOperator(next, isIn)
    if (isIn) filledFor ??= next.operator.id
    expectProfile(next.profileId)
    const isHandedOver = handover?.operatorId === next.operator.id
    const begins = isHandedOver ? (handover?.address ?? '/') : '/'
    if (isOutdated) reloadAt(otherProfile ? '/connection' : begins)
  }

  /**
   * Mirrors the state and settings of main from now on; resolves when the first answers are here.
   */
  async function track(restart: (path: string) => void = reloadWindow): Promise<void> {
    const main = bridge()
    reloadAt = restart
    main.on('workstation', 'stateChanged', take)
    main.on('connection', 'stateChanged', (next) => {
      connection.value = next
    })
    const [first, firstConnection] = await Promise.all([
      main.workstation.getState(),
      main.connection.getState(),
    ])
    // An event that came during the read is newer than this answer.
    if (first.ok && state.value === undefined) take(first.value)
    if (!first.ok) refusal.value = first.error
    if (firstConnection.ok) connection.value ??= firstConnection.value
  }

  async function changeSettings(part: Partial<Settings>): Promise<boolean> {
    const result = await bridge().workstation.changeSettings(part)
    refusal.value = result.ok ? undefined : result.error
    if (result.ok && !isOutdated) state.value = result.value
    return result.ok
  }

  /** Stores the result of an operator command; returns the failure if it was refused. */
  async function taking(
    request: Promise<Result<WorkstationState, Failure>>,
  ): Promise<Failure | undefined> {
    const result = await request
    if (!result.ok) return result.error
    take(result.value)
    return undefined
  }
  const signIn = (operatorId: string, passphrase: string | null) =>
    taking(bridge().operators.signIn({ operatorId, passphrase }))
  const createFirst = (name: string, passphrase: string) =>
    taking(bridge().operators.createFirst({ name, passphrase }))
  const changePassphrase = (current: string, next: string) =>
    taking(bridge().operators.changePassphrase({ current, next }))
  async function lock(): Promise<void> {
    refusal.value = await taking(bridge().operators.lock())
  }
  /** The practice profile requires no passphrase. */
  async function switchOperator(operatorId: string): Promise<void> {
    refusal.value = await signIn(operatorId, null)
  }

  /**
   * Lets another operator continue at an address: in practice at once, elsewhere the workstation is
   * locked and the other operator signs in.
   */
  async function handOver(operatorId: string, address: string): Promise<void> {
    handover = { operatorId, address }
    await (state.value?.environment === 'practice' ? switchOperator(operatorId) : lock())
  }

  const settings = computed(() => state.value?.settings)
  /** The minimum owner-match score; the bank's guidance until main has sent the setting. */
  const scoreThreshold = computed(() => settings.value?.scoreThreshold ?? guidanceThreshold)
  const isSignedIn = computed(() => state.value?.access.state === 'in')
  const storeIsOpen = computed(() => state.value?.store.state === 'open')
  /** A store that could not be opened answers too, with the reason why there is nothing to show. */
  const storeAnswers = computed(() => storeIsOpen.value || state.value?.store.state === 'refused')
  /** It is open, and the database of a team, if it is in one, answers. */
  const storeWorks = computed(() => storeIsOpen.value && state.value?.team?.isReachable !== false)
  return {
    state,
    connection,
    refusal,
    settings,
    scoreThreshold,
    storeIsOpen,
    storeAnswers,
    storeWorks,
    isSignedIn,
    track,
    changeSettings,
    switchOperator,
    signIn,
    createFirst,
    changePassphrase,
    lock,
    handOver,
  }
})
