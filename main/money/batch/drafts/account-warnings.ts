/**
 * Warns about accounts of a batch by earlier records: recent prenotifications, and accounts of
 * persons in batches for businesses. These are network rules, so they warn and never block.
 */
import { sql } from 'kysely'
import { refusedVerdicts } from '../../../../preload/contract/bank/ach-origination/answered-entries.ts'
import type { RequestWarning } from '../../../../preload/contract/kernel/request-warning.ts'
import { matchingClasses } from '../../../../preload/contract/domain/validation-reading.ts'
import { addBankingDays, networkDay } from '../../../../preload/contract/kernel/banking-days.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Reader } from '../../../store/store.ts'
import { conclusiveClasses } from '../ownership/store.ts'
import { rowsText } from '../entries/entry-rows.ts'
import { effectiveDateOf } from '../tracking/tracked-batch.ts'
import { mayBankHave } from '../../may-bank-have.ts'

/** Banking days that a live entry waits after the prenotification to its account. */
const prenoteDays = 3

/**
 * Returns the warnings of a batch that may still leave; one SQL statement for each rule, whatever
 * its size.
 */
export async function accountWarnings(
  { reader, clock }: { readonly reader: Reader; readonly clock: Pick<Clock, 'now'> },
  orderId: string,
): Promise<RequestWarning[]> {
  const warnings = await Promise.all([
    earlyAfterPrenote(reader, orderId, clock.now()),
    businessEntriesToPersons(reader, orderId),
  ])
  return warnings.flat()
}

const isPrenote = (entry: string) =>
  sql`upper(trim(json_extract(${sql.ref(`${entry}.typed`)}, '$.transactionType'))) = 'P'`

/** An account with a prenotification of one batch. */
interface PrenotedAccount {
  readonly account: string
  readonly routing: string
  readonly released: string
  readonly bank_effective_date: string | null
  readonly value_date: string
}

/**
 * Finds live entries to accounts whose prenotification left, or may have left, with another batch
 * less than three banking days ago. Counted from the later of its release day and its effective
 * date, which is the bank's if it gave one (bank note 83).
 */
async function earlyAfterPrenote(
  reader: Reader,
  orderId: string,
  now: Date,
): Promise<RequestWarning[]> {
  const today = networkDay(now)
  // Three banking days are never more than two weeks, and the effective date may be a month ahead.
  const since = new Date(now.getTime() - 14 * 86_400_000).toISOString()
  // Joined in memory, because the store's query plan would be quadratic in the size of a batch.
  const noted = sql<PrenotedAccount>`(
    SELECT p.account_significant AS account, p.routing_number AS routing,
      o.released_at AS released, b.bank_effective_date, o.value_date
    FROM orders AS o CROSS JOIN batches AS b ON b.order_id = o.id
      CROSS JOIN batch_entries AS p INDEXED BY batch_entries_in_order ON p.order_id = o.id
    WHERE ${mayBankHave('o')}
      AND o.service IN ('CCD', 'CTX', 'PPD') AND o.id <> ${orderId}
      AND (o.released_at >= ${since} OR o.value_date >= ${since.slice(0, 10)})
      AND ${isPrenote('p')} AND coalesce(p.verdict, '') NOT IN (${sql.join(refusedVerdicts)})
    GROUP BY o.id, b.order_id, 1, 2)`
  const notes = await reader.selectFrom(noted.as('n')).selectAll().execute()
  if (notes.length === 0) return []
  const liveFrom = liveFromReader()
  const fromByAccount = new Map<string, string>()
  for (const note of notes) {
    const key = `${note.routing} ${note.account}`
    const from = liveFrom({
      released: note.released,
      effective: effectiveDateOf({ batch: note, order: note }),
    })
    if (from > (fromByAccount.get(key) ?? '')) fromByAccount.set(key, from)
  }
  const waiting = (await placedEntries(reader, orderId)).flatMap(
    ({ number, key, isPrenote: is }) => {
      const from = is ? undefined : fromByAccount.get(key)
      return from !== undefined && today < from ? [{ number, from }] : []
    },
  )
  if (waiting.length === 0) return []
  const from = waiting.reduce((last, one) => (one.from > last ? one.from : last), '')
  const rowsNamed = rowsText(waiting.map(({ number }) => number))
  const message = `Live entries must wait three banking days after a prenotification to their account. One was sent with another batch: wait until ${from}, ${rowsNamed}`
  return [{ path: 'details', message, source: 'network', where: 'Nacha, prenotifications' }]
}

/**
 * Returns from when on a live entry may follow; computed once for each batch of prenotifications,
 * not for each entry.
 */
function liveFromReader() {
  const known = new Map<string, string>()
  return ({ released, effective }: { readonly released: string; readonly effective: string }) => {
    const key = `${released} ${effective}`
    const day = () => networkDay(new Date(released))
    const later = (on: string): string => (effective > on ? effective : on)
    const from = known.get(key) ?? addBankingDays(later(day()), prenoteDays)
    known.set(key, from)
    return from
  }
}

/** Returns the entries of a batch that name an account, with their places from 1. */
async function placedEntries(reader: Reader, orderId: string) {
  const rows = await reader
    .selectFrom('batch_entries as e')
    .select(['account_significant', 'routing_number'])
    .select(sql<number>`${isPrenote('e')}`.as('prenote'))
    .where('order_id', '=', orderId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows
    .map((row, at) => ({
      number: at + 1,
      account: row.account_significant,
      isPrenote: row.prenote === 1,
      key: `${row.routing_number} ${row.account_significant}`,
    }))
    .filter(({ account }) => account !== '')
}

const matched: readonly string[] = matchingClasses

/**
 * Finds CCD and CTX entries whose account belongs to a person, by the newest check that identified
 * the owner.
 */
async function businessEntriesToPersons(
  reader: Reader,
  orderId: string,
): Promise<RequestWarning[]> {
  const order = await reader
    .selectFrom('orders')
    .select('service')
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (order?.service !== 'CCD' && order?.service !== 'CTX') return []
  const checks = await reader
    .selectFrom('validations')
    .select(['account_significant', 'routing_number', 'owner_kind', 'result_class'])
    .where('owner_kind', '<>', 'none')
    .where('result_class', 'in', [...conclusiveClasses])
    .where(
      sql<boolean>`account_significant IN (SELECT account_significant FROM batch_entries
        WHERE order_id = ${orderId} AND account_significant <> '')`,
    )
    .orderBy('at')
    .orderBy('id')
    .execute()
  if (checks.length === 0) return []
  // Later rows overwrite earlier ones, so the newest check remains.
  const newest = new Map(
    checks.map((one) => [`${one.routing_number} ${one.account_significant}`, one]),
  )
  const rows = (await placedEntries(reader, orderId)).filter(({ key }) => {
    const check = newest.get(key)
    // At any score, because only the kind of owner matters here.
    return check?.owner_kind === 'person' && matched.includes(check.result_class)
  })
  if (rows.length === 0) return []
  const rowsNamed = rowsText(rows.map(({ number }) => number))
  const message = `The newest ownership check found a person\u2019s account. CCD and CTX entries to it may be returned as R05: ${rowsNamed}`
  return [{ path: 'details', message, source: 'network', where: 'Nacha, return reason R05' }]
}
