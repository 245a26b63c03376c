/** The last health check of the bank, started from any screen. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { HealthAnswer } from '../../../preload/contract/api/workstation-state.ts'
import { bridge } from '../bridge.ts'

export type HealthState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'answered'; readonly answer: HealthAnswer }
  | { readonly kind: 'refused'; readonly failure: Failure }

export const useHealth = defineStore('health', () => {
  const state = shallowRef<HealthState>({ kind: 'idle' })

  async function ask(): Promise<void> {
    if (state.value.kind === 'asking') return
    state.value = { kind: 'asking' }
    const result = await bridge().connection.checkHealth()
    state.value = result.ok
      ? { kind: 'answered', answer: result.value }
      : { kind: 'refused', failure: result.error }
  }

  return { state, ask }
})
