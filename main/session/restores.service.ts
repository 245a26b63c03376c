/**
 * Restores a store from a backup (Promise P1). A backup is examined on a copy beside the store:
 * neither the backup nor the store in place is opened or changed before a person has confirmed and
 * given a reason.
 */
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  copiedStoreReasons,
  inPlaceId,
  restorableReasons,
  type Backup,
  type RestoreDraft,
} from '../../preload/contract/api/backups/backups.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { Confirmer } from '../../preload/contract/api/operators/operators.ts'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import type { ChainHead } from '../store/hash-chain.ts'
import { headOf } from '../store/audit.ts'
import type { Clock } from '../platform/clock.ts'
import type { ReadComputerId } from '../platform/computer-id.ts'
import { fitsPassphrase, pauseAfter } from '../profile/passphrases.ts'
import { createDraft } from '../platform/draft.ts'
import { isSameHead, leavingBehind, type StoredHead } from './stored-head.ts'
import type { ProfileRegistry, RealCard } from '../profile/profile-registry.ts'
import { computerOf, recordComputer } from './store-computer.ts'
import type { Shown } from './profiles-types.ts'
import type { ProfilesService } from './profiles.service.ts'
import {
  preparedPath,
  preparedPaths,
  type ExaminedAdministrator,
  type ExaminedFile,
} from '../store/store-file.ts'
import { shownRefusal, type StoreRefusal } from '../store/store-error.ts'
import {
  examineStore,
  openStore,
  restoreStore,
  type Act,
  type StartStoreWorker,
  type Store,
  type StoreKey,
} from '../store/store.ts'
import { applyRestore } from '../workplace/apply-restore.ts'
import { backupsFolder, backupsIn, readBackupName } from '../workplace/backup-catalog.ts'
import { readBackup } from '../workplace/read-backup.ts'

export interface RestoresDeps {
  readonly profiles: Pick<
    ProfilesService,
    | 'state'
    | 'replaceStore'
    | 'openSession'
    | 'storeKeyOf'
    | 'storedHeadOf'
    | 'whyRefused'
    | 'provesRecovery'
  >
  readonly profileRegistry: Pick<ProfileRegistry, 'cards' | 'places'>
  readonly startStoreWorker: StartStoreWorker
  readonly readComputerId: ReadComputerId
  readonly clock: Clock
  readonly newId: () => string
}

type NotExamined = Failure<'not-found'> | Failure<'backup-refused'> | Failure<'keychain-problem'>
type Inspected = Promise<Result<RestoreDraft, NotExamined | Failure<'profile-busy'>>>
type NotRestored = Failure<'draft-gone'> | Failure<'confirmation-wrong'> | Failure<'not-found'>
type Restored = Shown<NotRestored>
type RestoredClosed = Shown<NotRestored | RestoreRefusal>

/** Restores, one at a time. */
export interface RestoresService {
  /** Returns the backups of a profile in its own folder. */
  list(profileId: string): Promise<readonly Backup[]>
  /** Whether a backup of a profile may be restored while nobody is signed in. */
  isSignedOutRestore(profileId: string): boolean
  /** Returns the path of a listed backup; undefined: no backup has this id. */
  pathOf(profileId: string, id: string): string | undefined
  /**
   * Examines a backup file on a copy of its own; `profile-busy` while the profile is opened or
   * replaced.
   */
  inspect(profileId: string, path: string): Inspected
  /**
   * Replaces the store of the shown profile with the examined backup; `actor` is the id of one of
   * its operators.
   */
  restore(input: RestoreInput, actor: string, shownId: string): Restored
  /** The same when nobody can sign in. `computerActor`: the account of the computer. */
  restoreClosedProfile(
    input: RestoreInput & { readonly by: Confirmer },
    computerActor: string,
  ): RestoredClosed
  /** Restores it into a temporary store that is then deleted. Changes nothing in the profile. */
  tryOut(profileId: string, path: string): Tried
}

type Tried = Promise<Result<null, NotExamined>>
interface RestoreInput {
  readonly draftId: string
  readonly confirmation: string
  readonly reason: string
}

type RestoreRefusal =
  | Failure<'draft-gone'>
  | Failure<'passphrase-wrong'>
  | Failure<'sign-in-paused'>
  | Failure<'recovery-of-another'>

interface Draft {
  readonly card: RealCard
  readonly key: StoreKey
  /** The copy that was examined. */
  readonly file: string
  readonly takenAt: string
  readonly head: ChainHead
  /** The administrators whose passphrase allows a restore while nobody is signed in. */
  readonly administrators: readonly ExaminedAdministrator[]
}

export function createRestores(deps: RestoresDeps): RestoresService {
  const { profiles, profileRegistry, startStoreWorker, clock } = deps
  const drafts = createDraft<Draft>(deps)
  const copies = createCopies(deps.newId)
  /** The profiles of which backups are being examined, once for each. */
  const examining: string[] = []
  const cardOf = (id: string): RealCard | undefined =>
    profileRegistry.cards().find((card) => card.id === id)
  const folderOf = (id: string): string => backupsFolder(profileRegistry.places(id).folder)

  const isSignedOutRestore = (id: string): boolean => {
    const why = profiles.whyRefused(id)
    return (
      why !== undefined &&
      restorableReasons.includes(why.reason) &&
      profiles.openSession(id) === undefined
    )
  }

  /** True if the store in place was put there by copying a file, or came from another computer. */
  const isCopy = (id: string): boolean =>
    copiedStoreReasons.includes(profiles.whyRefused(id)?.reason ?? '')

  /** Returns that file as one more backup that can be restored. */
  async function inPlace(id: string): Promise<Backup[]> {
    const file = isCopy(id) ? await stat(profileRegistry.places(id).store).catch(() => null) : null
    if (file === null) return []
    const at = new Date(file.mtimeMs).toISOString()
    return [{ id: inPlaceId, at, bytes: file.size, isVerified: false, retainedAs: [] }]
  }

  /**
   * Returns how many acts after this one the keychain's head has; null: the keychain has no head.
   */
  async function missingOf(id: string, { seq }: ChainHead): Promise<number | null> {
    const stored = await profiles.storedHeadOf(id)
    return stored.ok && stored.value !== null ? Math.max(0, stored.value.seq - seq) : null
  }

  /**
   * Opens a store whose audit chain ends with `head`, and nothing else in its place: never creates
   * one. Opening an older one adds the act of its migration.
   */
  async function openAt(
    file: string,
    key: StoreKey,
    head: ChainHead,
  ): Promise<Result<Store, Failure<'store-refused'>>> {
    const opened = await openStore({
      file,
      key: new Uint8Array(key),
      startStoreWorker,
      clock,
      mustExist: true,
    })
    if (!opened.ok) return storeRefused(opened.error)
    if (await endsWith(opened.value, head)) return opened
    await opened.value.close()
    return storeRefused({ code: 'store-unreadable', detail: 'another store is in its place' })
  }

  /** Notes an act in the closed store whose chain ends with `head`; returns its end after that. */
  async function noteIn(
    file: string,
    key: StoreKey,
    { head, act }: { readonly head: ChainHead; readonly act: Act | undefined },
  ): Promise<Result<ChainHead, Failure<'store-refused'>>> {
    const opened = await openAt(file, key, head)
    if (!opened.ok) return opened
    const store = opened.value
    try {
      if (act) await store.note(act)
      return ok(await headOf(store))
    } finally {
      await store.close()
    }
  }

  /** Returns the head in the keychain, which the restore discards; null: there is none. */
  async function headToLeave({
    id,
  }: RealCard): Promise<Result<StoredHead | null, Failure<'keychain-problem'>>> {
    const stored = await profiles.storedHeadOf(id)
    if (stored.ok) return stored
    return stored.error.code === 'not-found' ? ok(null) : err(stored.error)
  }

  /**
   * Puts the prepared store in place, if its chain still ends with `recorded`. It names the head that
   * it discards, so that it opens although the keychain has a different one. Waits for a store that
   * is slow to close; that store saves its last act in the keychain as it closes, and the new store
   * records this head too.
   */
  async function put(
    { card, key, file }: Draft,
    recorded: ChainHead,
    actor: string,
  ): Promise<Result<null, Failure<'store-refused'> | Failure<'keychain-problem'>>> {
    const left = await headToLeave(card)
    if (!left.ok) return left
    const leaving = left.value === null ? undefined : leavingBehind(actor, left.value)
    const noted = await noteIn(file, key, { head: recorded, act: leaving })
    if (!noted.ok) return noted
    const { store } = profileRegistry.places(card.id)
    const there = await putWhenClosed({ file: store, prepared: file, startStoreWorker })
    if (!there.ok) return there
    const leftLast = await headToLeave(card)
    if (!leftLast.ok) return leftLast
    if (leftLast.value === null || isSameHead(leftLast.value, left.value)) return ok(null)
    const act = leavingBehind(actor, leftLast.value)
    const after = await noteIn(store, key, { head: noted.value, act })
    return after.ok ? ok(null) : after
  }

  /**
   * Records the restore in the examined copy and closes it, so that it can be put in place. Returns
   * the end of its chain.
   */
  async function recordRestore(
    { card, key, file, takenAt, head }: Omit<Draft, 'administrators'>,
    act: { readonly actor: string; readonly reason: string },
  ): Promise<Result<ChainHead, Failure<'store-refused'>>> {
    const opened = await openAt(file, key, head)
    if (!opened.ok) return opened
    const store = opened.value
    let recorded: ChainHead
    try {
      const at = clock.now().toISOString()
      const now = profiles.openSession(card.id)?.services?.store
      const replacedHead = now === undefined ? null : await headOf(now)
      await store.work(applyRestore, {
        at,
        ...act,
        backupAt: takenAt,
        backupHead: head,
        replacedHead,
        gapId: deps.newId(),
      })
      // On the copy: what takes the place of the store is of this computer from its first moment.
      const computer = await computerOf(deps.readComputerId, card.id)
      await recordComputer(store, act.actor, computer)
      recorded = await headOf(store)
    } finally {
      await store.close()
    }
    const examined = await examineStore({ file, key: new Uint8Array(key), startStoreWorker })
    return examined.ok ? ok(recorded) : storeRefused(examined.error)
  }

  /**
   * Returns the administrators of the profile by the newest readable backup, including the examined
   * one: an older backup would bring back an operator disabled since. The keychain has the last
   * administrators, in case newer backups were removed.
   */
  async function administratorsOf(
    card: RealCard,
    key: StoreKey,
    examined: ExaminedFile,
  ): Promise<readonly ExaminedAdministrator[]> {
    let newest = examined
    for (const { id } of await backupsIn(folderOf(card.id), card.id)) {
      const file = join(folderOf(card.id), id)
      const read = await examineStore({ file, key: new Uint8Array(key), startStoreWorker })
      if (!read.ok) continue
      if ((read.value.lastAct ?? '') > (newest.lastAct ?? '')) newest = read.value
      break
    }
    const stored = await profiles.storedHeadOf(card.id)
    const left = stored.ok ? (stored.value?.administrators ?? []) : []
    return newest.administrators.filter(({ id }) => left.length === 0 || left.includes(id))
  }

  const failures = new Map<string, { count: number; untilMs: number }>()
  /** Proves who restores while nobody is signed in; guesses are paused as at sign-in. */
  async function proveWithoutSession(
    { card, administrators }: Draft,
    by: Confirmer,
    computerActor: string,
  ): Promise<Result<string, RestoreRefusal>> {
    const before = failures.get(card.id) ?? { count: 0, untilMs: 0 }
    const leftMs = before.untilMs - clock.monotonicMs()
    if (leftMs > 0) {
      const until = new Date(clock.now().getTime() + leftMs).toISOString()
      return err({ code: 'sign-in-paused', until })
    }
    // Counted before the attempt: parallel guesses must not avoid the pause.
    const count = before.count + 1
    failures.set(card.id, { count, untilMs: clock.monotonicMs() + pauseAfter(count) })
    const proven = await whoProves(card, administrators, by, computerActor)
    if (proven.ok) failures.delete(card.id)
    return proven
  }

  async function whoProves(
    { id }: RealCard,
    administrators: readonly ExaminedAdministrator[],
    by: Confirmer,
    computerActor: string,
  ): Promise<Result<string, RestoreRefusal>> {
    if (by.kind === 'recovery') {
      const opened = await profiles.provesRecovery(id, by.draftId, by.passphrase)
      return opened.ok ? ok(computerActor) : opened
    }
    const known = administrators.find((one) => one.id === by.operatorId)
    const fits = await fitsPassphrase(by.passphrase, known?.passphrase ?? null)
    return known && fits ? ok(known.id) : err({ code: 'passphrase-wrong' })
  }

  function forgetDraft(): void {
    drafts.forget()
    copies.keep(undefined)
  }

  function replace(draft: Draft, actor: string, reason: string): Restored {
    // What is examined meanwhile would be offered after the restore, for a store that is gone.
    if (examining.includes(draft.card.id)) return Promise.resolve(err({ code: 'profile-busy' }))
    forgetDraft()
    return copies.using(draft.file, () =>
      profiles.replaceStore(draft.card.id, {
        prepare: () => recordRestore(draft, { actor, reason }),
        put: (recorded: ChainHead) => put(draft, recorded, actor),
      }),
    )
  }

  /** Examines a copy of the backup, and keeps it as the draft. */
  async function examine(card: RealCard, path: string, file: string): Inspected {
    const key = await profiles.storeKeyOf(card.id)
    if (!key.ok) return key
    const isInPlace = path === profileRegistry.places(card.id).store
    const given = { card, path, file, key: key.value, startStoreWorker, isInPlace }
    const read = await readBackup(given)
    if (!read.ok) {
      await removeCopy(file)
      return read
    }
    const { examined, takenAt, bytes } = read.value
    const { head, version, isOlder } = examined
    const now = profiles.openSession(card.id)?.services?.store
    // An operator who is signed in to the profile needs no other proof.
    const administrators = isSignedOutRestore(card.id)
      ? await administratorsOf(card, key.value, examined)
      : []
    const since = now === undefined ? null : await sinceOf(now, head, takenAt)
    const actsMissing = await missingOf(card.id, head)
    const draftId = drafts.put({ card, key: key.value, file, takenAt, head, administrators })
    copies.keep(file)
    return ok({
      draftId,
      file: basename(path),
      takenAt,
      bytes,
      schemaVersion: version,
      profileName: card.name,
      environment: card.environment,
      acts: head.seq,
      isOlder,
      since,
      actsMissing,
      administrators: administrators.map((one) => ({ id: one.id, name: one.name })),
    })
  }

  return {
    isSignedOutRestore,
    async list(id) {
      if (!cardOf(id)) return []
      return [...(await inPlace(id)), ...(await backupsIn(folderOf(id), id))]
    },
    pathOf(profileId, id) {
      if (!cardOf(profileId)) return undefined
      if (id === inPlaceId)
        return isCopy(profileId) ? profileRegistry.places(profileId).store : undefined
      return readBackupName(id)?.profileId === profileId ? join(folderOf(profileId), id) : undefined
    },

    async inspect(profileId, path) {
      const card = cardOf(profileId)
      if (!card) return err({ code: 'not-found' })
      if (profiles.state().openingId === profileId) return err({ code: 'profile-busy' })
      forgetDraft()
      examining.push(profileId)
      try {
        const file = await copies.next(profileRegistry.places(profileId).store)
        return await copies.using(file, () => examine(card, path, file))
      } finally {
        examining.splice(examining.indexOf(profileId), 1)
      }
    },

    restore({ draftId, confirmation, reason }, actor, shownId) {
      const draft = drafts.get(draftId)
      // An operator who is signed in to one profile cannot restore another: that one requires its
      // own proof.
      if (draft?.card.id !== shownId) return Promise.resolve(err({ code: 'draft-gone' }))
      const { name } = draft.card
      if (confirmation.trim() !== name)
        return Promise.resolve(err({ code: 'confirmation-wrong', wanted: name }))
      return replace(draft, actor, reason)
    },

    async restoreClosedProfile({ draftId, confirmation, reason, by }, computerActor) {
      const draft = drafts.get(draftId)
      if (!draft || !isSignedOutRestore(draft.card.id)) return err({ code: 'draft-gone' })
      const { name } = draft.card
      if (confirmation.trim() !== name) return err({ code: 'confirmation-wrong', wanted: name })
      const actor = await proveWithoutSession(draft, by, computerActor)
      if (!actor.ok) return actor
      // The backup was examined again, or the profile opened, during the passphrase check.
      if (drafts.get(draftId) !== draft || !isSignedOutRestore(draft.card.id))
        return err({ code: 'draft-gone' })
      return replace(draft, actor.value, reason)
    },

    async tryOut(profileId, path) {
      const card = cardOf(profileId)
      if (!card) return err({ code: 'not-found' })
      const key = await profiles.storeKeyOf(profileId)
      if (!key.ok) return key
      const file = await copies.next(profileRegistry.places(profileId).store)
      return copies.using(file, async () => {
        try {
          const given = { card, path, file, key: key.value, startStoreWorker, isInPlace: false }
          const read = await readBackup(given)
          if (!read.ok) return read
          const { takenAt, examined } = read.value
          const recorded = await recordRestore(
            { card, key: key.value, file, takenAt, head: examined.head },
            { actor: 'system', reason: 'Test of a backup' },
          )
          if (recorded.ok) return ok(null)
          const { reason, detail } = recorded.error
          return err({ code: 'backup-refused', why: 'unreadable', detail: detail ?? reason })
        } finally {
          await removeCopy(file)
        }
      })
    },
  }
}

const storeRefused = (error: StoreRefusal): Result<never, Failure<'store-refused'>> =>
  err({ code: 'store-refused', ...shownRefusal(error) })

/** Waits for a store that is slow to close, and replaces no open store. */
async function putWhenClosed(
  options: Parameters<typeof restoreStore>[0],
): Promise<Result<null, Failure<'store-refused'>>> {
  for (let tries = 0; ; tries += 1) {
    const put = await restoreStore(options)
    if (put.ok) return put
    if (put.error.code !== 'store-in-use' || tries === 20) return storeRefused(put.error)
    await setTimeout(500)
  }
}

/**
 * Copies of backups beside a store, each under a path of its own, so that no examination, test or
 * restore meets the copy of another.
 */
function createCopies(newId: () => string) {
  const used: string[] = []
  /** The copy of the current draft. */
  let kept: string | undefined
  return {
    /** Returns the path of a new copy, and removes the copies that nothing uses any more. */
    async next(store: string): Promise<string> {
      const beside = basename(preparedPaths(store))
      const inUse = [...used, ...(kept === undefined ? [] : [kept])].map((path) => basename(path))
      for (const name of await readdir(dirname(store)))
        if (name.startsWith(beside) && !inUse.some((copy) => name.startsWith(copy)))
          await rm(join(dirname(store), name), { force: true })
      return preparedPath(store, newId())
    },
    async using<T>(file: string, work: () => Promise<T>): Promise<T> {
      used.push(file)
      try {
        return await work()
      } finally {
        used.splice(used.indexOf(file), 1)
      }
    },
    keep(file: string | undefined): void {
      kept = file
    },
  }
}

/** Removes a copy with the files that its opening left beside it. */
async function removeCopy(file: string): Promise<void> {
  for (const name of await readdir(dirname(file)))
    if (name.startsWith(basename(file))) await rm(join(dirname(file), name), { force: true })
}

/** Whether the chain of a store ends with `head`, but for the act of a migration. */
async function endsWith({ read }: Store, { seq, hash }: ChainHead): Promise<boolean> {
  const [last, ...later] = await read
    .selectFrom('audit_entries')
    .select(['seq', 'hash', 'kind'])
    .where('seq', '>=', seq)
    .orderBy('seq')
    .limit(3)
    .execute()
  const isMigration = later.length <= 1 && later.every(({ kind }) => kind === 'store.migrated')
  return last?.seq === seq && last.hash === hash && isMigration
}

/** Counts the data in the current store that the backup does not have. */
async function sinceOf({ read }: Store, head: ChainHead, takenAt: string) {
  const count = async (
    query: Promise<{ readonly rows: number | string | bigint }>,
  ): Promise<number> => Number((await query).rows)
  const [acts, orders, alerts] = await Promise.all([
    count(
      read
        .selectFrom('audit_entries')
        .select(({ fn }) => fn.countAll().as('rows'))
        .where('seq', '>', head.seq)
        .executeTakeFirstOrThrow(),
    ),
    count(
      read
        .selectFrom('orders')
        .select(({ fn }) => fn.countAll().as('rows'))
        .where('created_at', '>', takenAt)
        .executeTakeFirstOrThrow(),
    ),
    count(
      read
        .selectFrom('alerts')
        .select(({ fn }) => fn.countAll().as('rows'))
        .where('at', '>', takenAt)
        .executeTakeFirstOrThrow(),
    ),
  ])
  return { acts, orders, alerts }
}
