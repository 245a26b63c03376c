/** A keychain whose every request is a step at which something can be done to it. */
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Keychain } from '../../../main/profile/keychain/keychain.ts'

/** Told of each request, before it is made and after it was answered, counted from 1. */
export type AtStep = (moment: 'before' | 'after', step: number) => void

/** The keychain, telling of its steps. */
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
 * The test of the proof: a keychain in which every generation of a value has the same items, so that a write goes over
 * the value before it. Nothing of a generation is removed, since it is the next one's.
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
