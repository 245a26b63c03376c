/** The course of a payment on the bank's clock: its business statuses and their times. */
import { utcStart } from '../../../preload/contract/kernel/calendar.ts'
import type { PaymentErrorId, PaymentService, PaymentOrder } from './payment-order.ts'

export interface Payment {
  readonly transactionId: string
  readonly order: PaymentOrder
  readonly acceptedAtMs: number
  readonly fate: Fate
  readonly steps: readonly Step[]
  /** Part of the bank's seeded history. */
  readonly seeded: boolean
  /** Answered with objects where most payments have texts (bank note 60). */
  readonly isStatusObject: boolean
}

/**
 * The business statuses as the alerts write them: the names of the table without their spaces, so
 * "Limit check" is Limitcheck (bank document 1, States; bank note 73).
 */
export type BusinessStatus =
  | 'Advising'
  | 'FutureWarehouse'
  | 'InternalFilter'
  | 'Limitcheck'
  | 'Pricing'
  | 'ProductSelection'
  | 'Clearing'
  | 'FundsRelease'
  | 'RegulatoryFilter'
  | 'Fatal'
  | 'FutureWarehouseCancelled'
  | 'Rejected'
  | 'Returned'
  | 'Cancelled'
  | 'Completed'

/** The time from which a payment has a status, in milliseconds since 1970. */
export interface Step {
  readonly atMs: number
  readonly status: BusinessStatus
}

/** The outcome of a payment. */
export type Fate =
  | 'completes'
  | 'held'
  | 'rejected'
  | 'returned'
  | 'rejected-at-once'
  | 'fails-at-once'
  | 'cancelled'
  | 'cancelled-in-warehouse'

/**
 * The time of each status, in milliseconds after the work begins. RTP takes seconds, a wire a
 * minute.
 */
const ways: Readonly<Record<PaymentService, readonly Step[]>> = {
  RTP: [
    { atMs: 0, status: 'ProductSelection' },
    { atMs: 200, status: 'Limitcheck' },
    { atMs: 500, status: 'RegulatoryFilter' },
    { atMs: 1000, status: 'Clearing' },
    { atMs: 3000, status: 'Completed' },
  ],
  WIRE: [
    { atMs: 0, status: 'ProductSelection' },
    { atMs: 1000, status: 'InternalFilter' },
    { atMs: 2000, status: 'Limitcheck' },
    { atMs: 4000, status: 'RegulatoryFilter' },
    { atMs: 15_000, status: 'FundsRelease' },
    { atMs: 20_000, status: 'Pricing' },
    { atMs: 25_000, status: 'Clearing' },
    { atMs: 55_000, status: 'Advising' },
    { atMs: 60_000, status: 'Completed' },
  ],
}
/** The time from completion to return, in milliseconds. */
const returnAfterMs: Readonly<Record<PaymentService, number>> = { RTP: 30_000, WIRE: 120_000 }
const cancelledAfterMs = 10_000
const heldIn: BusinessStatus = 'RegulatoryFilter'

const shifted = (steps: readonly Step[], byMs: number): Step[] =>
  steps.map(({ atMs, status }) => ({ atMs: atMs + byMs, status }))

const stretched = (service: PaymentService, stretch: number): Step[] =>
  ways[service].map(({ atMs, status }) => ({ atMs: atMs * stretch, status }))

/** Returns the steps of a payment whose work begins at `atMs`. */
function worked(service: PaymentService, fate: Fate, atMs: number, stretch: number): Step[] {
  const way = shifted(stretched(service, stretch), atMs)
  const heldAt = way.findIndex(({ status }) => status === heldIn)
  const endMs = way.at(-1)?.atMs ?? atMs
  const cancelledMs = atMs + cancelledAfterMs * stretch
  switch (fate) {
    case 'completes':
      return way
    case 'held':
      return way.slice(0, heldAt + 1)
    case 'rejected':
      return [...way.slice(0, -1), { atMs: endMs, status: 'Rejected' }]
    case 'returned':
      return [...way, { atMs: endMs + returnAfterMs[service] * stretch, status: 'Returned' }]
    case 'rejected-at-once':
      return [{ atMs, status: 'Rejected' }]
    case 'fails-at-once':
      return [{ atMs, status: 'Fatal' }]
    case 'cancelled':
      return [...way.slice(0, heldAt + 1), { atMs: cancelledMs, status: 'Cancelled' }]
    case 'cancelled-in-warehouse':
      return [
        { atMs, status: 'FutureWarehouse' },
        { atMs: cancelledMs, status: 'FutureWarehouseCancelled' },
      ]
  }
}

/**
 * Returns the steps of a payment accepted at `atMs`. One with a later value date waits in the
 * Future Warehouse until that day begins; days begin at midnight UTC here, because the document
 * names no zone. `stretch`: factor on the duration of its work.
 */
export function courseOf(
  service: PaymentService,
  fate: Fate,
  atMs: number,
  valueDate: string,
  stretch = 1,
): readonly Step[] {
  const opensMs = utcStart(valueDate)
  const atOnce = fate === 'rejected-at-once' || fate === 'fails-at-once'
  if (opensMs <= atMs || atOnce || fate === 'cancelled-in-warehouse') {
    return worked(service, fate, atMs, stretch)
  }
  return [{ atMs, status: 'FutureWarehouse' }, ...worked(service, fate, opensMs, stretch)]
}

/** Returns the steps of a held payment released at `atMs`: its remaining steps, from then on. */
export function released(
  service: PaymentService,
  steps: readonly Step[],
  atMs: number,
  stretch = 1,
): readonly Step[] {
  const held = steps.at(-1)
  if (!held) return steps
  const way = stretched(service, stretch)
  const from = way.findIndex(({ status }) => status === heldIn)
  const rest = shifted(way.slice(from + 1), Math.max(atMs, held.atMs) - (way[from]?.atMs ?? 0))
  return [...steps, ...rest]
}

/** The payment status in a status inquiry. */
export type PaymentStatus = 'IN_PROCESS' | 'COMPLETED' | 'FAILED' | 'ERROR'

/**
 * Maps a business status to a payment status. The document shows no mapping (bank note 72): here
 * Failed and Cancelled are FAILED, Fatal, a serious error, is ERROR, and every status that may
 * still change is in process.
 */
export function paymentStatusOf(status: BusinessStatus): PaymentStatus {
  switch (status) {
    case 'Completed':
      return 'COMPLETED'
    case 'Fatal':
      return 'ERROR'
    case 'Rejected':
    case 'Returned':
    case 'Cancelled':
    case 'FutureWarehouseCancelled':
      return 'FAILED'
    default:
      return 'IN_PROCESS'
  }
}

/** Returns the error shown beside a status; null where there is none. */
export function errorOf(status: BusinessStatus): PaymentErrorId | null {
  switch (status) {
    case 'Rejected':
      return 'rejected'
    case 'Returned':
      return 'returned'
    case 'Cancelled':
    case 'FutureWarehouseCancelled':
      return 'cancelled'
    case 'Fatal':
      return 'unknown'
    default:
      return null
  }
}
