/** Checks that an operator starts from any screen, one run at a time: each with its last result. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import { bridge } from '../bridge.ts'

type Check<Answer> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly failure: Failure }

const checkOf =
  <Answer>(call: () => Promise<Result<Answer, Failure>>) =>
  () => {
    const state = shallowRef<Check<Answer>>({ kind: 'idle' })
    async function query(): Promise<void> {
      if (state.value.kind === 'running') return
      state.value = { kind: 'running' }
      const result = await call()
      state.value = result.ok
        ? { kind: 'answered', answer: result.value }
        : { kind: 'refused', failure: result.error }
    }
    return { state, query }
  }

/** The health check of the bank. */
export const useHealth = defineStore(
  'health',
  checkOf(() => bridge().connection.checkHealth()),
)
/** The check of the OS keychain. Its result is part of the state of the workstation too. */
export const useKeychain = defineStore(
  'keychain',
  checkOf(() => bridge().keychain.check()),
)
