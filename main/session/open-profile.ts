/**
 * Opens a profile: its keychain entry, then its store, then all services on it. Also creates a
 * profile, and recovers one whose key the keychain has lost. A key or a store is created only on
 * request; a missing one is reported as missing.
 */
import { access } from 'node:fs/promises'
import { copiedStoreReasons } from '../../preload/contract/api/backups/backups.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { KeychainProblemShown } from '../../preload/contract/api/keychain-problem.ts'
import type { OpenProfile } from '../../preload/contract/api/profiles/profile.ts'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import type { Clock } from '../platform/clock.ts'
import type { ReadComputerId } from '../platform/computer-id.ts'
import type { ConnectionService } from '../profile/connection.service.ts'
import type { Keychain } from '../profile/keychain.ts'
import { openOperators } from '../profile/operators.service.ts'
import type { ScryptCost } from '../platform/passphrase-key.ts'
import { backupsFolder } from '../workplace/backup-catalog.ts'
import { newStoreKey } from '../store/store-key.ts'
import { clockOf } from '../store/team-clock.ts'
import { shownRefusal } from '../store/store-error.ts'
import {
  examineStore,
  openStore,
  type StartStoreWorker,
  type Store,
  type StoreKey,
} from '../store/store.ts'
import { sessionProfileOf } from '../profile/session-context.ts'
import { actsMissing, headItem, type StoredHead } from './stored-head.ts'
import { computerOf, recordComputer, wasUsedElsewhere } from './store-computer.ts'
import { callBlockedBy } from './call-permission.ts'
import type { ProfileOrigin } from './profile-origin.ts'
import { openProfileRecords, readStoredCard } from '../profile/profile-records.ts'
import {
  firstSecrets,
  readSecrets,
  storeKeyIn,
  writeSecrets,
  type ProfileSecrets,
  profileVault,
} from '../profile/profile-secrets.ts'
import type { ProfileRegistry, RealCard } from '../profile/profile-registry.ts'
import { createRealProfile, keysOnceOpen, forwardAccessOnceOpen } from '../profile/real-profile.ts'
import { unitConfirmationsOf } from '../profile/unit-confirmations.ts'
import { openSession } from './open-session.ts'
import { type SessionOutputs, type ProfileIdentity, type Session } from './session.ts'
import { createDrafts } from '../profile/certificate-drafts.ts'
import { type KeychainProblem, shownProblem } from '../profile/keychain-problem.ts'

export interface OpeningDeps {
  readonly profileRegistry: ProfileRegistry
  readonly keychain: Keychain
  /** Actor of acts before anybody has signed in: the account of the computer. */
  readonly computerActor: string
  readonly readComputerId: ReadComputerId
  /** Hashing cost of a new passphrase; the product's cost if omitted. */
  readonly passphraseCost?: ScryptCost | undefined
  readonly startStoreWorker: StartStoreWorker
  /** Version of this program. */
  readonly version: string
  readonly clock: Clock
  readonly newId: () => string
  /** A connection that sends events to the window only while its session is shown. */
  readonly makeConnection: (session: () => Session | undefined) => ConnectionService
  /** Called with the keychain's answer to an act on the shown profile. */
  readonly keychainAnswered: (problem: KeychainProblem | KeychainProblemShown | undefined) => void
  /** Receives events of a session's alerts and its listener. */
  readonly sessionOutputs: SessionOutputs
  /** The operators of a session, or who is signed in, have changed. */
  readonly operatorsChanged: (session: Session) => void
  /** Reports an error that is not shown anywhere else. */
  readonly report: (where: string, problem: unknown) => void
  /** The visible data of a session's profile has changed. */
  readonly profileChanged: (session: Session, shown: OpenProfile) => void
}

type KeychainFailure = Failure<'keychain-problem'>
type StoreFailure = Failure<'store-refused'>
/** A session, or why there is none; everything opened before a failure is closed again. */
export type Opened = Promise<Result<Session, KeychainFailure | StoreFailure>>

/** Three ways to open a session. */
export interface ProfileOpener {
  open(card: RealCard): Opened
  /**
   * Keychain first, then the store, then the card: a creation that was cut short leaves no profile.
   */
  make(card: RealCard, origin: ProfileOrigin): Opened
  /**
   * Opens the store with a recovered key and stores the key in the keychain again. An existing
   * entry keeps its credentials; one that cannot be read now, locked or denied, is never
   * overwritten.
   */
  recover(card: RealCard, key: StoreKey): Opened
  /** Returns the stored end of its audit chain from the keychain; null: nothing was stored. */
  storedHead(card: RealCard): Promise<Result<StoredHead | null, KeychainFailure>>
  /** Returns the key of its store from the keychain. */
  storeKey(card: RealCard): Promise<Result<StoreKey, KeychainFailure>>
}

export function createProfileOpener(deps: OpeningDeps): ProfileOpener {
  const { profileRegistry, clock, newId, computerActor } = deps
  const vaultOf = (card: RealCard) =>
    profileVault(deps.keychain, card, profileRegistry.places(card.id).keychainMarker, clock)

  const refusalOf = (problem: KeychainProblem): KeychainFailure => ({
    code: 'keychain-problem',
    problem: shownProblem(problem),
  })

  /**
   * Reads the keychain entry of a profile created on this computer: no entry means that it was
   * removed.
   */
  const secretsOf = async (card: RealCard): Promise<Result<ProfileSecrets, KeychainFailure>> => {
    const read = await vaultOf(card).read()
    if (!read.ok) return err(refusalOf(read.error))
    if (!read.value) return err(refusalOf({ kind: 'removed' }))
    const secrets = readSecrets(read.value.value)
    if (secrets) return ok(secrets)
    return err(refusalOf({ kind: 'corrupt', detail: 'The entry does not belong to a profile.' }))
  }

  /**
   * Opens the store of a profile. Only `make` creates one; everywhere else a missing store is an
   * error.
   */
  const storeOf = async (
    card: RealCard,
    key: StoreKey,
    isNew = false,
  ): Promise<Result<Store, StoreFailure>> => {
    const file = profileRegistry.places(card.id).store
    const { startStoreWorker } = deps
    const opened = await openStore({ file, key, startStoreWorker, clock, mustExist: !isNew })
    if (opened.ok) return opened
    return err({ code: 'store-refused', ...shownRefusal(opened.error) })
  }

  const storedHead: ProfileOpener['storedHead'] = async (card) => {
    const stored = await headItem(deps.keychain, card).read()
    return stored.ok ? stored : err(refusalOf(stored.error))
  }

  /**
   * Returns why a store that opened is not the one last used, or not last used here; undefined: it
   * is. What the keychain or the store does not know yet is recorded.
   */
  const whyNotSame = async (
    card: RealCard,
    store: Store,
  ): Promise<KeychainFailure | StoreFailure | undefined> => {
    const computer = await computerOf(deps.readComputerId, card.id)
    if (await wasUsedElsewhere(store, computer))
      return { code: 'store-refused', reason: 'store-of-another-computer', detail: null }
    const stored = await storedHead(card)
    if (!stored.ok) return stored.error
    if (stored.value !== null) {
      const missing = await actsMissing(store, profileRegistry.places(card.id).sent, stored.value)
      if (missing !== undefined) {
        const detail = missing === 0 ? null : missingText(missing)
        return { code: 'store-refused', reason: 'store-behind', detail }
      }
    }
    try {
      const firstKept = { actor: 'system', kind: 'profile.head-first-stored', detail: {} }
      if (stored.value === null) await store.note({ ...firstKept, subject: card.id })
      await recordComputer(store, 'system', computer)
    } catch (problem) {
      // A full disk must not prevent opening a profile.
      deps.report('profiles.head', problem)
    }
    return undefined
  }

  /**
   * Opens the store of an existing profile. One that was replaced by copying a file, or that came
   * from another computer, is refused.
   */
  const sameStoreOf = async (
    card: RealCard,
    key: StoreKey,
  ): Promise<Result<Store, KeychainFailure | StoreFailure>> => {
    const store = await storeOf(card, key)
    if (!store.ok) return store
    return orClosed(store.value, async () => {
      const why = await whyNotSame(card, store.value)
      if (!why) return store
      await store.value.close()
      return err(why)
    })
  }

  /**
   * Returns the card corrected by the acts of its store; retired if the card or the acts say so. A
   * change made outside the program is undone and recorded in an act, because the card is a plain
   * file.
   */
  const cardOfActs = async (card: RealCard, store: Store): Promise<RealCard> => {
    const storedCard = await readStoredCard(store, card.id)
    const name = storedCard.name ?? card.name
    const retiredAt = card.retiredAt ?? storedCard.retiredAt
    const changed = [
      ...(name === card.name ? [] : ['name']),
      ...((card.retiredAt === null) === (storedCard.retiredAt === null) ? [] : ['retired']),
    ]
    if (changed.length === 0) return card
    const detail = { changed, name, isRetired: retiredAt !== null }
    await store.note({ actor: 'system', kind: 'profile.card-changed', subject: card.id, detail })
    return (await profileRegistry.change(card.id, { name, retiredAt })) ?? card
  }

  const sessionOf = async (
    given: RealCard,
    secrets: ProfileSecrets,
    store: Store,
  ): Promise<Session> => {
    const card = await cardOfActs(given, store)
    const wallClock = clockOf(clock, store.membership)
    // Background reading may send events before the session exists.
    const created: { session?: Session } = {}
    const connection = deps.makeConnection(() => created.session)
    const outputs = deps.sessionOutputs(() => created.session)
    const operators = await openOperators({
      store,
      clock: wallClock,
      newId,
      computerActor,
      report: deps.report,
      passphraseCost: deps.passphraseCost,
      changed: () => {
        if (!created.session) return
        deps.operatorsChanged(created.session)
        // Changes of operators are saved outside the store as soon as acts about payments are.
        created.session.services?.audit.grown()
      },
    })
    const services = await openSession({
      ...outputs,
      store,
      connection,
      operators,
      clock,
      newId,
      sentFile: profileRegistry.places(card.id).sent,
      saveHead: async (head) => {
        const stored = await headItem(deps.keychain, card).write(head)
        return stored.ok ? stored : err(refusalOf(stored.error))
      },
      backups: {
        store: profileRegistry.places(card.id).store,
        appVersion: deps.version,
        folder: backupsFolder(profileRegistry.places(card.id).folder),
        key: () => storeKeyIn(secrets),
        startStoreWorker: deps.startStoreWorker,
      },
      units: unitConfirmationsOf(profileRegistry, card.id),
      profile: () => sessionProfileOf(created.session?.real),
      profileId: card.id,
      environment: card.environment,
      auditKeys: keysOnceOpen(() => created.session?.real?.auditKeys),
      forwardAccess: forwardAccessOnceOpen(() => created.session?.real?.forwarding),
      callBlockFor: (product) =>
        created.session
          ? callBlockedBy(created.session, product)
          : err({ code: 'profile-incomplete', missing: [] }),
    })
    const records = await openProfileRecords(store, wallClock)
    // A full disk must not prevent opening a profile.
    const saveAddress = (address: string | null): Promise<unknown> =>
      profileRegistry
        .change(card.id, { bankAddress: address })
        .catch((problem: unknown) => deps.report('profiles.address', problem))
    await saveAddress(records.details().baseUrl)
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
      listener: services.listener,
      listens: async (listens) => {
        await profileRegistry.change(card.id, { listens })
      },
      isRetired: () => (created.session?.identity ?? identity).retired,
      changed: (shown) => {
        if (!created.session) return
        deps.profileChanged(created.session, shown)
        services.audit.grown()
        services.background.add('orders.rehash', services.orders.rehashApprovals())
        services.background.add('profiles.address', saveAddress(shown.details.baseUrl))
      },
      certificatesChanged: () => created.session && services.certificates.check(),
      report: deps.report,
      keychainAnswered: deps.keychainAnswered,
    })
    const storeState = { state: 'open' } as const
    const drafts = createDrafts({ clock, newId, requested: () => real.requestedKey() })
    const session: Session = {
      identity,
      operators,
      connection,
      real,
      services,
      storeState,
      drafts,
      listenerSetup: () => real.listenerSetup(),
    }
    created.session = session
    // Forwarding needs the whole session: the secret of its endpoint, and the profile's data.
    services.forwarding.start()
    services.background.add('orders.rehash', services.orders.rehashApprovals())
    services.certificates.check()
    // The store opened with the key from the keychain, so the copy saved against a bad write can be
    // removed.
    await vault.tidy()
    return session
  }
  /** Closes the store again if the setup on it fails. */
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
    storedHead,
    async storeKey(card) {
      const secrets = await secretsOf(card)
      return secrets.ok ? ok(storeKeyIn(secrets.value)) : secrets
    },

    async make(card, origin) {
      const { store: file } = await profileRegistry.makeRoom(card.id)
      const vault = vaultOf(card)
      // A new profile's name must be unused: a key is created only here.
      const before = await vault.read()
      if (!before.ok) return err(refusalOf(before.error))
      if (before.value || (await exists(file))) throw new Error('the id of a new profile is in use')
      const secrets = firstSecrets(newStoreKey())
      const written = await vault.write(writeSecrets(secrets))
      if (!written.ok) {
        // Data written before the keychain refused must not stay; a keychain that hangs is not
        // called again.
        if (written.error.kind !== 'hung') await vault.remove()
        return err(refusalOf(written.error))
      }
      const store = await storeOf(card, storeKeyIn(secrets), true)
      if (!store.ok) {
        await vault.remove()
        return store
      }
      return orClosed(store.value, async () => {
        const computer = await computerOf(deps.readComputerId, card.id)
        await recordComputer(store.value, computerActor, computer)
        const session = await sessionOf(card, secrets, store.value)
        await fill(session, card, origin, computerActor)
        await profileRegistry.put({ ...card, bankAddress: origin.details.baseUrl })
        return ok(session)
      })
    },

    async recover(card, key) {
      const known = await secretsOf(card)
      if (known.ok) return recoverKey(card, key, known.value)
      // Only an entry that is missing or unreadable is rewritten: any other may still be complete.
      const { kind } = known.error.problem
      return kind === 'removed' || kind === 'corrupt'
        ? openRecovered(card, firstSecrets(key))
        : known
    },
  }

  /** The keychain answers: its entry is used unchanged, unless its key does not open the store. */
  async function recoverKey(card: RealCard, key: StoreKey, known: ProfileSecrets): Opened {
    const opened = await open(card)
    const isWrongKey = !opened.ok && 'reason' in opened.error
    if (!isWrongKey || opened.error.reason !== 'store-wrong-key') return opened
    return openRecovered(card, { ...known, storeKey: firstSecrets(key).storeKey })
  }

  /**
   * True if the store was refused because it was replaced by copying a file, or came from another
   * computer, and the key opens it.
   */
  async function isOfCopy(
    card: RealCard,
    failure: KeychainFailure | StoreFailure,
    secrets: ProfileSecrets,
  ): Promise<boolean> {
    if (failure.code !== 'store-refused' || !copiedStoreReasons.includes(failure.reason))
      return false
    // The others are known only once the store is open.
    if (failure.reason !== 'store-is-backup') return true
    const { startStoreWorker } = deps
    const file = profileRegistry.places(card.id).store
    return (await examineStore({ file, key: storeKeyIn(secrets), startStoreWorker })).ok
  }

  /** Opens the store first, so that only a key that opens it is written to the keychain. */
  async function openRecovered(card: RealCard, secrets: ProfileSecrets): Opened {
    const store = await sameStoreOf(card, storeKeyIn(secrets))
    if (!store.ok) {
      // The key opens a file that was copied to this path: it is stored, so that a backup can be
      // restored.
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
      const act = { actor: computerActor, kind: 'profile.recovered', subject: card.id, detail: {} }
      await store.value.note(act)
      return ok(await sessionOf(card, secrets, store.value))
    })
  }
}

/** Writes the first entries of a new store: its creation, and the data that it took over. */
async function fill(
  session: Session,
  card: RealCard,
  origin: ProfileOrigin,
  actor: string,
): Promise<void> {
  const { real, services } = session
  const { name, environment } = card
  const act = { actor, kind: 'profile.created', subject: card.id, detail: { name, environment } }
  await services?.store.note(act)
  await real?.changeDetails(origin.details, actor)
  for (const account of origin.accounts) await real?.saveAccount({ id: null, ...account }, actor)
  const { validationV2Path } = origin
  if (validationV2Path !== null) await services?.settings.change({ validationV2Path }, actor)
}

const missingText = (acts: number): string =>
  acts === 1 ? '1 act of its audit is missing' : `${String(acts)} acts of its audit are missing`

/** Returns the identity of a card's profile. */
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
