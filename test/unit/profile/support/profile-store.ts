/** Reads a profile's stored data, with the key from the keychain, while no workstation runs. */
import { systemClock } from '../../../../main/platform/clock.ts'
import { createKeychain } from '../../../../main/profile/keychain.ts'
import { launchKeychainInNode } from '../../../../main/profile/keychain/launch-in-node.ts'
import {
  readSecrets,
  storeKeyIn,
  type ProfileSecrets,
  profileVault,
} from '../../../../main/profile/profile-secrets.ts'
import { createProfileRegistry } from '../../../../main/profile/profile-registry.ts'
import { openStore, type Act, type Store, type Tables } from '../../../../main/store/store.ts'
import { keychainEntry, startStoreWorker } from '../../support/programs/programs.ts'

/** Returns the keychain's data for a profile; a workstation may run meanwhile. */
export async function secretsIn(
  folder: string,
  keychainEnv: NodeJS.ProcessEnv,
  id: string,
): Promise<ProfileSecrets> {
  const profileRegistry = createProfileRegistry(folder)
  await profileRegistry.read((where, problem) => {
    throw new Error(where, { cause: problem })
  })
  const card = profileRegistry.cards().find((known) => known.id === id)
  if (!card) throw new Error('no such profile')
  const keychain = createKeychain({ launch: launchKeychainInNode(keychainEntry, keychainEnv) })
  const marker = profileRegistry.places(id).keychainMarker
  const read = await profileVault(keychain, card, marker, systemClock).read()
  await keychain.close()
  const secrets = read.ok && read.value ? readSecrets(read.value.value) : undefined
  if (!secrets) throw new Error(JSON.stringify(read))
  return secrets
}

export async function openProfileStore(
  folder: string,
  keychainEnv: NodeJS.ProcessEnv,
  id: string,
): Promise<{ store: Store; storeKey: Buffer }> {
  const key = storeKeyIn(await secretsIn(folder, keychainEnv, id))
  const { store: file } = createProfileRegistry(folder).places(id)
  const opened = await openStore({ file, key, startStoreWorker, clock: systemClock })
  if (!opened.ok) throw new Error(opened.error.code)
  return { store: opened.value, storeKey: Buffer.from(key) }
}

/** The kinds of act in a profile's store, in order. */
export async function actsIn(
  folder: string,
  keychainEnv: NodeJS.ProcessEnv,
  id: string,
): Promise<string[]> {
  const { store } = await openProfileStore(folder, keychainEnv, id)
  const rows = await store.read.selectFrom('audit_entries').select('kind').orderBy('seq').execute()
  await store.close()
  return rows.map(({ kind }) => kind)
}

/** Writes an act into a profile's store. */
export async function noteIn(
  folder: string,
  keychainEnv: NodeJS.ProcessEnv,
  id: string,
  act: Act,
): Promise<void> {
  const { store } = await openProfileStore(folder, keychainEnv, id)
  await store.note(act)
  await store.close()
}

/** Returns the details of the acts of a kind, in order. */
export async function recordedBy(
  folder: string,
  keychainEnv: NodeJS.ProcessEnv,
  id: string,
  kind: string,
): Promise<unknown[]> {
  const { store } = await openProfileStore(folder, keychainEnv, id)
  const rows = await store.read
    .selectFrom('audit_entries')
    .select('detail')
    .where('kind', '=', kind)
    .orderBy('seq')
    .execute()
  await store.close()
  return rows.map(({ detail }) => JSON.parse(detail) as unknown)
}

/** Returns the bank's ids of the alerts in a profile's store. */
export async function alertsIn(
  folder: string,
  keychainEnv: NodeJS.ProcessEnv,
  id: string,
): Promise<(string | null)[]> {
  const { store } = await openProfileStore(folder, keychainEnv, id)
  const rows = await store.read.selectFrom('alerts').select('guid').orderBy('seq').execute()
  await store.close()
  return rows.map(({ guid }) => guid)
}

const tables = [
  'operators',
  'audit_entries',
  'bank_calls',
  'validations',
  'settings',
  'profile_settings',
  'own_accounts',
  'alert_deliveries',
  'alerts',
  'alert_text',
] as const satisfies readonly (keyof Tables)[]

/** Every row of every table as text, and the key that opened them. */
export async function storedTexts(
  folder: string,
  keychainEnv: NodeJS.ProcessEnv,
  id: string,
): Promise<{ texts: Buffer; storeKey: Buffer }> {
  const { store, storeKey } = await openProfileStore(folder, keychainEnv, id)
  const rows: unknown[] = []
  for (const table of tables) rows.push(await store.read.selectFrom(table).selectAll().execute())
  await store.close()
  // Uses each value unescaped, not as JSON would write it.
  const values = rows.flat().flatMap((row) => Object.values(row as Record<string, unknown>))
  const asText = (value: unknown): string =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)
  return { texts: Buffer.from(values.map(asText).join('\n')), storeKey }
}
