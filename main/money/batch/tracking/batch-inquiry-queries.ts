/** What the list of an account is asked for a batch: in which days, and for which amounts (traps 43 and 83). */
import { daysLater } from '../../../../preload/contract/bank/ach-inquiry/days.ts'
import { collectionDay } from './batch-collection.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import type { AchInquiryApi } from '../../../bank/apis/ach-inquiry/ach-inquiry.ts'
import type { AchOriginationApi } from '../../../bank/apis/ach-origination.ts'
import type { WayAsked as OrderWayAsked } from '../../order/status/inquiry-verdict.ts'
import type { CallBlocked } from '../../../profile/session-context.ts'
import type { LearnedBatch } from './batch-inquiry-learned.ts'

/** What came of asking one way for a batch. */
export interface WayAsked extends Omit<OrderWayAsked, 'keep'> {
  /** What became known of it. */
  readonly learned?: LearnedBatch
}

/** What of the bank's APIs looks a batch up. */
export interface BatchAskingApi {
  readonly addendaStatus: AchOriginationApi['addendaStatus']
  /** Or why nothing can be listed. */
  readonly inquiry: Result<Pick<AchInquiryApi, 'list' | 'detail'>, CallBlocked>
}

/** A batch that is looked for. */
export interface SoughtBatch {
  readonly uuid: string
  /** The own account, as it is listed: leading zeros go only where they alone make it too long (trap 36). */
  readonly account: string
  /** The other own accounts that the bank may debit for it: the request of a batch names none. */
  readonly others: readonly string[]
  /** YYYY-MM-DD, New York: the days of its first and last sendings, that which was asked for, and this one. */
  readonly sentOn: string
  readonly lastSentOn: string
  readonly effectiveDate: string
  readonly today: string
  readonly entries: readonly SoughtEntry[]
}

/** An entry of a batch that is looked for. */
export interface SoughtEntry {
  readonly id: string
  /** Cents; null where it cannot be read. */
  readonly amount: number | null
  readonly account_significant: string
  readonly routing_number: string
}

/** So many amounts are asked for one by one; of more the rarest are, and then all between the least and the most. */
const [mostAmounts, rarest] = [10, 3]
/** The bank collects around the effective date, and at most so many days lie between two dates of a question. */
const [daysAround, longestRange, oldest] = [3, 31, 180]

/** The days of a question, YYYY-MM-DD. */
export interface Window {
  readonly fromDate: string
  readonly toDate: string
}

/**
 * The days in which the entries can stand in the list, in questions of at most 31 days that begin today or earlier; none
 * where inquiry does not go back so far.
 */
export function windowsOf(
  batch: Pick<SoughtBatch, 'sentOn' | 'lastSentOn' | 'effectiveDate' | 'today'>,
): Window[] {
  const { sentOn, today } = batch
  let fromDate = daysLater(sentOn, -1)
  if (fromDate < daysLater(today, -oldest)) return []
  const last = daysLater(collectionDay(batch), daysAround)
  const windows: Window[] = []
  while (fromDate <= last && fromDate <= today) {
    const most = daysLater(fromDate, longestRange)
    const toDate = most < last ? most : last
    windows.push({ fromDate, toDate })
    fromDate = daysLater(toDate, 1)
  }
  return windows
}

/** What is asked for of the amounts. */
export interface Amounts {
  /** Cents; null: any amount. */
  readonly limits: { readonly least: number; readonly most: number } | null
  /** Everything that the window holds of them is read, not only what is of one amount. */
  readonly isWide: boolean
}

/**
 * The questions of a batch by its amounts, the rarest first: the fewer entries are alike, the fewer candidates there
 * are. Together they cover every entry that moves money. A prenote moves none, and whether the bank lists one is not
 * said: where there is nothing else, or an amount cannot be read, all that the account has is read.
 */
export function amountsAsked({ entries }: Pick<SoughtBatch, 'entries'>): readonly Amounts[] {
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
