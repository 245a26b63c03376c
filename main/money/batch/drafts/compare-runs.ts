/**
 * Compares a batch with the last one of its kind: the same own account, SEC code and description,
 * or the same template. Shows which entries are added, gone or have another amount. Only reads.
 */
import { sql } from 'kysely'
import {
  mostShownDifferences,
  type RunComparison,
  type RunDifference,
} from '../../../../preload/contract/domain/batches/batch.ts'
import { maskedAccount } from '../../../../preload/contract/kernel/account-number.ts'
import type { Reader } from '../../../store/store.ts'
import { typedIn } from '../../batch-facts.ts'
import { mayBePaid } from '../../may-bank-have.ts'

/** An entry of one of the two batches. */
export interface RunEntry {
  readonly id: string
  /** Bank, account and direction. */
  readonly key: string
  readonly receiverName: string
  /** Masked. */
  readonly account: string
  /** Cents; null if unreadable. */
  readonly amount: number | null
}

const changeOf = ({ now, before }: RunDifference): number => Math.abs((now ?? 0) - (before ?? 0))

/**
 * Returns the differences, the largest first, and the number of equal entries. Of several entries
 * to one account, equal amounts belong together first.
 */
export function compareEntries(
  now: readonly RunEntry[],
  before: readonly RunEntry[],
): { readonly differences: RunDifference[]; readonly same: number } {
  const earlier = Map.groupBy(before, ({ key }) => key)
  const current = Map.groupBy(now, ({ key }) => key)
  const differences: RunDifference[] = []
  let same = 0
  for (const key of new Set([...current.keys(), ...earlier.keys()])) {
    const gone = [...(earlier.get(key) ?? [])]
    const other = (current.get(key) ?? []).filter(({ amount }) => {
      const at = gone.findIndex((one) => one.amount === amount)
      if (at >= 0) gone.splice(at, 1)
      return at < 0
    })
    same += (current.get(key)?.length ?? 0) - other.length
    for (const { id: entryId, receiverName, account, amount } of other) {
      const last = gone.shift()
      const of = { entryId, receiverName, account, now: amount }
      differences.push(
        last
          ? { ...of, kind: 'changed', before: last.amount }
          : { ...of, kind: 'added', before: null },
      )
    }
    for (const { receiverName, account, amount } of gone) {
      const of = { entryId: null, receiverName, account, now: null }
      differences.push({ ...of, kind: 'gone', before: amount })
    }
  }
  return { differences: differences.toSorted((a, b) => changeOf(b) - changeOf(a)), same }
}

/** Returns the comparison of a batch; `last` is null if there is no earlier one of its kind. */
export async function compareWithLast(reader: Reader, orderId: string): Promise<RunComparison> {
  const last = await lastRun(reader, orderId)
  const [now, before, totals] = await Promise.all([
    entriesOf(reader, orderId),
    last ? entriesOf(reader, last.orderId) : [],
    reader
      .selectFrom('batches')
      .select(['entries', 'credits', 'debits'])
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow(),
  ])
  const { differences, same } = compareEntries(now, last ? before : now)
  const of = (wanted: RunDifference['kind']): number =>
    differences.filter(({ kind }) => kind === wanted).length
  return {
    last: last ?? null,
    now: totals,
    counts: { changed: of('changed'), added: of('added'), gone: of('gone'), same },
    differences: differences.slice(0, mostShownDifferences),
  }
}

const lastRun = (reader: Reader, orderId: string) =>
  reader
    .selectFrom('orders as own')
    .innerJoin('batches as b', 'b.order_id', 'own.id')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.service', '=', 'own.service').onRef('o.id', '<>', 'own.id'),
    )
    .innerJoin('batches as l', 'l.order_id', 'o.id')
    .select(['o.id as orderId', 'o.reference as uuid', 'o.value_date as effectiveDate'])
    .select(['l.entries', 'l.credits', 'l.debits'])
    .where('own.id', '=', orderId)
    .where(mayBePaid('o'))
    // Entries presented again or reversed are no run of their own.
    .where('l.reversal_of', 'is', null)
    .where('l.reentry_of', 'is', null)
    .where(
      sql<boolean>`(b.template_id IS NOT NULL AND l.template_id = b.template_id
        OR own.debit_significant <> '' AND o.debit_significant = own.debit_significant
          AND upper(o.beneficiary) = upper(own.beneficiary))`,
    )
    .orderBy(sql`coalesce(o.released_at, o.submitted_at, o.created_at)`, 'desc')
    .orderBy('o.id', 'desc')
    .limit(1)
    .executeTakeFirst()

async function entriesOf(reader: Reader, orderId: string): Promise<RunEntry[]> {
  const rows = await reader
    .selectFrom('batch_entries')
    .select(['id', 'typed', 'account_significant', 'routing_number', 'direction', 'amount'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => {
    const { receiverName, accountNumber } = typedIn(row)
    return {
      id: row.id,
      key: JSON.stringify([row.routing_number, row.account_significant, row.direction]),
      receiverName,
      account: accountNumber.trim() === '' ? '' : maskedAccount(accountNumber.trim()),
      amount: row.amount,
    }
  })
}
