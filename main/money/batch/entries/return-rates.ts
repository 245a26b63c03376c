/**
 * Computes return rates of debits against the network's thresholds over 60 days: 0.5 %
 * unauthorized, 3 % administrative, 15 % overall (Nacha, return rates). Integer arithmetic
 * throughout.
 */
import { sql } from 'kysely'
import { daysLater } from '../../../../preload/contract/kernel/calendar.ts'
import { networkDay } from '../../../../preload/contract/kernel/banking-days.ts'
import type { ReturnRates } from '../../../../preload/contract/domain/batches/exceptions.ts'
import type { BatchContext } from '../types.ts'

/** The days that rates look back. */
export const rateDays = 60

/**
 * Each group with its return codes and its threshold in hundredths of a percent; no codes means
 * every return.
 */
export const rateGroups = [
  { group: 'unauthorized', codes: ['R05', 'R07', 'R10', 'R29', 'R51'], threshold: 50 },
  { group: 'administrative', codes: ['R02', 'R03', 'R04'], threshold: 300 },
  { group: 'overall', codes: [], threshold: 1_500 },
] as const

/**
 * Returns the rate of one group. Pure. The rate is in hundredths of a percent, cut off; the
 * comparison with the threshold is exact.
 */
export function rateOf(
  { group, codes, threshold }: (typeof rateGroups)[number],
  returns: number,
  debits: number,
): ReturnRates['groups'][number] {
  const scaled = BigInt(returns) * 10_000n
  return {
    group,
    codes: [...codes],
    returns,
    threshold,
    basisPoints: debits === 0 ? null : Number(scaled / BigInt(debits)),
    isAbove: debits > 0 && scaled > BigInt(threshold) * BigInt(debits),
  }
}

/** The time of acceptance: when its last sending ended. */
const acceptedAt = sql<string>`coalesce(
  (SELECT max(coalesce(a.ended_at, a.journalled_at)) FROM order_attempts AS a WHERE a.order_id = o.id),
  o.released_at, o.updated_at)`

/**
 * Returns the rates of debits of batches accepted within the last 60 days; a prenotification is no
 * debit.
 */
export async function returnRates({
  store,
  clock,
}: Pick<BatchContext, 'store' | 'clock'>): Promise<ReturnRates> {
  const now = clock.now()
  const to = networkDay(now)
  const from = daysLater(to, -rateDays)
  const since = new Date(now.getTime() - rateDays * 86_400_000).toISOString()
  const rows = await store.read
    .selectFrom('batch_entries as e')
    .innerJoin('orders as o', 'o.id', 'e.order_id')
    .select([
      sql<string>`iif(e.returned_at IS NULL, '', upper(trim(coalesce(e.return_code, '?'))))`.as(
        'code',
      ),
      sql<number>`count(*)`.as('count'),
    ])
    .where('o.state', '=', 'accepted')
    .where('e.direction', '=', 'D')
    .where('e.amount', '>', 0)
    .where(sql<boolean>`coalesce(e.verdict, 'accepted') <> 'rejected'`)
    .where(sql<boolean>`${acceptedAt} >= ${since}`)
    .groupBy('code')
    .execute()
  const sum = (fits: (code: string) => boolean): number =>
    rows.filter(({ code }) => fits(code)).reduce((total, { count }) => total + count, 0)
  const debits = sum(() => true)
  const groups = rateGroups.map((one) => {
    const codes: readonly string[] = one.codes
    return rateOf(
      one,
      sum((code) => code !== '' && (codes.length === 0 || codes.includes(code))),
      debits,
    )
  })
  return { from, to, debits, groups }
}
