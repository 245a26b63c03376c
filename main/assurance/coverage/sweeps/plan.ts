/**
 * Plans the queries of a sweep, and lists those that are impossible. Pure. Returned items come
 * first as the most urgent, then payments sent from here, then collected and settled items: for
 * each own account, in ranges that the list accepts (bank notes 36, 43, 49, 74 and 76).
 */
import { maskedAccount } from '../../../../preload/contract/kernel/account-number.ts'
import { daysLater } from '../../../../preload/contract/kernel/calendar.ts'
import { networkDay } from '../../../../preload/contract/kernel/banking-days.ts'
import { maxRecallDays } from '../../../../preload/contract/bank/ach-inquiry/request-rules.ts'
import type { Environment } from '../../../../preload/contract/domain/environment.ts'
import type { StoredAccount } from '../../../profile/profile-records.ts'
import { bankDay } from '../../../money/network-deadlines.ts'
import { dayRanges, type DayRange, listable } from '../../../bank/apis/ach-list-limits.ts'

/** Why a part failed for good, cannot be queried, or need not be. */
export const partReasons = [
  /** Incoming wires and RTP: the document specifies no inquiry for them (bank note 76). */
  'no-inquiry-specified',
  /** 17 digits: the list accepts 16 (bank note 36). */
  'account-too-long',
  /** The profile has no own account, so no ACH query is possible at all. */
  'no-account',
  /** The account was an own account when the sweep was planned. */
  'account-removed',
  /** The list recalls 180 days (bank note 43). */
  'too-long-ago',
  'product-not-agreed',
  /** No alerts of this kind are subscribed to, so none was missed. */
  'not-subscribed',
  /** The bank returned an incomplete list, or rows moved while it was read. */
  'list-not-whole',
  /** The bank declined, or its answer could not be read. */
  'bank-declined',
  /** Repeatedly no answer in time. */
  'no-answer',
  /** The state of the order no longer allows status inquiries. */
  'order-over',
] as const
export type PartReason = (typeof partReasons)[number]

/** The ends of a gap, both ISO UTC. */
export interface PlannedGap {
  readonly fromAt: string
  readonly untilAt: string
}

/** The input of a plan. */
export interface PlanFacts {
  /** One or more. */
  readonly gaps: readonly PlannedGap[]
  readonly now: Date
  readonly environment: Environment
  readonly accounts: readonly StoredAccount[]
  /** The subscribed alert codes of the profile; empty if unknown. */
  readonly codes: readonly string[]
  readonly isConsolidated: boolean
  readonly isAchAgreed: boolean
  readonly arePaymentsAgreed: boolean
  /** Ids of payments whose state may have changed without an alert. */
  readonly payments: readonly string[]
}

export interface PlannedPart {
  readonly kind: 'ach' | 'payment' | 'incoming'
  readonly search: 'COLLECTED' | 'SETTLED' | 'RETURNED' | null
  /** Masked. */
  readonly account_label: string
  readonly state: 'waiting' | 'impossible' | 'done'
  readonly why: PartReason | null
  readonly account_id: string | null
  readonly from_day: string | null
  readonly to_day: string | null
  readonly order_id: string | null
}

export interface SweepPlan {
  readonly fromAt: string
  readonly parts: readonly PlannedPart[]
}

const blank: PlannedPart = {
  kind: 'ach',
  state: 'waiting',
  why: null,
  account_id: null,
  account_label: '',
  search: null,
  from_day: null,
  to_day: null,
  order_id: null,
}

/**
 * Plans one sweep for all gaps: from the day before the earliest until the day after today. The
 * bank states no zone, and an event of a New York evening may carry tomorrow's date in UTC (bank
 * note 43). The list accepts a last day in the future.
 */
export function planSweep(facts: PlanFacts): SweepPlan {
  const starts = facts.gaps.map(({ fromAt }) => fromAt).sort()
  const fromAt = starts[0] ?? facts.now.toISOString()
  const ach = achParts(facts, fromAt)
  const searched = (search: PlannedPart['search']) =>
    ach.filter((part) => part.state === 'waiting' && part.search === search)
  return {
    fromAt,
    parts: [
      ...searched('RETURNED'),
      ...paymentParts(facts),
      ...searched('COLLECTED'),
      ...searched('SETTLED'),
      ...ach.filter(({ state }) => state !== 'waiting'),
      ...incomingParts(facts),
    ],
  }
}

const isSubscribed = ({ codes }: PlanFacts, code: string): boolean =>
  codes.length === 0 || codes.includes(code)

/** Returns the account as the list accepts it; null if it has too many digits. */
export const listableAccount = ({ account_number: number }: StoredAccount): string | null =>
  listable(number)

function achParts(facts: PlanFacts, fromAt: string): PlannedPart[] {
  if (!isSubscribed(facts, 'AL00906')) return [{ ...blank, state: 'done', why: 'not-subscribed' }]
  const days = sweptDays(facts, fromAt)
  if (facts.accounts.length === 0)
    return [{ ...blank, ...days, state: 'impossible', why: 'no-account' }]
  const known = new Set<string>()
  return facts.accounts.flatMap((account) => {
    if (known.has(account.account_significant)) return []
    known.add(account.account_significant)
    return partsOf(facts, account, days)
  })
}

function partsOf(
  facts: PlanFacts,
  account: StoredAccount,
  days: { readonly from_day: string; readonly to_day: string },
): PlannedPart[] {
  const own = {
    account_id: account.id,
    account_label: `${account.name} ${maskedAccount(account.account_number)}`,
  }
  const impossible = (why: PartReason, part = days): PlannedPart[] => [
    { ...blank, ...own, ...part, state: 'impossible', why },
  ]
  if (!facts.isAchAgreed) return impossible('product-not-agreed')
  if (listableAccount(account) === null) return impossible('account-too-long')
  const today = days.to_day
  const oldest = daysLater(today, -maxRecallDays)
  const isTooOld = days.from_day < oldest
  const settled = facts.isConsolidated ? [] : (['SETTLED'] as const)
  const searches = ['RETURNED', 'COLLECTED', ...settled] as const
  const queries = searches.flatMap((search) =>
    sweptRanges(days.from_day, today).map((range): PlannedPart => ({
      ...blank,
      ...own,
      ...daysIn(range),
      search,
    })),
  )
  return [
    ...queries,
    ...(isTooOld
      ? impossible('too-long-ago', { from_day: days.from_day, to_day: daysLater(oldest, -1) })
      : []),
  ]
}

/** Returns the days of a sweep from an instant, as the bank counts them. */
export const sweptDays = (
  { environment, now }: Pick<PlanFacts, 'environment' | 'now'>,
  fromAt: string,
): { readonly from_day: string; readonly to_day: string } => ({
  from_day: daysLater(bankDay(environment, new Date(fromAt)), -1),
  to_day: bankDay(environment, now),
})

/** Returns the ranges of each query: the last day may be dated tomorrow (`planSweep`). */
export const sweptRanges = (fromDay: string, today: string): DayRange[] =>
  dayRanges(fromDay, daysLater(today, 1), today)

const daysIn = ({ fromDate, toDate }: DayRange) => ({ from_day: fromDate, to_day: toDate })

function paymentParts(facts: PlanFacts): PlannedPart[] {
  if (!isSubscribed(facts, 'AL00901')) return []
  const may = facts.arePaymentsAgreed
    ? ({ state: 'waiting', why: null } as const)
    : ({ state: 'impossible', why: 'product-not-agreed' } as const)
  return facts.payments.map((id) => ({ ...blank, ...may, kind: 'payment', order_id: id }))
}

/** Returns one part for each span of days with gaps. */
function incomingParts(facts: PlanFacts): PlannedPart[] {
  if (!isSubscribed(facts, 'AL00901')) {
    return [{ ...blank, kind: 'incoming', state: 'done', why: 'not-subscribed' }]
  }
  const spans: { from_day: string; to_day: string }[] = []
  const inTurn = [...facts.gaps].sort((one, other) => (one.fromAt < other.fromAt ? -1 : 1))
  for (const { fromAt, untilAt } of inTurn) {
    const [from, to] = [networkDay(new Date(fromAt)), networkDay(new Date(untilAt))]
    const last = spans.at(-1)
    if (!last || from > daysLater(last.to_day, 1)) spans.push({ from_day: from, to_day: to })
    else if (to > last.to_day) last.to_day = to
  }
  return spans.map((span) => ({
    ...blank,
    ...span,
    kind: 'incoming',
    state: 'impossible',
    why: 'no-inquiry-specified',
  }))
}
