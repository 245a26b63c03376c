/** Keychains and vaults on a test keyring. Each is removed after its test. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createKeychain, type Keychain } from '../../../../../main/profile/keychain.ts'
import { launchKeychainInNode } from '../../../../../main/profile/keychain/launch-in-node.ts'
import { createVault, type Vault } from '../../../../../main/profile/keychain/vault.ts'
import { keychainEntry } from '../../../support/programs/programs.ts'
import { startPrivateBus, startPrivateKeyring, type PrivateKeyring } from './private-keyring.ts'

/** A service that only tests use. */
export const service = 'Countersign test'

/** A clock that never advances. */
export const stillClock = { now: () => new Date('2026-11-23T14:00:00.000Z') }

/** For a test of a service that hangs; longer than a process takes to start on a busy machine. */
export const shortDeadlineMs = 5_000

/** For every other test: a slow machine must not look like a service that hangs. */
const patientDeadlineMs = 30_000

/** A private keyring, unlocked. */
export async function newKeyring(): Promise<PrivateKeyring> {
  const keyring = await startPrivateKeyring()
  onTestFinished(() => keyring.stop())
  return keyring
}

/** A private bus without a keyring. */
export async function newBus(): Promise<PrivateKeyring> {
  const bus = await startPrivateBus()
  onTestFinished(() => bus.stop())
  return bus
}

/** A keychain on that keyring, or in that environment. */
export function openKeychain(
  { env }: Pick<PrivateKeyring, 'env'>,
  deadlineMs = patientDeadlineMs,
): Keychain {
  const keychain = createKeychain({ launch: launchKeychainInNode(keychainEntry, env), deadlineMs })
  onTestFinished(() => keychain.close())
  return keychain
}

/** The environment of a machine without a bus. */
export const withoutBus = { env: { PATH: process.env['PATH'], HOME: '/nonexistent' } }

/** Too small for any value, so every value becomes chunks. */
export const tinyChunks = 64

export interface Place {
  readonly account: string
  readonly markerFile: string
  readonly chunkBytes: number
}

/** A new place for a vault. */
export function newPlace(chunkBytes = 1_048_576): Place {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-vault-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { account: 'profile-1', markerFile: join(folder, 'keychain.json'), chunkBytes }
}

/** The vault at a place. */
export const vaultAt = (keychain: Keychain, place: Place): Vault =>
  createVault({ keychain, service, clock: stillClock, ...place })
