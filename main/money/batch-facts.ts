/**
 * Facts of batches, their entries and templates that lists outside this room need too: the inbox,
 * the overview, reconciliation and sweeps. Only reads.
 */
import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import type { EntryState, OtherAccount } from '../../preload/contract/domain/batches/batch.ts'
import { recurrence } from '../../preload/contract/domain/batches/drafts.ts'
import { typedEntry, type TypedEntry } from '../../preload/contract/domain/batches/entry.ts'
import { maskedAccount } from '../../preload/contract/kernel/account-number.ts'
import { addBankingDays } from '../../preload/contract/kernel/banking-days.ts'
import type { StoredAccount } from '../profile/profile-records.ts'
import type { BatchEntriesTable } from '../store/tables/batches.ts'
import type { BatchTemplatesTable } from '../store/tables/recurring.ts'
import type { Reader } from '../store/store.ts'
import { isLiving } from './may-bank-have.ts'

/** Returns an entry as it was typed. */
export const typedIn = ({ typed }: Pick<Selectable<BatchEntriesTable>, 'typed'>): TypedEntry =>
  typedEntry.parse(JSON.parse(typed))

/**
 * Returns the state that a status means; null if it says nothing. POSTED still occurs and means no
 * more than collected (bank note 50).
 */
export function entryStateOf(statusText: string | null): EntryState | null {
  switch (statusText?.trim().toUpperCase() ?? '') {
    case '':
      return null
    case 'COLLECTED':
    case 'POSTED':
      return 'collected'
    case 'SETTLED':
      return 'settled'
    case 'RETURNED':
      return 'returned'
    default:
      return 'unclear'
  }
}

/**
 * Whether an order in one of these states presents an entry again. Few entries follow another, so
 * they are read first; SQLite's own plan would scan all entries of all batches in these states.
 */
const isPresented = (states: RawBuilder<SqlBool>) =>
  sql<SqlBool>`(e.id IN (SELECT f.follows_entry FROM batch_entries AS f INDEXED BY batch_entries_by_followed
    CROSS JOIN orders AS fo ON fo.id = f.order_id
    CROSS JOIN batches AS fb ON fb.order_id = f.order_id
    WHERE f.follows_entry IS NOT NULL AND fb.reversal_of IS NULL AND ${states}))`

/** An entry is handled once the bank accepted another one that presents it again. */
const hasAcceptedFollowUp = isPresented(sql`fo.state = 'accepted'`)
/** Whether a follow-up of entry `e` is on its way: a forgotten draft pays nobody, so it handles nothing yet. */
export const isPrepared = isPresented(sql`(fo.state <> 'accepted' AND ${isLiving('fo')})`)

/**
 * Whether entry `e` is corrected. A refused or withdrawn correction does not count, and one that
 * leaves something open does not close it.
 */
export const isCorrected = sql`(e.correction IS NOT NULL AND (e.correction -> '$.acknowledged' IS NOT NULL
  OR coalesce(CAST(e.correction ->> '$.whole' AS bigint), 1) = 1 AND EXISTS (SELECT 1 FROM payee_versions AS v
    WHERE v.payee_id = e.correction ->> '$.payeeId' AND v.version = CAST(e.correction ->> '$.version' AS bigint)
      AND v.state IN ('proposed', 'approved'))))`
/** Acknowledged for the bank's latest status at that time. */
const isVerdictAcknowledged = sql`coalesce(e.correction ->> '$.verdictAcknowledged.verdict' = e.verdict, false)`
/** Whether entry `e`, which was not accepted, is handled: presented again or acknowledged. */
export const isNotAcceptedHandled = sql`(${hasAcceptedFollowUp} OR ${isVerdictAcknowledged})`
/** Whether the return of entry `e` is handled: presented again or acknowledged. */
export const isReturnHandled = sql<SqlBool>`(${hasAcceptedFollowUp} OR coalesce(e.correction -> '$.returnAcknowledged', '') <> '')`

/** Whether the unclear state of entry `e` was acknowledged, and nothing was reported since. */
export const isStateAcknowledged = sql<SqlBool>`(coalesce(CAST(e.correction ->> '$.stateAcknowledged.until' AS bigint), -1) >=
  coalesce((SELECT max(v.seq) FROM batch_entry_status_events AS v WHERE v.entry_id = e.id), 0))`

/** Returns may come for 60 days after the effective date; the last days are polled once more. */
export const trackedDays = 61

/** Fewer digits are a shortened account and identify none. */
const fewestDigits = 6

/**
 * The account used to query the entries of an order and its batch under these names, without
 * leading zeros.
 */
export const queriedAccountOf = (order: 'o' | 'orders', batch: 'b' | 'batches') =>
  sql<string>`coalesce(${sql.ref(`${batch}.debited_significant`)}, ${sql.ref(`${order}.debit_significant`)})`

/**
 * For entry `e`, order `o` and batch `b`: the bank showed another account on our side than the one
 * queried.
 */
export const isDebitedElsewhere = sql<SqlBool>`(e.debited_significant IS NOT NULL
  AND length(e.debited_significant) >= ${sql.lit(fewestDigits)}
  AND substr(${queriedAccountOf('o', 'b')}, -length(e.debited_significant)) <> e.debited_significant)`

/** Returns another debited account for display. Accounts are given without leading zeros. */
export function shownOther(
  of: {
    readonly orderId: string
    readonly entries: number
    readonly queried: string
    readonly debited: string
  },
  accounts: readonly StoredAccount[],
): OtherAccount {
  const ownOf = (account: string) => accounts.find((one) => one.account_significant === account)
  const masked = (account: string) => maskedAccount(ownOf(account)?.account_number ?? account)
  const own = ownOf(of.debited)
  return {
    orderId: of.orderId,
    entries: of.entries,
    queried: masked(of.queried),
    debited: masked(of.debited),
    debitedId: own?.id ?? null,
    debitedName: own?.name ?? null,
  }
}

const heads = [
  'id',
  'name',
  'form',
  'entry_count',
  'credits',
  'debits',
  'recurrence',
  'next_date',
  'owner',
  'at',
  'version',
] as const

/** Selects templates that were not removed, without their entries. */
export const templateHeads = (reader: Reader) =>
  reader.selectFrom('batch_templates').select(heads).where('removed_at', 'is', null)

/** The name of a template as names are compared and sorted. */
export const templateName = sql<string>`lower(batch_templates.name)`

type Recurring = Pick<Selectable<BatchTemplatesTable>, 'recurrence' | 'next_date'>

/** Returns the recurrence; null if the template does not recur. */
export const recurrenceIn = ({ recurrence: text }: Pick<Recurring, 'recurrence'>) =>
  text === null ? null : recurrence.parse(JSON.parse(text))

/** Returns whether a template's next date is past without a draft, so that it waits for a person. */
export const isMissed = ({ recurrence: text, next_date }: Recurring, today: string): boolean =>
  text !== null && next_date !== null && next_date < today

/** Returns the day on which the next draft is prepared; null if the template does not recur. */
export function preparedOn(row: Recurring): string | null {
  const recurs = recurrenceIn(row)
  return recurs === null || row.next_date === null
    ? null
    : addBankingDays(row.next_date, -recurs.daysAhead)
}

/** Returns whether the next draft of a template is due. */
export function isDue(row: Recurring, today: string): boolean {
  const on = preparedOn(row)
  return on !== null && on <= today
}
