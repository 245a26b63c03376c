/**
 * Stored ownership checks: the begin and end of each run, which are audit acts, and the newest
 * check of each entry. A run without an end was interrupted; the rest is computed from the stored
 * answers, and only a person resumes it.
 */
import { sql } from 'kysely'
import type {
  EntryOwnership,
  OwnershipRun,
} from '../../../../preload/contract/domain/batches/drafts.ts'
import { z } from '../../../../preload/contract/kernel/zod.ts'
import { homeKey } from '../../../store/others-acts.ts'
import type { Store } from '../../../store/store.ts'
import type {
  AccountReading,
  OwnerKind,
} from '../../../../preload/contract/bank/account-validation.ts'
import {
  classAt,
  differingNames,
  type ResultClass,
  resultClasses,
  scoredClasses,
} from '../../../../preload/contract/domain/validation-reading.ts'
import { sameAccount, sameRouting } from '../../../../preload/contract/kernel/account-number.ts'
import { inSlices } from '../../../platform/slices.ts'
import type { OrderContext } from '../../order/types.ts'
import { typedIn } from '../../batch-facts.ts'
import { type KindEntry, ownerKindsOf } from './entry-owner-kind.ts'
import { isAboutPayee } from '../../order/approval/ownership.ts'

/** A longer choice of entries is not stored and must be made again. */
const mostChosenStored = 200

const begunKind = 'batch.owners-begun'
const endedKind = 'batch.owners-ended'

export interface OwnershipWish {
  /** Null means all entries. */
  readonly entryIds: readonly string[] | null
  readonly maxAgeHours: number
  /**
   * An answer since this instant (ISO UTC) is young enough too, because it came from the resumed
   * run.
   */
  readonly since: string | null
}

const begunDetail = z.object({
  /** Number of chosen entries; null means all. */
  chosen: z.int().nullable(),
  entryIds: z.array(z.string()).nullable(),
  maxAgeHours: z.number(),
  since: z.string().nullable(),
  of: z.int(),
  reused: z.int(),
  /** Where it began; absent in a store that one program has open. */
  [homeKey]: z.string().optional(),
})
const endedDetail = z.object({
  state: z.enum(['stopped', 'done', 'failed']),
  why: z.string().nullable(),
  done: z.int(),
})

/** A stored run. `ended` null: the program ended, or the profile was left, first. */
export interface StoredRun {
  readonly begun: z.infer<typeof begunDetail> & { readonly at: string }
  readonly ended: z.infer<typeof endedDetail> | null
  /** Number of inquiries sent. */
  readonly started: number
}

/** Records the begin of a run. */
export function saveBegun(
  store: Store,
  { id, of, reused }: OwnershipRun,
  { entryIds, maxAgeHours, since }: OwnershipWish,
  actor: string,
): Promise<void> {
  const chosen = entryIds?.length ?? null
  const ids = entryIds !== null && entryIds.length <= mostChosenStored ? [...entryIds] : null
  const detail = { chosen, entryIds: ids, maxAgeHours, since, of, reused }
  return store.note({ actor, kind: begunKind, subject: id, detail })
}

/** Records the end of a run. */
export function saveEnded(
  store: Store,
  { id, state, why, done }: OwnershipRun,
  actor: string,
): Promise<void> {
  return store.note({ actor, kind: endedKind, subject: id, detail: { state, why, done } })
}

/** Returns the newest run of a batch; null if there was none. */
export async function storedRun(
  { read }: Pick<Store, 'read'>,
  id: string,
): Promise<StoredRun | null> {
  const acts = read.selectFrom('audit_entries').where('subject', '=', id)
  const newest = await acts
    .select(['seq', 'at', 'kind', 'detail'])
    .where('kind', 'in', [begunKind, endedKind])
    .orderBy('seq', 'desc')
    .limit(2)
    .execute()
  const begun = newest.find(({ kind }) => kind === begunKind)
  if (!begun) return null
  const ended = newest.find(({ kind, seq }) => kind === endedKind && seq > begun.seq)
  const { started } = await acts
    .select(sql<number>`count(*)`.as('started'))
    .where('kind', '=', 'batch.owner-checked')
    .where('seq', '>', begun.seq)
    .executeTakeFirstOrThrow()
  return {
    begun: { ...begunDetail.parse(JSON.parse(begun.detail)), at: begun.at },
    ended: ended ? endedDetail.parse(JSON.parse(ended.detail)) : null,
    started,
  }
}

/**
 * Returns the request that resuming repeats; null if the choice of entries was too long to store.
 */
export const wishOf = ({ begun }: StoredRun): OwnershipWish | null =>
  begun.chosen !== null && begun.entryIds === null
    ? null
    : { entryIds: begun.entryIds, maxAgeHours: begun.maxAgeHours, since: begun.since ?? begun.at }

/**
 * Returns a stored run that is not active here. `remaining`: accounts without a young enough
 * answer; null if the choice of entries was not stored.
 */
export function shownStored(
  id: string,
  run: StoredRun,
  remaining: number | null,
  home: string | null,
): OwnershipRun {
  const { begun, ended, started } = run
  const counts = { of: begun.of, reused: begun.reused, remaining: 0 }
  if (ended) return { id, ...ended, ...counts }
  if (remaining === 0) return { id, state: 'done', why: null, done: begun.of, ...counts }
  const done = remaining === null ? Math.min(started, begun.of) : Math.max(0, begun.of - remaining)
  const why = interruptedText(run, remaining, home)
  return { id, state: 'interrupted', why, done, ...counts, remaining: remaining ?? 0 }
}

const interruptedText = (
  { begun, started }: StoredRun,
  remaining: number | null,
  home: string | null,
): string => {
  const shown = (count: number): string => count.toLocaleString('en-US')
  const isOwn = (begun[homeKey] ?? home) === home
  const event = isOwn
    ? 'The program ended or the profile was closed during the check.'
    : 'Another workstation started the check, and may still run it.'
  const was = `${event} Calls started: ${shown(started)}, for ${shown(begun.of)} accounts.`
  return remaining === null
    ? `${was} The ${shown(begun.chosen ?? 0)} selected entries were not recorded. Select them again.`
    : `${was} Accounts without a recent check: ${shown(remaining)}. Continuing checks only these.`
}

const hourMs = 3_600_000

/** Results that say something about the account; all others mean that nothing was learned. */
export const conclusiveClasses: readonly ResultClass[] = [
  ...scoredClasses,
  'owner-not-checked',
  'account-closed',
  'account-not-found',
  'cannot-tell',
]

export type OwnershipDeps = Pick<OrderContext, 'store' | 'clock' | 'waits' | 'settings'>

/** A row of the statement. */
interface FoundCheck {
  readonly entry_id: string
  readonly typed: string
  readonly order_id: string
  readonly payee_id: string | null
  readonly owner_kind: OwnerKind
  readonly validation_id: string
  readonly at: string
  readonly routing_number: string
  readonly account_significant: string
  readonly owner_name: string
  readonly result_class: string
  readonly score: number | null
  readonly letters: string | null
  readonly answered_account: string | null
  readonly answered_routing: string | null
}

const isKnown = (text: string): text is ResultClass => resultClasses.some((known) => known === text)

/**
 * Uses the threshold in force. An answer about another account says nothing about this one (bank
 * note 36).
 */
function classOf(found: FoundCheck, threshold: number): ResultClass {
  const { score, answered_account: account, answered_routing: routing } = found
  const isAnother =
    (account !== null && !sameAccount(account, found.account_significant)) ||
    (routing !== null && !sameRouting(routing, found.routing_number))
  if (isAnother) return 'cannot-tell'
  return isKnown(found.result_class)
    ? classAt(found.result_class, score, threshold)
    : 'not-understood'
}

const kindEntry = (one: FoundCheck): KindEntry => ({
  id: one.entry_id,
  orderId: one.order_id,
  payeeId: one.payee_id,
  account: one.account_significant,
  routingNumber: one.routing_number,
})

const lettersIn = ({ letters }: FoundCheck): AccountReading['matches'] =>
  letters === null ? {} : (JSON.parse(letters) as AccountReading['matches'])

/**
 * Reads with one SQL statement the newest check of each entry's account, bank, receiver name and kind of owner; checks
 * without a result give way to older ones with one. Entries without a check are absent. Ages are in
 * hours, by the later clock.
 */
export async function ownershipOfEntries(
  { store, clock, waits, settings }: OwnershipDeps,
  orderId: string,
): Promise<EntryOwnership[]> {
  const conclusive = sql.join(conclusiveClasses)
  const found = await store.read
    .selectFrom(
      sql<FoundCheck>`(
        SELECT e.id AS entry_id, e.typed, e.order_id, e.payee_id, v.id AS validation_id, v.at,
          v.owner_kind, v.routing_number, v.account_significant, v.owner_name, v.result_class, v.score,
          json_extract(v.outcome, '$.reading.matches') AS letters,
          json_extract(v.outcome, '$.reading.accountNumber') AS answered_account,
          json_extract(v.outcome, '$.reading.routingNumber') AS answered_routing,
          row_number() OVER (
            PARTITION BY e.id, v.owner_kind, v.owner_name
            ORDER BY v.result_class IN (${conclusive}) DESC, v.at DESC, v.id DESC
          ) AS newest
        FROM batch_entries e
        JOIN validations v ON v.account_significant = e.account_significant
          AND v.routing_number = e.routing_number AND v.owner_kind <> 'none'
        WHERE e.order_id = ${orderId} AND e.account_significant <> ''
      )`.as('checks'),
    )
    .selectAll()
    .where(sql<boolean>`newest = 1`)
    .orderBy(sql`result_class IN (${conclusive})`, 'desc')
    .orderBy('at', 'desc')
    .execute()
  const kindOf = await ownerKindsOf(store.read, found.map(kindEntry))
  const now = waits.latest().getTime()
  const threshold = settings.current().scoreThreshold
  const checks = new Map<string, EntryOwnership>()
  const take = (one: FoundCheck): void => {
    if (checks.has(one.entry_id)) return
    const kind = kindOf(kindEntry(one))
    if (one.owner_kind !== kind) return
    if (!isAboutPayee(one.owner_name, typedIn(one).receiverName, kind)) return
    checks.set(one.entry_id, {
      entryId: one.entry_id,
      validationId: one.validation_id,
      at: one.at,
      score: one.score,
      resultClass: classOf(one, threshold),
      differingNames: differingNames({ matches: lettersIn(one) }),
      ageHours: Math.max(0, (now - Date.parse(one.at)) / hourMs),
    })
  }
  await inSlices(found, take, () => clock.monotonicMs())
  return [...checks.values()]
}
