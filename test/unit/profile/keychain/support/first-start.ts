/** Opens a profile's vault as a program would, and vaults of broken builds. */
import type { ItemName, Keychain } from '../../../../../main/profile/keychain.ts'
import type { Vault } from '../../../../../main/profile/keychain/vault.ts'
import { ok } from '../../../../../preload/contract/kernel/result.ts'
import type { KeychainProblem } from '../../../../../main/profile/keychain-problem.ts'

export interface Opening {
  readonly problem: KeychainProblem['kind'] | null
  readonly value: string | null
  /** The number of keys created: any but the first makes the store unreadable for ever. */
  readonly keysCreated: number
}

/** Opens a profile with the stored key, or with a new one when none was ever stored. */
export async function firstStart(vault: Pick<Vault, 'read' | 'write'>): Promise<Opening> {
  const read = await vault.read()
  if (!read.ok) return { problem: read.error.kind, value: null, keysCreated: 0 }
  if (read.value) return { problem: null, value: read.value.value, keysCreated: 0 }
  const value = 'a new key'
  const written = await vault.write(value)
  return { problem: written.ok ? null : written.error.kind, value, keysCreated: 1 }
}

/** A broken build that takes the keychain's null for "never stored". */
export const believingNull = (
  keychain: Keychain,
  vault: Vault,
  item: ItemName,
): Pick<Vault, 'read' | 'write'> => ({
  ...writingNothing,
  async read() {
    const got = await keychain.get(item)
    return got.ok && got.value === null ? ok(null) : vault.read()
  },
})

/** A broken build that takes every problem for "never stored". */
export const swallowingProblems = (vault: Vault): Pick<Vault, 'read' | 'write'> => ({
  ...writingNothing,
  async read() {
    const read = await vault.read()
    return read.ok ? read : ok(null)
  },
})

/** Writes nothing, so that a broken build leaves the situation unchanged. */
const writingNothing = { write: () => Promise.resolve(ok(undefined)) }
