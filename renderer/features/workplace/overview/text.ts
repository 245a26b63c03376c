/** The labels of the figures, and the list behind each number. */
import type { InboxKind } from '../../../../preload/contract/api/inbox/inbox.ts'
import type {
  Amounts,
  Known,
  RailLine,
  Stage,
  StageLine,
} from '../../../../preload/contract/api/overview/overview.ts'
import type { OrderKind } from '../../../../preload/contract/domain/orders/order.ts'
import type { OrderView } from '../../../../preload/contract/domain/orders/order-states.ts'
import { heldAtBank, waitsAtBank } from '../../../../preload/contract/text/bank-status.ts'
import { localClock } from '../../../../preload/contract/kernel/calendar.ts'
import {
  closedBadge,
  moneyOf,
  orderStateBadges,
  bankStatusBadges,
} from '../../../text/order-badges.ts'
import { orderViewLabels } from '../../../text/order-text.ts'
import type { Badge } from '../../../text/outcome-text.ts'
import { orderKindTexts } from '../../../money/order/order-kinds.ts'
import type { ChartPlace, ChartSeries } from '../../../ui/chart/chart.ts'

/** A number, its label and the link to its list. */
export interface Figure {
  readonly id: string
  readonly label: string
  readonly count: number
  readonly to: string
  /** More about it, such as its total. */
  readonly more?: string
  /** The figure asks for attention. */
  readonly isUrgent?: boolean
}

/** A count for people. */
export const countText = (count: number): string => count.toLocaleString('en-US')

/** The totals, each currency separately; an unknown sum is not invented (Promise P10). */
export const sumsOf = (amounts: readonly Amounts[]): string =>
  amounts
    .map(({ minor, currency }) =>
      minor === null ? `${currency} unknown` : moneyOf({ amount: minor, currency }),
    )
    .join(', ')

/** The total of a stage in one currency. A draft may have no amount, and so may a discarded one. */
export function stageSum({ stage }: Pick<StageLine, 'stage'>, amounts: Amounts): string {
  if (amounts.minor !== null || (stage !== 'draft' && stage !== 'withdrawn'))
    return sumsOf([amounts])
  if (amounts.count > 1) return 'no total'
  return stage === 'draft' ? 'no amount yet' : 'no amount'
}

/** For all currencies. */
export const countOf = (amounts: readonly Amounts[]): number =>
  amounts.reduce((sum, { count }) => sum + count, 0)

const inboxTexts: Readonly<Record<InboxKind, string>> = {
  'unknown-outcome': 'Unknown outcome',
  'made-after-all': 'Made, although the bank said it was not',
  'awaiting-me': 'Awaiting your approval',
  rejected: 'Rejected by the bank',
  unclear: 'Batches with unclear entries',
  returned: 'Returned',
  change: 'Corrections due',
  'other-account': 'Batches debited to a different account',
  repair: heldAtBank,
  'later-day': waitsAtBank,
  conflict: 'Conflicting alerts',
  duplicate: 'Duplicate content',
  unmatched: 'Unmatched alerts',
  quarantined: 'Unreadable deliveries',
  'to-check': 'To check by hand',
  certificate: 'Expiring certificates',
  'missed-template': 'Recurring batches without a draft',
  scheduled: 'Scheduled payments',
  backup: 'Backups',
}
const urgent: readonly InboxKind[] = [
  'unknown-outcome',
  'made-after-all',
  'conflict',
  'unmatched',
  'quarantined',
]

/** The work that waits for this operator, and the inbox by kind; zeros are left out. */
export function waitingFigures(
  waiting: Known<'waiting'> | undefined,
  inbox: Known<'inbox'> | undefined,
): readonly Figure[] {
  const mine: Figure[] = [
    ...(waiting
      ? [
          {
            id: 'approvals',
            label: 'Payments and batches to approve',
            to: '/approvals',
            count: waiting.awaitingMe,
          },
          {
            id: 'releases',
            label: 'Payments and batches to release',
            to: '/approvals?view=ready',
            count: waiting.readyMe,
          },
          {
            id: 'payees',
            label: 'Payee changes to decide',
            to: '/payees',
            count: waiting.payees,
          },
        ]
      : []),
    ...(inbox
      ? [
          {
            id: 'mine',
            label: 'Inbox items assigned to you',
            to: '/inbox?view=mine',
            count: inbox.mine,
          },
        ]
      : []),
  ]
  const kinds = Object.entries(inbox?.byKind ?? {}) as [InboxKind, number][]
  const open = kinds
    // Approvals are listed above, as they are counted for this operator.
    .filter(([kind]) => kind !== 'awaiting-me')
    .map(([kind, count]) => ({
      id: kind,
      label: inboxTexts[kind],
      count,
      to: `/inbox?kind=${kind}`,
      isUrgent: urgent.includes(kind),
    }))
  return [...mine, ...open].filter(({ count }) => count > 0)
}

const stageBadges: Readonly<Record<Stage, Badge>> = {
  ...orderStateBadges,
  closed: closedBadge,
  'in-review': bankStatusBadges['in-review'],
  completed: bankStatusBadges.completed,
  failed: bankStatusBadges.failed,
  returned: bankStatusBadges.returned,
  contradictory: bankStatusBadges.contradictory,
}

/** Returns the badge of a stage; an accepted batch is at the bank, or has ended, as in its list. */
export function stageBadge({ stage, isOpen }: StageLine): Badge {
  if (stage !== 'accepted') return stageBadges[stage]
  return isOpen
    ? { label: orderViewLabels['under-way'], tone: 'info' }
    : { label: orderViewLabels.ended, tone: 'neutral' }
}

const viewOf: Partial<Record<Stage, OrderView>> = {
  draft: 'drafts',
  'awaiting-approval': 'awaiting',
  approved: 'ready',
  queued: 'ready',
  'outcome-unknown': 'unknown-outcome',
}

/** The address of the list for a stage. */
export const stageAddress = (kind: OrderKind, { stage, isOpen }: StageLine): string =>
  `${orderKindTexts[kind].path}?view=${viewOf[stage] ?? (isOpen ? 'under-way' : 'ended')}`

const stageOrder = Object.keys(stageBadges) as Stage[]

/**
 * One row per stage of open orders and of those that ended today, in the order of a payment's life.
 */
export interface StageRow {
  readonly line: StageLine
  readonly count: number
  readonly amounts: readonly Amounts[]
}
export function stageRows(lines: readonly StageLine[]): readonly StageRow[] {
  const rows = new Map<string, StageRow>()
  const ordered = [...lines].sort(
    (one, other) =>
      Number(other.isOpen) - Number(one.isOpen) ||
      stageOrder.indexOf(one.stage) - stageOrder.indexOf(other.stage) ||
      one.currency.localeCompare(other.currency),
  )
  for (const line of ordered) {
    const key = `${line.stage} ${String(line.isOpen)}`
    const before = rows.get(key) ?? { line, count: 0, amounts: [] }
    rows.set(key, {
      line: before.line,
      count: before.count + line.count,
      amounts: [...before.amounts, line],
    })
  }
  return [...rows.values()]
}

type ByKind = Known<'alerts'>['hours'][number]['received']
const kinds = [
  ['ach', 'ACH'],
  ['wire', 'Wire'],
  ['rtp', 'RTP'],
  ['other', 'Other'],
] as const satisfies readonly (readonly [keyof ByKind, string])[]

/**
 * The alerts by hour or by day, for a chart. A kind without alerts is left out, unless there are
 * none at all.
 */
export function alertChart(
  alerts: Known<'alerts'>,
  by: 'hours' | 'days',
): { readonly places: readonly ChartPlace[]; readonly series: readonly ChartSeries[] } {
  const places =
    by === 'hours'
      ? alerts.hours.map(({ from }) => {
          const { date, time } = localClock(new Date(from))
          return { label: time, title: `${date.slice(5)} ${time}` }
        })
      : alerts.days.map(({ day }) => ({ label: day.slice(5), title: day }))
  const received = alerts[by].map((one) => one.received)
  const all = kinds.map(([id, label]) => ({ id, label, values: received.map((one) => one[id]) }))
  // ACH, wire and RTP keep their look whatever was received; alerts without a kind come last.
  return {
    places,
    series: all.filter(({ id, values }) => id !== 'other' || values.some((value) => value > 0)),
  }
}

/** The rails by the names of limits. */
export const railLabels: Readonly<Record<RailLine['service'], string>> = {
  WIRE: 'Wire',
  RTP: 'RTP',
  ACH: 'ACH batches',
}

/** The address of the orders of a rail. */
export const railAddress = (rail: RailLine['service']): string =>
  rail === 'ACH' ? '/batches?view=all' : `/orders?view=all&service=${rail}`

/** The dollars sent by rail, or the returns, of each day, for a chart. */
export function volumeChart(
  { days }: Known<'volume'>,
  view: 'sent' | 'returned',
): { readonly places: readonly ChartPlace[]; readonly series: readonly ChartSeries[] } {
  const places = days.map(({ day }) => ({ label: day.slice(5), title: day }))
  const dollars = (rail: keyof (typeof days)[number]['sent']): number[] =>
    days.map(({ sent }) => sent[rail] / 100)
  return {
    places,
    series:
      view === 'sent'
        ? [
            { id: 'ach', label: 'ACH', values: dollars('ach') },
            { id: 'wire', label: 'Wire', values: dollars('wire') },
            { id: 'rtp', label: 'RTP', values: dollars('rtp') },
          ]
        : [
            { id: 'entries', label: 'Entries', values: days.map((one) => one.returned.entries) },
            { id: 'payments', label: 'Payments', values: days.map((one) => one.returned.payments) },
          ],
  }
}

/** The totals of the 30 days, each with its list. */
export function volumeFigures(
  { totals }: Known<'volume'>,
  view: 'sent' | 'returned',
): readonly Figure[] {
  const figure = (id: keyof typeof totals, label: string, to: string): Figure => ({
    id,
    label,
    to,
    count: countOf(totals[id]),
    more: sumsOf(totals[id]),
  })
  return view === 'sent'
    ? [
        figure('payments', 'Payments sent', '/orders?view=all'),
        figure('batches', 'Batches sent', '/batches?view=all'),
      ]
    : [
        figure('paymentsReturned', 'Payments returned', '/orders?view=ended'),
        figure('entriesReturned', 'Entries returned', '/returns?kind=return'),
      ]
}

/** Calls by outcome. */
export const callLabels: Readonly<Record<Known<'calls'>[number]['group'], string>> = {
  answered: 'answered',
  refused: 'refused',
  'no-answer': 'no answer',
  'not-sent': 'not sent',
  'outcome-unknown': 'unknown outcome',
}
