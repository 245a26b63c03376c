/** A keychain whose every request is a step at which something can be done to it. */
import type { Keychain } from '../../../main/keychain/keychain.ts'

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
