/**
 * Chooses the queries of an account list for a batch: the days and the amounts (bank notes 43 and
 * 83).
 */
import { daysLater } from '../../../../preload/contract/kernel/calendar.ts'
import { collectionDay } from './batch-collection.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import { maxRecallDays } from '../../../../preload/contract/bank/ach-inquiry/request-rules.ts'
import { dayRanges, type DayRange } from '../../../bank/apis/ach-list-limits.ts'
import type { AchInquiryApi } from '../../../bank/apis/ach-inquiry.ts'
import type { AchOriginationApi } from '../../../bank/apis/ach-origination.ts'
import type { OrderRouteResult } from '../../order/status/inquiry-verdict.ts'
import type { CallBlocked } from '../../../profile/session-context.ts'
import type { LearnedBatch } from './batch-inquiry-learned.ts'

/** The result of a status inquiry of a batch by one route. */
export interface BatchRouteResult extends Omit<OrderRouteResult, 'saveAlong'> {
  /** Findings about the batch. */
  readonly learned?: LearnedBatch
}

/** The bank APIs for a status inquiry of a batch. */
export interface BatchInquiryApi {
  readonly addendaStatus: AchOriginationApi['addendaStatus']
  /** Or why no list can be queried. */
  readonly inquiry: Result<Pick<AchInquiryApi, 'list' | 'detail'>, CallBlocked>
}

/** A batch in a status inquiry. */
export interface SoughtBatch {
  readonly uuid: string
  /**
   * The own account as inquiry takes it: leading zeros are removed only if they alone make it too
   * long (bank note 36).
   */
  readonly account: string
  /** The other own accounts that the bank may debit, because the request of a batch names none. */
  readonly others: readonly string[]
  /** YYYY-MM-DD, New York: the first and last sending, the requested effective date, and today. */
  readonly sentOn: string
  readonly lastSentOn: string
  readonly effectiveDate: string
  readonly today: string
  readonly entries: readonly SoughtEntry[]
}

/** An entry in a status inquiry. */
export interface SoughtEntry {
  readonly id: string
  /** Cents; null if it cannot be read. */
  readonly amount: number | null
  readonly account_significant: string
  readonly routing_number: string
}

/**
 * Up to this many amounts are queried one by one; beyond that the rarest, and then the whole range
 * of amounts.
 */
const [mostAmounts, rarest] = [10, 3]
/** The bank collects around the effective date. */
const daysAround = 3

/**
 * Returns the days on which the list can show the entries, in queries that begin today or earlier;
 * none if inquiry does not go back so far.
 */
export function windowsOf(
  batch: Pick<SoughtBatch, 'sentOn' | 'lastSentOn' | 'effectiveDate' | 'today'>,
): DayRange[] {
  const { sentOn, today } = batch
  const fromDate = daysLater(sentOn, -1)
  if (fromDate < daysLater(today, -maxRecallDays)) return []
  return dayRanges(fromDate, daysLater(collectionDay(batch), daysAround), today)
}

/** The amounts of a query. */
export interface Amounts {
  /** Cents; null means any amount. */
  readonly limits: { readonly least: number; readonly most: number } | null
  /** All rows of the range are read, not only those of one amount. */
  readonly isWide: boolean
}

/**
 * Returns the queries of a batch by amount, the rarest first, because rare amounts have few
 * candidates. Together they cover every entry that moves money. A prenote moves none, and no
 * document says whether the bank lists one; if there is nothing else, or an amount cannot be read,
 * all rows of the account are read.
 */
export function amountQueries({ entries }: Pick<SoughtBatch, 'entries'>): readonly Amounts[] {
  const counts = new Map<number, number>()
  for (const { amount } of entries) {
    if (amount !== null && amount !== 0) counts.set(amount, (counts.get(amount) ?? 0) + 1)
  }
  const amounts = [...counts].sort(([, one], [, other]) => one - other).map(([amount]) => amount)
  const single = (amount: number): Amounts => ({
    limits: { least: amount, most: amount },
    isWide: false,
  })
  if (amounts.length === 0 || entries.some(({ amount }) => amount === null)) {
    return [...amounts.slice(0, rarest).map(single), { limits: null, isWide: true }]
  }
  if (amounts.length <= mostAmounts) return amounts.map(single)
  const sorted = amounts.toSorted((one, other) => one - other)
  const limits = { least: sorted[0] ?? 0, most: sorted.at(-1) ?? 0 }
  return [...amounts.slice(0, rarest).map(single), { limits, isWide: true }]
}
