/**
 * Opening a profile: its keychain entry, then its store, then everything that works on it. And making one,
 * and the way back when the keychain has lost its key. None of them ever makes a key or a store that was
 * not asked for: what is not found is said to be missing.
 */
import { access } from 'node:fs/promises'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { KeychainProblemShown } from '../../preload/contract/api/keychain-problem.ts'
import type { OpenProfile } from '../../preload/contract/api/profiles/profile.ts'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import type { Clock } from '../platform/clock.ts'
import type { ConnectionService } from '../profile/connection/connection.service.ts'
import type { Keychain } from '../profile/keychain/keychain.ts'
import { openOperators } from '../profile/operators/operators.service.ts'
import type { ScryptCost } from '../platform/passphrase-key.ts'
import { backupsFolder } from '../workplace/backups/backups.service.ts'
import { decidedPath } from '../store/sqlite/restore-paths.ts'
import { newStoreKey } from '../store/sqlite/store-key.ts'
import { toldRefusal } from '../store/sqlite/refusals.ts'
import {
  examineStore,
  openStore,
  type StartStoreWorker,
  type Store,
  type StoreKey,
} from '../store/store.ts'
import { keysOnceOpen } from '../profile/audit-keys.ts'
import { sessionProfileOf } from '../profile/session-context.ts'
import { forwardAccessOnceOpen } from './forward-acts.ts'
import { actsMissing, headItem, type StoredHead } from './stored-head.ts'
import { callBlockedBy } from '../profile/call-permission.ts'
import type { ProfileOrigin } from './profile-origin.ts'
import { openProfileRecords, readToldCard } from '../profile/profile-records.ts'
import {
  firstSecrets,
  readSecrets,
  storeKeyIn,
  writeSecrets,
  type ProfileSecrets,
} from '../profile/profile-secrets.ts'
import type { ProfileRegistry, RealCard } from '../profile/profile-registry.ts'
import { profileVault } from '../profile/profile-vault.ts'
import { createRealProfile } from './real-profile.ts'
import { shownProblem } from '../profile/secrets-store.ts'
import { unitConfirmationsOf } from '../profile/unit-confirmations.ts'
import { openSession } from './open-session.ts'
import { createDrafts, type SessionNews, type ProfileIdentity, type Session } from './session.ts'
import type { KeychainProblem } from '../profile/keychain/classify.ts'

/** What opening needs. */
export interface OpeningDeps {
  readonly shelf: ProfileRegistry
  readonly keychain: Keychain
  /** Who acts before anybody has signed in: the account of the computer. */
  readonly atDoor: string
  /** What a guess at a new passphrase costs; the product's cost when left out. */
  readonly passphraseCost?: ScryptCost | undefined
  readonly startStoreWorker: StartStoreWorker
  /** Of this program. */
  readonly version: string
  readonly clock: Clock
  readonly newId: () => string
  /** A connection that speaks to the window only while its session is shown. */
  readonly makeConnection: (session: () => Session | undefined) => ConnectionService
  /** What the keychain answered to an act on the shown profile. */
  readonly keychainAnswered: (problem: KeychainProblem | KeychainProblemShown | undefined) => void
  /** What is told of a session's alerts and of its listener. */
  readonly sessionNews: SessionNews
  /** Who is here, or who can be, has changed in a session. */
  readonly operatorsChanged: (session: Session) => void
  /** Something went wrong that is told nowhere else. */
  readonly report: (where: string, problem: unknown) => void
  /** What a session's profile looks like has changed. */
  readonly profileChanged: (session: Session, shown: OpenProfile) => void
}

type KeychainFailure = Failure<'keychain-problem'>
type StoreFailure = Failure<'store-refused'>
/** A session, or why there is none; what was opened on the way is closed again. */
export type Opened = Promise<Result<Session, KeychainFailure | StoreFailure>>

/** The three ways to a session. */
export interface ProfileOpener {
  open(card: RealCard): Opened
  /** Keychain first, then the store, then the card: a making that was cut short is no profile. */
  make(card: RealCard, origin: ProfileOrigin): Opened
  /**
   * Opens the store with a recovered key and gives the keychain the key again. An entry that is there
   * keeps its credentials; one that cannot be read now, locked or denied, is never written over.
   */
  recover(card: RealCard, key: StoreKey): Opened
  /** Where its audit ended, as the keychain has it; null: nothing was kept. */
  keptHead(card: RealCard): Promise<Result<StoredHead | null, KeychainFailure>>
  /** The key of its store, as the keychain has it. */
  storeKey(card: RealCard): Promise<Result<StoreKey, KeychainFailure>>
}

/** Makes the opener. */
export function createProfileOpener(deps: OpeningDeps): ProfileOpener {
  const { shelf, clock, newId, atDoor } = deps
  const vaultOf = (card: RealCard) =>
    profileVault(deps.keychain, card, shelf.places(card.id).keychainMarker, clock)

  const refusalOf = (problem: KeychainProblem): KeychainFailure => ({
    code: 'keychain-problem',
    problem: shownProblem(problem),
  })

  /** What the keychain holds of a profile that was made here: nothing at all means that it was removed. */
  const secretsOf = async (card: RealCard): Promise<Result<ProfileSecrets, KeychainFailure>> => {
    const read = await vaultOf(card).read()
    if (!read.ok) return err(refusalOf(read.error))
    if (!read.value) return err(refusalOf({ kind: 'removed' }))
    const secrets = readSecrets(read.value.value)
    if (secrets) return ok(secrets)
    return err(refusalOf({ kind: 'corrupt', detail: 'Not what a profile keeps there.' }))
  }

  /** The store of a profile. Only `make` may find none: anywhere else a missing one is said to be missing. */
  const storeOf = async (
    card: RealCard,
    key: StoreKey,
    isNew = false,
  ): Promise<Result<Store, StoreFailure>> => {
    const file = shelf.places(card.id).store
    // One that a restore had decided about is put in place by the opening.
    if (!isNew && !(await exists(file)) && !(await exists(decidedPath(file))))
      return err({ code: 'store-refused', reason: 'store-missing', detail: null })
    const opened = await openStore({ file, key, startStoreWorker: deps.startStoreWorker, clock })
    if (opened.ok) return opened
    return err({ code: 'store-refused', ...toldRefusal(opened.error) })
  }

  const keptHead: ProfileOpener['keptHead'] = async (card) => {
    const kept = await headItem(deps.keychain, card).read()
    return kept.ok ? kept : err(refusalOf(kept.error))
  }

  /**
   * The store of a profile that is there, where it is the one that was last worked with: one that was put back by
   * copying a file is refused. The first opening that keeps where the chain ends says so.
   */
  const sameStoreOf = async (
    card: RealCard,
    key: StoreKey,
  ): Promise<Result<Store, KeychainFailure | StoreFailure>> => {
    const store = await storeOf(card, key)
    if (!store.ok) return store
    return orClosed(store.value, async () => {
      const kept = await keptHead(card)
      if (!kept.ok) {
        await store.value.close()
        return kept
      }
      if (kept.value === null) {
        const kind = 'profile.head-first-kept'
        const act = { actor: 'system', kind, subject: card.id, detail: {} }
        // A full disk keeps no profile shut.
        await store.value
          .note(act)
          .catch((problem: unknown) => deps.report('profiles.head', problem))
        return store
      }
      const missing = await actsMissing(store.value, shelf.places(card.id).sent, kept.value)
      if (missing === undefined) return store
      await store.value.close()
      const detail = missing === 0 ? null : missingWords(missing)
      return err({ code: 'store-refused', reason: 'store-behind', detail })
    })
  }

  /**
   * The card as the acts of its store have it; retired where either says so. What was changed beside the program is put
   * right, with an act that says what (M12).
   */
  const heldToActs = async (card: RealCard, store: Store): Promise<RealCard> => {
    const told = await readToldCard(store, card.id)
    const name = told.name ?? card.name
    const retiredAt = card.retiredAt ?? told.retiredAt
    const changed = [
      ...(name === card.name ? [] : ['name']),
      ...((card.retiredAt === null) === (told.retiredAt === null) ? [] : ['retired']),
    ]
    if (changed.length === 0) return card
    const detail = { changed, name, isRetired: retiredAt !== null }
    await store.note({ actor: 'system', kind: 'profile.card-changed', subject: card.id, detail })
    return (await shelf.change(card.id, { name, retiredAt })) ?? card
  }

  const sessionOf = async (
    given: RealCard,
    secrets: ProfileSecrets,
    store: Store,
  ): Promise<Session> => {
    const card = await heldToActs(given, store)
    // What is read behind may tell of it before the session is there.
    const made: { session?: Session } = {}
    const connection = deps.makeConnection(() => made.session)
    const news = deps.sessionNews(() => made.session)
    const operators = await openOperators({
      store,
      clock,
      newId,
      atDoor,
      report: deps.report,
      passphraseCost: deps.passphraseCost,
      changed: () => {
        if (!made.session) return
        deps.operatorsChanged(made.session)
        // Who may do what is kept outside the store as soon as what moves money is.
        made.session.desk?.audit.grown()
      },
    })
    const desk = await openSession({
      ...news,
      store,
      connection,
      operators,
      clock,
      newId,
      sentFile: shelf.places(card.id).sent,
      keepHead: async (head) => {
        const kept = await headItem(deps.keychain, card).write(head)
        return kept.ok ? kept : err(refusalOf(kept.error))
      },
      backups: {
        store: shelf.places(card.id).store,
        appVersion: deps.version,
        folder: backupsFolder(shelf.places(card.id).folder),
        key: () => storeKeyIn(secrets),
        startStoreWorker: deps.startStoreWorker,
      },
      units: unitConfirmationsOf(shelf, card.id),
      profile: () => sessionProfileOf(made.session?.real),
      profileId: card.id,
      environment: card.environment,
      auditKeys: keysOnceOpen(() => made.session?.real?.auditKeys),
      forwardAccess: forwardAccessOnceOpen(() => made.session?.real?.forwarding),
      mayNotAsk: (product) =>
        made.session
          ? callBlockedBy(made.session, product)
          : err({ code: 'profile-incomplete', missing: [] }),
    })
    const records = await openProfileRecords(store, clock)
    // A full disk keeps no profile shut.
    const keepAddress = (address: string | null): Promise<unknown> =>
      shelf
        .change(card.id, { bankAddress: address })
        .catch((problem: unknown) => deps.report('profiles.address', problem))
    await keepAddress(records.details().baseUrl)
    const vault = vaultOf(card)
    const identity = identityOf(card)
    const real = createRealProfile({
      vault,
      secrets,
      records,
      store,
      connection,
      clock,
      newId,
      listener: desk.listener,
      listens: async (listens) => {
        await shelf.change(card.id, { listens })
      },
      isRetired: () => (made.session?.identity ?? identity).retired,
      changed: (shown) => {
        if (!made.session) return
        deps.profileChanged(made.session, shown)
        desk.audit.grown()
        desk.background.add('orders.rebind', desk.orders.rebindToBank())
        desk.background.add('profiles.address', keepAddress(shown.details.baseUrl))
      },
      certificatesChanged: () => made.session && desk.certificates.look(),
      keychainAnswered: deps.keychainAnswered,
    })
    const storeState = { state: 'open' } as const
    const drafts = createDrafts({ clock, newId, requested: () => real.requestedKey() })
    const session: Session = {
      identity,
      operators,
      connection,
      real,
      desk,
      storeState,
      drafts,
      listenerSetup: () => real.listenerSetup(),
    }
    made.session = session
    // It needs the whole session: the secret of its endpoint, and what the profile says.
    desk.forwarding.start()
    desk.background.add('orders.rebind', desk.orders.rebindToBank())
    desk.certificates.look()
    // The store opened with what the keychain gave: what was kept against a bad write can go.
    await vault.tidy()
    return session
  }
  /** What is set up on an open store is set up whole, or the store is closed again. */
  const orClosed = async <T>(store: Store, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (problem) {
      await store.close()
      throw problem
    }
  }

  const open = async (card: RealCard): Opened => {
    const secrets = await secretsOf(card)
    if (!secrets.ok) return secrets
    const store = await sameStoreOf(card, storeKeyIn(secrets.value))
    if (!store.ok) return store
    const { value } = store
    return ok(await orClosed(value, () => sessionOf(card, secrets.value, value)))
  }

  return {
    open,
    keptHead,
    async storeKey(card) {
      const secrets = await secretsOf(card)
      return secrets.ok ? ok(storeKeyIn(secrets.value)) : secrets
    },

    async make(card, origin) {
      const { store: file } = await shelf.makeRoom(card.id)
      const vault = vaultOf(card)
      // Nothing may stand under a new profile's name: here alone is a key made.
      const before = await vault.read()
      if (!before.ok) return err(refusalOf(before.error))
      if (before.value || (await exists(file))) throw new Error('the id of a new profile is in use')
      const secrets = firstSecrets(newStoreKey())
      const written = await vault.write(writeSecrets(secrets))
      if (!written.ok) {
        // What was written before the keychain refused must not stay behind; one that hangs is not asked again.
        if (written.error.kind !== 'hung') await vault.remove()
        return err(refusalOf(written.error))
      }
      const store = await storeOf(card, storeKeyIn(secrets), true)
      if (!store.ok) {
        await vault.remove()
        return store
      }
      return orClosed(store.value, async () => {
        const session = await sessionOf(card, secrets, store.value)
        await fill(session, card, origin, atDoor)
        await shelf.put({ ...card, bankAddress: origin.details.baseUrl })
        return ok(session)
      })
    },

    async recover(card, key) {
      const known = await secretsOf(card)
      if (known.ok) return recoverKey(card, key, known.value)
      // Only an entry that is gone or unreadable is written anew: any other may still be whole.
      const { kind } = known.error.problem
      return kind === 'removed' || kind === 'corrupt'
        ? openRecovered(card, firstSecrets(key))
        : known
    },
  }

  /** The keychain answers: its entry is used as it is, unless its key is not the store's. */
  async function recoverKey(card: RealCard, key: StoreKey, known: ProfileSecrets): Opened {
    const opened = await open(card)
    const isWrongKey = !opened.ok && 'reason' in opened.error
    if (!isWrongKey || opened.error.reason !== 'store-wrong-key') return opened
    return openRecovered(card, { ...known, storeKey: firstSecrets(key).storeKey })
  }

  /** Whether the store was refused for being put in place by copying a file, and the key opens it. */
  async function isOfCopy(
    card: RealCard,
    failure: KeychainFailure | StoreFailure,
    secrets: ProfileSecrets,
  ): Promise<boolean> {
    if (failure.code !== 'store-refused') return false
    if (failure.reason === 'store-behind') return true
    if (failure.reason !== 'store-is-backup') return false
    const { startStoreWorker } = deps
    const file = shelf.places(card.id).store
    return (await examineStore({ file, key: storeKeyIn(secrets), startStoreWorker })).ok
  }

  /** Opens the store first: what goes into the keychain is known to open it. */
  async function openRecovered(card: RealCard, secrets: ProfileSecrets): Opened {
    const store = await sameStoreOf(card, storeKeyIn(secrets))
    if (!store.ok) {
      // The key opens what was put in its place by copying a file: it is kept, so that a backup can be restored.
      if (await isOfCopy(card, store.error, secrets))
        await vaultOf(card).write(writeSecrets(secrets))
      return store
    }
    return orClosed(store.value, async () => {
      const written = await vaultOf(card).write(writeSecrets(secrets))
      if (!written.ok) {
        await store.value.close()
        return err(refusalOf(written.error))
      }
      const act = { actor: atDoor, kind: 'profile.recovered', subject: card.id, detail: {} }
      await store.value.note(act)
      return ok(await sessionOf(card, secrets, store.value))
    })
  }
}

/** The first entries of a new store: that it was made, and what it took over. */
async function fill(
  session: Session,
  card: RealCard,
  origin: ProfileOrigin,
  actor: string,
): Promise<void> {
  const { real, desk } = session
  const { name, environment } = card
  const act = { actor, kind: 'profile.created', subject: card.id, detail: { name, environment } }
  await desk?.store.note(act)
  await real?.changeDetails(origin.details, actor)
  for (const account of origin.accounts) await real?.saveAccount({ id: null, ...account }, actor)
  const { validationV2Path } = origin
  if (validationV2Path !== null) await desk?.settings.change({ validationV2Path }, actor)
}

const missingWords = (acts: number): string =>
  acts === 1 ? '1 act of its audit is missing' : `${String(acts)} acts of its audit are missing`

/** What a card says of its profile. */
export const identityOf = ({ id, name, environment, retiredAt }: RealCard): ProfileIdentity => ({
  id,
  name,
  environment,
  retired: retiredAt !== null,
})

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
