/** How a payment goes on by the bank's clock: which business status it has from when. */
import type { PaymentErrorId, PaymentService, PaymentOrder } from './payment-order.ts'

/** A payment of the ledger. */
export interface Payment {
  readonly transactionId: string
  readonly order: PaymentOrder
  readonly acceptedAtMs: number
  readonly fate: Fate
  readonly steps: readonly Step[]
  /** Part of the history that the bank opens with. */
  readonly seeded: boolean
  /** Told with objects where most are told with texts (trap 60). */
  readonly toldAsObject: boolean
}

/**
 * The business statuses as the webhooks write them: the names of the table without their spaces, so
 * that "Limit check" is Limitcheck (`1-platform.md`, States; trap 73).
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

/** From when a payment has a status: milliseconds since 1970. */
export interface Step {
  readonly atMs: number
  readonly status: BusinessStatus
}

/** What becomes of a payment. */
export type Fate =
  | 'completes'
  | 'held'
  | 'rejected'
  | 'returned'
  | 'rejected-at-once'
  | 'fails-at-once'
  | 'cancelled'
  | 'cancelled-in-warehouse'

/** When each status is reached, in milliseconds after the work begins. RTP takes seconds, a wire a minute. */
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
/** How long after its completion a payment comes back. */
const returnAfterMs: Readonly<Record<PaymentService, number>> = { RTP: 30_000, WIRE: 120_000 }
const cancelledAfterMs = 10_000
const heldIn: BusinessStatus = 'RegulatoryFilter'

const shifted = (steps: readonly Step[], byMs: number): Step[] =>
  steps.map(({ atMs, status }) => ({ atMs: atMs + byMs, status }))

const stretched = (service: PaymentService, stretch: number): Step[] =>
  ways[service].map(({ atMs, status }) => ({ atMs: atMs * stretch, status }))

/** The steps of a payment whose work begins at `atMs`. */
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
 * The steps of a payment that was taken in at `atMs`. One with a later value date waits in the Future
 * Warehouse until that day begins; days begin at midnight UTC here, as the document names no zone. `stretch`: so many
 * times as long as usual its work takes.
 */
export function courseOf(
  service: PaymentService,
  fate: Fate,
  atMs: number,
  valueDate: string,
  stretch = 1,
): readonly Step[] {
  const opensMs = Date.parse(`${valueDate}T00:00:00Z`)
  const atOnce = fate === 'rejected-at-once' || fate === 'fails-at-once'
  if (opensMs <= atMs || atOnce || fate === 'cancelled-in-warehouse') {
    return worked(service, fate, atMs, stretch)
  }
  return [{ atMs, status: 'FutureWarehouse' }, ...worked(service, fate, opensMs, stretch)]
}

/** The steps of a held payment that is released at `atMs`: what it still had before it, from then on. */
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

/** The payment status of a lookup. */
export type PaymentStatus = 'IN_PROCESS' | 'COMPLETED' | 'FAILED' | 'ERROR'

/**
 * How the business statuses are told as a payment status. No mapping is shown (trap 72): here Failed and
 * Cancelled are FAILED, but Fatal, a serious error, is ERROR; everything that may still move is in process.
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

/** The error that a lookup tells beside a status; null where there is none. */
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
