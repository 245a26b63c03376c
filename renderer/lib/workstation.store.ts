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
import { bridge } from './bridge.ts'

export const useWorkstation = defineStore('workstation', () => {
  const state = shallowRef<WorkstationState>()
  const connection = shallowRef<ConnectionState>()
  /** The last thing that could not be changed, until the next try. */
  const refusal = ref<Failure>()

  /** Takes over what main says from now on; answers once both are known. */
  async function follow(): Promise<void> {
    const main = bridge()
    main.on('workstation', 'stateChanged', (next) => {
      state.value = next
    })
    main.on('connection', 'stateChanged', (next) => {
      connection.value = next
    })
    const [first, firstConnection] = await Promise.all([
      main.workstation.getState(),
      main.connection.getState(),
    ])
    if (first.ok) state.value ??= first.value
    else refusal.value = first.error
    if (firstConnection.ok) connection.value ??= firstConnection.value
  }

  async function changeSettings(part: Partial<Settings>): Promise<boolean> {
    const result = await bridge().workstation.changeSettings(part)
    refusal.value = result.ok ? undefined : result.error
    if (result.ok) state.value = result.value
    return result.ok
  }

  async function switchOperator(operatorId: string): Promise<void> {
    const result = await bridge().workstation.switchPracticeOperator({ operatorId })
    refusal.value = result.ok ? undefined : result.error
    if (result.ok) state.value = result.value
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
