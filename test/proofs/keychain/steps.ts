/** A keychain on which a test can act at every request. */
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Keychain } from '../../../main/profile/keychain.ts'

/** Called before and after each request, counted from 1. */
export type AtStep = (moment: 'before' | 'after', step: number) => void

/** Returns the keychain with these calls. */
export function withSteps(keychain: Keychain, atStep: AtStep): Keychain {
  let steps = 0
  const step = async <T>(request: () => Promise<T>): Promise<T> => {
    steps += 1
    const mine = steps
    atStep('before', mine)
    const answer = await request()
    atStep('after', mine)
    return answer
  }
  return {
    get: (item) => step(() => keychain.get(item)),
    set: (item, value) => step(() => keychain.set(item, value)),
    delete: (item) => step(() => keychain.delete(item)),
    probe: () => step(() => keychain.probe()),
    exclusively: (work) => keychain.exclusively(work),
    close: () => keychain.close(),
  }
}

/**
 * Tests the proof itself: a keychain in which every generation of a value has the same items, so
 * that a write overwrites the previous value. Nothing of a generation is removed, because it
 * belongs to the next one.
 */
export function withOneGeneration(keychain: Keychain): Keychain {
  const chunk = /\.\d+(\.\d+)$/
  const oneOf = <T extends { readonly account: string }>(item: T): T => ({
    ...item,
    account: item.account.replace(chunk, '.0$1'),
  })
  return {
    get: (item) => keychain.get(oneOf(item)),
    set: (item, value) => keychain.set(oneOf(item), value),
    delete: (item) =>
      chunk.test(item.account) ? Promise.resolve(ok(true)) : keychain.delete(item),
    probe: () => keychain.probe(),
    exclusively: (work) => keychain.exclusively(work),
    close: () => keychain.close(),
  }
}
