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
import { fitsPassphrase, pauseAfter } from '../profile/passphrases.ts'
import { createDraft } from '../platform/draft.ts'
import { isSameHead, leavingBehind, type StoredHead } from './stored-head.ts'
import type { ProfileRegistry, RealCard } from '../profile/profile-registry.ts'
import type { Shown } from './profiles-types.ts'
import type { ProfilesService } from './profiles.service.ts'
import { preparedPath, type ExaminedAdministrator, type ExaminedFile } from '../store/store-file.ts'
import { shownRefusal, type StoreRefusal } from '../store/store-error.ts'
import {
  examineStore,
  openStore,
  restoreStore,
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
    'replaceStore' | 'openSession' | 'storeKeyOf' | 'storedHeadOf' | 'whyRefused' | 'provesRecovery'
  >
  readonly profileRegistry: Pick<ProfileRegistry, 'cards' | 'places'>
  readonly startStoreWorker: StartStoreWorker
  readonly clock: Clock
  readonly newId: () => string
}

type Inspected = Promise<
  Result<
    RestoreDraft,
    Failure<'not-found'> | Failure<'backup-refused'> | Failure<'keychain-problem'>
  >
>
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
  /** Examines a backup file. */
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

type Tried = Promise<
  Result<null, Failure<'not-found'> | Failure<'backup-refused'> | Failure<'keychain-problem'>>
>
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
  readonly takenAt: string
  readonly head: ChainHead
  /** The administrators whose passphrase allows a restore while nobody is signed in. */
  readonly administrators: readonly ExaminedAdministrator[]
}

export function createRestores(deps: RestoresDeps): RestoresService {
  const { profiles, profileRegistry, startStoreWorker, clock } = deps
  const drafts = createDraft<Draft>(deps)
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

  /** True if the store in place was put there by copying a file. */
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
   * Records in a store the head that it discards, so that it opens although the keychain has a
   * different one. Returns that head; `before`: the head that the store already knows.
   */
  async function recordLeft(
    file: string,
    { card, key }: Draft,
    { actor, before }: { readonly actor: string; readonly before: StoredHead | null },
  ): Promise<Result<StoredHead | null, Failure<'store-refused'> | Failure<'keychain-problem'>>> {
    const stored = await profiles.storedHeadOf(card.id)
    if (!stored.ok) return stored.error.code === 'not-found' ? ok(null) : err(stored.error)
    if (stored.value === null || isSameHead(stored.value, before)) return ok(stored.value)
    const opened = await openStore({ file, key: new Uint8Array(key), startStoreWorker, clock })
    if (!opened.ok) return storeRefused(opened.error)
    try {
      await opened.value.note(leavingBehind(actor, stored.value))
    } finally {
      await opened.value.close()
    }
    return ok(stored.value)
  }

  /**
   * Puts it in place. Waits for a store that is slow to close; that store saves its last act in the
   * keychain as it closes, and the new store records this head too.
   */
  async function put(
    draft: Draft,
    actor: string,
  ): Promise<Result<null, Failure<'store-refused'> | Failure<'keychain-problem'>>> {
    const file = profileRegistry.places(draft.card.id).store
    const recorded = await recordLeft(preparedPath(file), draft, { actor, before: null })
    if (!recorded.ok) return recorded
    const there = await putWhenClosed({ file, startStoreWorker })
    if (!there.ok) return there
    const after = await recordLeft(file, draft, { actor, before: recorded.value })
    return after.ok ? ok(null) : after
  }

  /** Records the restore in the prepared store and closes it, so that it can be put in place. */
  async function recordRestore(
    { card, key, takenAt, head }: Pick<Draft, 'card' | 'key' | 'takenAt' | 'head'>,
    act: { readonly actor: string; readonly reason: string },
    file = preparedPath(profileRegistry.places(card.id).store),
  ): Promise<Result<null, Failure<'store-refused'>>> {
    const opened = await openStore({ file, key: new Uint8Array(key), startStoreWorker, clock })
    if (!opened.ok) return storeRefused(opened.error)
    const store = opened.value
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
    } finally {
      await store.close()
    }
    const examined = await examineStore({ file, key: new Uint8Array(key), startStoreWorker })
    return examined.ok ? ok(null) : storeRefused(examined.error)
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

  function replace(draft: Draft, actor: string, reason: string): Restored {
    drafts.forget()
    return profiles.replaceStore(draft.card.id, {
      prepare: () => recordRestore(draft, { actor, reason }),
      put: () => put(draft, actor),
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
      drafts.forget()
      const key = await profiles.storeKeyOf(profileId)
      if (!key.ok) return key
      const file = preparedPath(profileRegistry.places(card.id).store)
      await removePrepared(file)
      const isInPlace = path === profileRegistry.places(card.id).store
      const given = { card, path, file, key: key.value, startStoreWorker, isInPlace }
      const read = await readBackup(given)
      if (!read.ok) {
        await removePrepared(file)
        return read
      }
      const { examined, takenAt, bytes } = read.value
      const { head, version, isOlder } = examined
      const now = profiles.openSession(card.id)?.services?.store
      // An operator who is signed in to the profile needs no other proof.
      const administrators = isSignedOutRestore(card.id)
        ? await administratorsOf(card, key.value, examined)
        : []
      const draftId = drafts.put({ card, key: key.value, takenAt, head, administrators })
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
        since: now === undefined ? null : await sinceOf(now, head, takenAt),
        actsMissing: await missingOf(card.id, head),
        administrators: administrators.map((one) => ({ id: one.id, name: one.name })),
      })
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
      const file = `${profileRegistry.places(profileId).store}.trial`
      await removePrepared(file)
      try {
        const given = { card, path, file, key: key.value, startStoreWorker, isInPlace: false }
        const read = await readBackup(given)
        if (!read.ok) return read
        const { takenAt, examined } = read.value
        const trial = { card, key: key.value, takenAt, head: examined.head }
        const recorded = await recordRestore(
          trial,
          { actor: 'system', reason: 'Test of a backup' },
          file,
        )
        if (recorded.ok) return ok(null)
        const { reason, detail } = recorded.error
        return err({ code: 'backup-refused', why: 'unreadable', detail: detail ?? reason })
      } finally {
        await removePrepared(file)
      }
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

async function removePrepared(file: string): Promise<void> {
  for (const name of await readdir(dirname(file))) {
    if (name.startsWith(basename(file))) await rm(join(dirname(file), name), { force: true })
  }
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
