/**
 * The check of the OS keychain, started from any screen. Its result is part of the workstation's
 * state.
 */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { KeychainState } from '../../../preload/contract/api/keychain-problem.ts'
import { bridge } from '../bridge.ts'

export type KeychainCheck =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'answered'; readonly keychain: KeychainState }
  | { readonly kind: 'refused'; readonly failure: Failure }

export const useKeychain = defineStore('keychain', () => {
  const check = shallowRef<KeychainCheck>({ kind: 'idle' })

  async function ask(): Promise<void> {
    if (check.value.kind === 'asking') return
    check.value = { kind: 'asking' }
    const answer = await bridge().keychain.check()
    check.value = answer.ok
      ? { kind: 'answered', keychain: answer.value }
      : { kind: 'refused', failure: answer.error }
  }

  return { check, ask }
})
