/** The steps of an order from its creation to its end, as far as its evidence supports them. */
import type { TimelineEntry } from '../../preload/contract/domain/orders/order-course.ts'
import type { Order } from '../../preload/contract/domain/orders/order.ts'
import { mayStillLeave } from '../../preload/contract/domain/orders/order-states.ts'
import type { Tone } from '../ui/tone.ts'
import { orderStatusBadge, orderStatusBadges } from './order-badges.ts'

export interface OrderStep {
  readonly id: 'created' | 'approved' | 'sent' | 'accepted' | 'ended'
  readonly label: string
  /** Null: not reached, or the time is not known. */
  readonly at: string | null
  /** Null: not reached. */
  readonly tone: Tone | null
  /** The furthest step that was reached. */
  readonly isCurrent: boolean
}
type Step = Omit<OrderStep, 'isCurrent'>

type Facts = Pick<
  Order,
  | 'state'
  | 'bankStatus'
  | 'isClosed'
  | 'notSent'
  | 'batch'
  | 'createdAt'
  | 'approvalsGiven'
  | 'attempts'
  | 'inquiries'
  | 'statusEvents'
  | 'supportReplies'
>

const earliest = (times: readonly (string | null)[]): string | null =>
  times.filter((at) => at !== null).sort()[0] ?? null

/** Statuses of an accepted order whose end is still ahead. */
const open: readonly string[] = [
  'accepted',
  'in-process',
  'in-review',
  'heldAtBank',
  'waitsAtBank',
  'entriesUnclear',
  'acceptedInPart',
  'noEntryAccepted',
  'settledInPart',
].map((id) => orderStatusBadges[id]?.label ?? '')

/** Statuses that replace the acceptance of a batch whose end is still ahead. */
const mixed: readonly string[] = ['entriesUnclear', 'acceptedInPart', 'noEntryAccepted'].map(
  (id) => orderStatusBadges[id]?.label ?? '',
)

/**
 * Returns the steps of an order in sequence. Steps that are still ahead have no tone; a rejection
 * or a withdrawal has none after it. An unknown outcome never counts as accepted.
 */
export function orderSteps(order: Facts): readonly OrderStep[] {
  const steps = [createdStep(order), ...laterSteps(order)]
  const last = steps.findLastIndex(({ tone }) => tone !== null)
  return steps.map((step, at) => ({ ...step, isCurrent: at === last }))
}

const createdStep = ({ createdAt }: Facts): Step => ({
  id: 'created',
  label: 'Created',
  at: createdAt,
  tone: 'good',
})

function laterSteps(order: Facts): readonly Step[] {
  const { state, bankStatus } = order
  const badge = orderStatusBadge(order)
  if (state === 'withdrawn') return [{ id: 'ended', ...badge, at: null }]
  if (mayStillLeave(state)) {
    const isReported = bankStatus.kind !== 'not-reported'
    const approved = approvedStep(order, state === 'approved' || state === 'queued')
    if (isReported) return [approved, { id: 'sent', ...badge, at: bankStatus.at }]
    return [
      approved,
      ahead('sent', 'Sent'),
      ahead('accepted', 'Accepted'),
      ahead('ended', 'Completed'),
    ]
  }
  return [approvedStep(order, true), sentStep(order), ...resultSteps(order)]
}

const ahead = (id: Step['id'], label: string): Step => ({ id, label, at: null, tone: null })

function approvedStep({ approvalsGiven }: Facts, isReached: boolean): Step {
  if (!isReached) return ahead('approved', 'Approved')
  const given = approvalsGiven.filter(({ voidedAt }) => voidedAt === null).map(({ at }) => at)
  return { id: 'approved', label: 'Approved', at: given.sort().at(-1) ?? null, tone: 'good' }
}

/** A sending whose outcome is not known may not have left, so it is not called sent. */
function sentStep({ state, attempts }: Facts): Step {
  const last = attempts.findLast(({ outcome }) => outcome !== 'not-sent')
  const at = last?.journalledAt ?? null
  if (state === 'sending') return { id: 'sent', label: 'Sending', at, tone: 'info' }
  const isUnknown = state === 'outcome-unknown'
  return { id: 'sent', label: isUnknown ? 'Send attempt' : 'Sent', at, tone: 'good' }
}

function resultSteps(order: Facts): readonly Step[] {
  const { state, bankStatus } = order
  const badge = orderStatusBadge(order)
  switch (state) {
    case 'sending':
      return [ahead('accepted', 'Accepted'), ahead('ended', 'Completed')]
    case 'outcome-unknown':
      return order.isClosed
        ? [{ id: 'accepted', ...badge, at: null }]
        : [{ id: 'accepted', ...badge, at: null }, ahead('ended', 'Completed')]
    case 'rejected': {
      const rejected = order.attempts.findLast(({ outcome }) => outcome === 'rejected')
      return [{ id: 'accepted', ...badge, at: rejected?.endedAt ?? bankStatus.at }]
    }
    default:
      return [acceptedStep(order), endStep(order)]
  }
}

/** Accepted by the answer, a status of the bank, or a confirmed reply of its support. */
function acceptedStep(order: Facts): Step {
  const badge = orderStatusBadge(order)
  const at = earliest([
    ...order.attempts.filter(({ outcome }) => outcome === 'accepted').map(({ endedAt }) => endedAt),
    ...order.statusEvents.filter(({ source }) => source !== 'initiate').map((one) => one.at),
    ...order.inquiries.filter(({ verdict }) => verdict === 'found').map((one) => one.at),
    ...order.supportReplies
      .filter(({ result, isInForce }) => result === 'made' && isInForce)
      .map(({ confirmedAt }) => confirmedAt),
  ])
  return mixed.includes(badge.label)
    ? { id: 'accepted', ...badge, at }
    : { id: 'accepted', label: 'Accepted', at, tone: 'good' }
}

function endStep(order: Facts): Step {
  const badge = orderStatusBadge(order)
  if (open.includes(badge.label)) return ahead('ended', 'Completed')
  // The status of a batch is that of its acceptance, and its entries ended at other times.
  return { id: 'ended', ...badge, at: order.batch ? null : order.bankStatus.at }
}

export interface StepGroup {
  readonly step: OrderStep
  readonly entries: readonly TimelineEntry[]
}

/** Returns the lines of a timeline under the step that was the furthest at their time. */
export function groupBySteps(
  entries: readonly TimelineEntry[],
  steps: readonly OrderStep[],
): readonly StepGroup[] {
  const timed = steps
    .filter((step): step is OrderStep & { at: string } => step.at !== null)
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const [first] = timed
  if (!first) return []
  const groups = Map.groupBy(
    entries,
    (entry) => timed.findLast(({ at }) => Date.parse(at) <= Date.parse(entry.at)) ?? first,
  )
  return timed.flatMap((step) => {
    const its = groups.get(step)
    return its ? [{ step, entries: its }] : []
  })
}
