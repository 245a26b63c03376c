/**
 * A keychain that does not return a profile's key is never taken for a first start. Every situation
 * is created on a real keyring, and the same assertions must fail on two broken builds.
 */
import { describe, expect, it } from 'vitest'
import type { Keychain } from '../../../../main/profile/keychain.ts'
import type { Vault } from '../../../../main/profile/keychain/vault.ts'
import { believingNull, firstStart, swallowingProblems } from './support/first-start.ts'
import type { PrivateKeyring } from './support/private-keyring.ts'
import {
  newKeyring,
  newPlace,
  openKeychain,
  service,
  shortDeadlineMs,
  tinyChunks,
  vaultAt,
  withoutBus,
} from './support/vaults.ts'
import type { KeychainProblem } from '../../../../main/profile/keychain-problem.ts'

interface Situation {
  readonly name: string
  readonly kind: KeychainProblem['kind']
  /** Whether the keychain returns null for the profile's item, without an error. */
  readonly returnsNull: boolean
  readonly arrange: (keyring: PrivateKeyring, keychain: Keychain) => Promise<unknown>
  /** Another environment than the keyring's. */
  readonly env?: NodeJS.ProcessEnv
  readonly deadlineMs?: number
}

const manifest = { service, account: 'profile-1' }
const chunk = { service, account: 'profile-1.1.1' }

const situations: Situation[] = [
  {
    name: 'there is no bus',
    kind: 'missing',
    returnsNull: false,
    arrange: () => Promise.resolve(),
    env: withoutBus.env,
  },
  {
    name: 'the keyring itself is gone',
    kind: 'missing',
    returnsNull: true,
    arrange: (keyring) => keyring.lose(),
  },
  {
    name: 'the keyring is locked',
    kind: 'locked',
    returnsNull: true,
    arrange: (keyring) => keyring.lock(),
  },
  {
    name: 'the password did not fit',
    kind: 'locked',
    returnsNull: true,
    arrange: async (keyring) => {
      await keyring.kill()
      await keyring.unlock('not the password')
    },
  },
  {
    name: 'the daemon was killed and came back',
    kind: 'locked',
    returnsNull: true,
    arrange: (keyring) => keyring.kill(),
  },
  {
    name: 'the daemon hangs',
    kind: 'hung',
    returnsNull: false,
    arrange: (keyring) => keyring.pause(),
    deadlineMs: 1_000,
  },
  {
    name: 'the entry was removed',
    kind: 'removed',
    returnsNull: true,
    arrange: (_keyring, keychain) => keychain.delete(manifest),
  },
  {
    name: 'a part was removed',
    kind: 'corrupt',
    returnsNull: false,
    arrange: (_keyring, keychain) => keychain.delete(chunk),
  },
  {
    name: 'a part was changed',
    kind: 'corrupt',
    returnsNull: false,
    arrange: (_keyring, keychain) => keychain.set(chunk, 'AAAA'),
  },
  {
    name: 'the entry was overwritten',
    kind: 'corrupt',
    returnsNull: false,
    arrange: (_keyring, keychain) => keychain.set(manifest, 'something else'),
  },
]

const startsWith = async (
  vault: Pick<Vault, 'read' | 'write'>,
  kind: KeychainProblem['kind'],
): Promise<void> => {
  expect(await firstStart(vault)).toEqual({ problem: kind, value: null, keysCreated: 0 })
}

describe.each(situations)('when $name', ({ kind, returnsNull, arrange, env, deadlineMs }) => {
  it(`reports "${kind}", creates no key, and a build that did would be found out`, async () => {
    const keyring = await newKeyring()
    const place = newPlace(tinyChunks)
    const before = openKeychain(keyring)
    const stored = 'the key of a store and four secrets, longer than a chunk of this test'
    expect(await vaultAt(before, place).write(stored)).toMatchObject({ ok: true })
    await arrange(keyring, before)

    const keychain = openKeychain(env ? { env } : keyring, deadlineMs)
    const vault = vaultAt(keychain, place)
    await startsWith(vault, kind)
    await startsWith(vault, kind)

    const refuted = 'to deeply equal'
    await expect(startsWith(swallowingProblems(vault), kind)).rejects.toThrow(refuted)
    const naive = startsWith(believingNull(keychain, vault, manifest), kind)
    if (returnsNull) await expect(naive).rejects.toThrow(refuted)
    else await naive
  })
})

describe('when nothing was ever stored', () => {
  it('creates one key, and finds it again', async () => {
    const keychain = openKeychain(await newKeyring())
    const place = newPlace()
    const found = { problem: null, value: 'a new key' }
    expect(await firstStart(vaultAt(keychain, place))).toEqual({ ...found, keysCreated: 1 })
    expect(await firstStart(vaultAt(keychain, place))).toEqual({ ...found, keysCreated: 0 })
  })

  it('creates none in a keychain that does not work', async () => {
    const keyring = await newKeyring()
    await keyring.lock()
    const locked = { problem: 'locked', value: null, keysCreated: 0 }
    expect(await firstStart(vaultAt(openKeychain(keyring), newPlace()))).toEqual(locked)
    const missing = { problem: 'missing', value: null, keysCreated: 0 }
    expect(await firstStart(vaultAt(openKeychain(withoutBus), newPlace()))).toEqual(missing)
  })
})

it('returns the key once the keyring is unlocked or the daemon continues', async () => {
  const keyring = await newKeyring()
  const keychain = openKeychain(keyring, shortDeadlineMs)
  const vault = vaultAt(keychain, newPlace(tinyChunks))
  await vault.write('the key')
  const found = { problem: null, value: 'the key', keysCreated: 0 }

  await keyring.kill()
  await startsWith(vault, 'locked')
  await keyring.kill()
  await keyring.unlock()
  expect(await firstStart(vault)).toEqual(found)

  await keyring.pause()
  await startsWith(vault, 'hung')
  await keyring.resume()
  expect(await firstStart(vault)).toEqual(found)
})

it('finds the key when it is the probe that makes the person unlock the keyring', async () => {
  const keyring = await newKeyring()
  const keychain = openKeychain(keyring)
  const place = newPlace()
  await vaultAt(keychain, place).write('the key')
  await keyring.kill()
  const unlockedByProbe: Keychain = {
    ...keychain,
    async probe() {
      await keyring.kill()
      await keyring.unlock()
      return keychain.probe()
    },
  }
  const found = { problem: null, value: 'the key', keysCreated: 0 }
  expect(await firstStart(vaultAt(unlockedByProbe, place))).toEqual(found)
})
