/** Who is here, where, and how the bank is doing: kept by main, mirrored for every screen. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../preload/contract/failures.ts'
import type {
  ConnectionState,
  Settings,
  WorkstationState,
} from '../../preload/contract/workstation-state.ts'
import { guidanceThreshold } from '../../preload/contract/validation-reading.ts'
import { beginAnew } from './begin-anew.ts'
import { bridge, meanProfile } from './bridge.ts'

export const useWorkstation = defineStore('workstation', () => {
  const state = shallowRef<WorkstationState>()
  const connection = shallowRef<ConnectionState>()
  /** The last thing that could not be changed, until the next try. */
  const refusal = ref<Failure>()

  /** Another profile is shown: this document is done and shows nothing more. */
  let isOver = false

  /** Nothing of one profile may stay on the screen of another (P7): what is shown goes at once. */
  function take(next: WorkstationState, anew: (path: string) => void): void {
    if (isOver) return
    isOver = state.value !== undefined && state.value.profileId !== next.profileId
    state.value = isOver ? undefined : next
    meanProfile(next.profileId)
    if (isOver) anew('/connection')
  }

  /** Takes over what main says from now on; answers once both are known. */
  async function follow(anew: (path: string) => void = beginAnew): Promise<void> {
    const main = bridge()
    main.on('workstation', 'stateChanged', (next) => take(next, anew))
    main.on('connection', 'stateChanged', (next) => {
      connection.value = next
    })
    const [first, firstConnection] = await Promise.all([
      main.workstation.getState(),
      main.connection.getState(),
    ])
    // What was told meanwhile is newer than this answer.
    if (first.ok && state.value === undefined) take(first.value, anew)
    if (!first.ok) refusal.value = first.error
    if (firstConnection.ok) connection.value ??= firstConnection.value
  }

  async function changeSettings(part: Partial<Settings>): Promise<boolean> {
    const result = await bridge().workstation.changeSettings(part)
    refusal.value = result.ok ? undefined : result.error
    if (result.ok && !isOver) state.value = result.value
    return result.ok
  }

  async function switchOperator(operatorId: string): Promise<void> {
    const result = await bridge().workstation.switchPracticeOperator({ operatorId })
    refusal.value = result.ok ? undefined : result.error
    if (result.ok && !isOver) state.value = result.value
  }

  const settings = computed(() => state.value?.settings)
  /** The score from which an owner counts as matching; the bank's guidance until main has told it. */
  const scoreThreshold = computed(() => settings.value?.scoreThreshold ?? guidanceThreshold)
  const storeIsOpen = computed(() => state.value?.store.state === 'open')
  return {
    state,
    connection,
    refusal,
    settings,
    scoreThreshold,
    storeIsOpen,
    follow,
    changeSettings,
    switchOperator,
  }
})
