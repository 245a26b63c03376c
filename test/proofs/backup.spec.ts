/**
 * A restore drill on a real workstation with a real keychain: a backup comes back row for row, a
 * refused backup leaves every file unchanged, and a kill at any moment leaves either the old store
 * or the restored one.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sidecarOf } from '../../main/workplace/backup-catalog.ts'
import { systemClock } from '../../main/platform/clock.ts'
import { createKeychain } from '../../main/profile/keychain.ts'
import { launchKeychainInNode } from '../../main/profile/keychain/launch-in-node.ts'
import { readSecrets, storeKeyIn, profileVault } from '../../main/profile/profile-secrets.ts'
import { createProfileRegistry } from '../../main/profile/profile-registry.ts'
import { connect } from '../../main/store/sqlite/cipher.ts'
import { restoreSteps, type RestoreStep } from '../../main/store/sqlite/restore-file.ts'
import { preparedPath } from '../../main/store/store-file.ts'
import { openStore, type StoreKey } from '../../main/store/store.ts'
import type { BackupsState, RestoreDraft } from '../../preload/contract/api/backups/backups.ts'
import { emptyForm } from '../../preload/contract/domain/orders/payment-form.ts'
import type { ProfilesState } from '../../preload/contract/api/profiles/profile.ts'
import {
  startPrivateKeyring,
  type PrivateKeyring,
} from '../unit/profile/keychain/support/private-keyring.ts'
import {
  makeProfile,
  signIn,
  signInPassphrase,
  openWorkstation,
  type RealWorkstation,
} from '../unit/profile/support/real-workstation.ts'
import {
  auditEntries,
  copyAsCrashed,
  fakeScript,
  newStorePath,
  open,
  recordSetting,
  settingNames,
} from '../unit/store/stores.ts'
import { newFolder, removeFolder } from '../unit/support/workstation.ts'
import { startChild } from './store/child.ts'
import { keychainEntry, startStoreWorker } from '../unit/support/programs/programs.ts'

let keyring: PrivateKeyring
let folder: string
let session: RealWorkstation
let id: string

beforeAll(async () => {
  keyring = await startPrivateKeyring()
})
afterAll(() => keyring.stop())

const profileFolder = (): string => join(folder, 'profiles', id)
const storeFile = (): string => join(profileFolder(), 'store.countersign')
const backupFile = ({ items }: BackupsState, at = 0): string =>
  join(profileFolder(), 'backups', items[at]?.id ?? 'none')

const hashOf = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')

/** Returns the hash of every file of a backup and of the store in place. */
async function hashes(...more: string[]): Promise<Record<string, string>> {
  const files = [storeFile(), ...more]
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await hashOf(file)] as const)),
  )
}

async function keyOf(): Promise<StoreKey> {
  const profileRegistry = createProfileRegistry(folder)
  await profileRegistry.read(() => undefined)
  const card = profileRegistry.cards().find((one) => one.id === id)
  if (!card) throw new Error('no card')
  const keychain = createKeychain({ launch: launchKeychainInNode(keychainEntry, keyring.env) })
  const vault = profileVault(keychain, card, profileRegistry.places(id).keychainMarker, systemClock)
  const read = await vault.read()
  await keychain.close()
  const secrets = read.ok && read.value ? readSecrets(read.value.value) : undefined
  if (!secrets) throw new Error('no secrets')
  return storeKeyIn(secrets)
}

type Dump = Readonly<Record<string, readonly string[]>>

/** Returns every row of every table as JSON; the store must be closed. */
function dump(file: string, key: StoreKey): Dump {
  const connection = connect(file, key, { readonly: true })
  try {
    const tables = connection
      .prepare<[], { name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
      )
      .all()
    return Object.fromEntries(
      tables.map(({ name }) => [
        name,
        connection
          .prepare(`SELECT * FROM "${name}"`)
          .all()
          .map((row) => JSON.stringify(row, (_key, value: unknown) => asText(value)))
          .sort(),
      ]),
    )
  } finally {
    connection.close()
  }
}
const asText = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value

/** Creates a profile with data, and a backup of it. */
async function begin(): Promise<BackupsState> {
  folder = await newFolder()
  session = await openWorkstation(folder, keyring.env)
  id = await makeProfile(session, 'Ridgeway')
  await session.must('workstation.changeSettings', { scoreThreshold: 90 })
  await session.must('orders.saveDraft', { id: null, form: { ...emptyForm, amount: '12.50' } })
  return session.must<BackupsState>('backups.takeNow')
}
const close = async (): Promise<void> => {
  await session.workstation.close()
  await removeFolder(folder)
}
const reason = 'the drill'

describe('a backup', () => {
  let state: BackupsState
  beforeEach(async () => {
    state = await begin()
  })
  afterEach(close)

  it('is restored row for row, but for what the restore itself adds', async () => {
    const backup = backupFile(state)
    const key = await keyOf()
    const wanted = dump(backup, key)
    await session.must('workstation.changeSettings', { scoreThreshold: 55 })
    await session.must('orders.saveDraft', { id: null, form: { ...emptyForm, amount: '99.00' } })
    const examined = await session.must<RestoreDraft>('backups.inspect', { id: state.items[0]?.id })
    expect(examined).toMatchObject({ profileName: 'Ridgeway', since: { orders: 1, alerts: 0 } })
    expect(examined.since?.acts).toBeGreaterThan(1)
    const before = await hashOf(backup)
    session.signsIn = false
    const { draftId } = examined
    const wrong = { draftId, confirmation: 'ridge', reason }
    expect(await session.call('backups.restore', wrong)).toMatchObject({
      error: { code: 'confirmation-wrong' },
    })
    // The operator is signed out: the profile starts again, and its window with it.
    const done = { draftId, confirmation: 'Ridgeway', reason }
    expect(await session.call('backups.restore', done)).toMatchObject({
      error: { code: 'signed-out' },
    })
    expect((await session.must<ProfilesState>('profiles.getState')).shownId).toBe(id)
    await session.workstation.close()
    const found = dump(storeFile(), key)
    expect(Object.keys(found).sort()).toEqual(Object.keys(wanted).sort())
    expect(Object.keys(found).length).toBeGreaterThan(40)
    // Written by the restore itself, and by the opening after it.
    const grown = [
      'audit_entries',
      'audit_checkpoints',
      'alert_gaps',
      'inbox_items',
      'sweeps',
      'sweep_parts',
      'inbox_events',
    ]
    for (const [table, rows] of Object.entries(wanted)) {
      if (table === 'orders' || table === 'inbox_cursors') continue
      if (grown.includes(table))
        expect(found[table], table).toEqual(expect.arrayContaining([...rows]))
      else expect(found[table], table).toEqual(rows)
    }
    expect(found['settings']?.some((row) => row.includes('90'))).toBe(true)
    expect(found['orders']).toHaveLength(1)
    expect(found['orders']?.[0]).toContain('acknowledged')
    expect(await hashOf(backup)).toBe(before)
    const acts = (found['audit_entries'] ?? []).map((row) => JSON.parse(row) as { kind: string })
    expect(acts.filter(({ kind }) => kind === 'store.restored')).toHaveLength(1)
    // The replaced store is still there, complete.
    const stored = dump(`${storeFile()}.before-restore-1`, key)
    expect(stored['orders']).toHaveLength(2)
    expect((await readdir(profileFolder())).filter((name) => name.includes('restoring'))).toEqual(
      [],
    )
  })

  const spoilings = {
    'a wrong key': [
      'wrong-key',
      async (file: string) => {
        const other = newStorePath()
        const store = await openStore({
          file: other,
          key: new Uint8Array(48).fill(7),
          startStoreWorker,
          clock: systemClock,
        })
        if (store.ok) await store.value.close()
        await copyFile(other, file)
      },
    ],
    'a truncated file': ['damaged', (file: string) => truncate(file, 40_960)],
    'a flipped byte': ['damaged', (file: string) => flip(file, (bytes) => bytes.length - 20_000)],
    'a newer schema': [
      'newer',
      async (file: string) => {
        const bytes = await readFile(file)
        bytes.writeUInt32BE(bytes.readUInt32BE(60) + 1, 60)
        await writeFile(file, bytes)
      },
    ],
    'another program\u2019s file': ['foreign', (file: string) => writeFile(file, 'PK\u0003\u0004')],
    'another profile\u2019s sidecar': [
      'another-profile',
      (file: string) => inSidecar(file, { profileId: 'abcdefghijkl' }),
    ],
    'a sidecar of production': [
      'another-environment',
      (file: string) => inSidecar(file, { environment: 'production' }),
    ],
    'a sidecar with other content': [
      'sidecar-differs',
      (file: string) => inSidecar(file, { sha256: '0'.repeat(64) }),
    ],
  } as const

  it('that may not be restored is refused with a message, and every file stays unchanged', async () => {
    const backup = backupFile(state)
    const sidecar = sidecarOf(backup)
    const whole = [await readFile(backup), await readFile(sidecar)] as const
    for (const [what, [why, spoil]] of Object.entries(spoilings)) {
      await writeFile(backup, whole[0])
      await writeFile(sidecar, whole[1])
      await spoil(backup)
      const before = await hashes(backup, sidecar)
      const names = await readdir(profileFolder())
      const refused = await session.call('backups.inspect', { id: state.items[0]?.id })
      expect(refused, what).toMatchObject({ error: { code: 'backup-refused', why } })
      expect(await hashes(backup, sidecar), what).toEqual(before)
      expect(await readdir(profileFolder()), what).toEqual(names)
    }
  })

  it('is restored without signing in only where the store does not open', async () => {
    const closed = { profileId: id, id: state.items[0]?.id }
    await session.must('profiles.open', { id: 'practice', confirmation: null })
    expect(await session.call('backups.inspectForClosedProfile', closed)).toMatchObject({
      error: { code: 'profile-busy' },
    })
    await flip(storeFile(), () => 6_000)
    const spoilt = await hashOf(storeFile())
    expect(await session.call('profiles.open', { id, confirmation: null })).toMatchObject({
      error: { reason: 'store-damaged' },
    })
    const examined = await session.must<RestoreDraft>('backups.inspectForClosedProfile', closed)
    expect(examined.since).toBeNull()
    expect(await hashOf(storeFile())).toBe(spoilt)
    session.signsIn = false
    await session.must('backups.restoreClosedProfile', {
      draftId: examined.draftId,
      confirmation: 'Ridgeway',
      reason,
      by: {
        kind: 'operator',
        operatorId: examined.administrators[0]?.id,
        passphrase: signInPassphrase,
      },
    })
    await signIn(session)
    expect(await session.must('workstation.getState')).toMatchObject({
      profileId: id,
      settings: { scoreThreshold: 90 },
    })
    expect(await hashOf(`${storeFile()}.before-restore-1`)).toBe(spoilt)
  })
})

async function flip(file: string, where: (bytes: Buffer) => number): Promise<void> {
  const bytes = await readFile(file)
  const at = where(bytes)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(file, bytes)
}

async function inSidecar(file: string, part: object): Promise<void> {
  const path = sidecarOf(file)
  const read = JSON.parse(await readFile(path, 'utf8')) as object
  await writeFile(path, JSON.stringify({ ...read, ...part }))
}

const preparedFor = (file: string): string => preparedPath(file, 'draft')

describe('a restore that is killed at the step', () => {
  let template: string
  beforeAll(async () => {
    template = await newFolder()
  })
  afterAll(() => removeFolder(template))

  /**
   * A store as a crash left it, with its newest row only in the log, and another prepared to
   * replace it.
   */
  async function makeTemplate(): Promise<string> {
    const old = newStorePath()
    const store = await open(old)
    await recordSetting(store, 'old')
    const file = copyAsCrashed(old, template)
    await store.close()
    const other = newStorePath()
    const next = await open(other)
    await recordSetting(next, 'restored')
    await next.close()
    await copyFile(other, preparedFor(file))
    return file
  }
  let created: Promise<string> | undefined
  async function prepared(): Promise<string> {
    const file = copyAsCrashed(await (created ??= makeTemplate()))
    await copyFile(preparedFor(await created), preparedFor(file))
    return file
  }
  const isDecided = (step: RestoreStep): boolean =>
    restoreSteps.indexOf(step) >= restoreSteps.indexOf('decided')

  it.each(restoreSteps)('%s leaves the old store or the restored one, whole', async (step) => {
    const file = await prepared()
    const child = startChild('store-restoring', [
      file,
      preparedFor(file),
      fakeScript({ dieAtRestore: step }).href,
    ])
    await child.ended
    expect(child.lines).toEqual(['restoring'])
    const store = await open(file)
    expect(await settingNames(store)).toEqual([isDecided(step) ? 'restored' : 'old'])
    expect((await auditEntries(store)).length).toBe(2)
    await store.close()
    expect(existsSync(preparedFor(file))).toBe(false)
    if (isDecided(step)) {
      const stored = await open(`${file}.before-restore-1`)
      expect(await settingNames(stored)).toEqual(['old'])
      await stored.close()
    }
  })
})
