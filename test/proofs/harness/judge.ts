/** Compares the state at a workstation with the bank's records. */
import type { Order, OrderLine } from '../../../preload/contract/domain/orders/order.ts'
import { maxPage } from '../../../preload/contract/kernel/paging.ts'
import { significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { PracticeControl } from '../../../main/practice/practice-control.ts'
import { maker } from './people.ts'
import type { Witness } from './witness.ts'
import { valueOf, type WorkstationProgram } from './workstation-program.ts'

/** The answers that the people of a schedule got about one of their payments or batches. */
export interface Created {
  readonly id: string
  readonly reference: string
  readonly debitAccount: string
  readonly isBatch: boolean
  /** Reported as submitted: from then on it must not be lost. */
  submitted: boolean
  takesExit: boolean
  /** The bank rejects its first sending with a message of its own. */
  readonly isRefused: boolean
  /** Its way to the bank was cut before a byte of it. */
  readonly isCutOff: boolean
  /**
   * The bank's status inquiries are known to show none of its records, so no two people can resend
   * on their evidence.
   */
  isHeld: boolean
}

/** The result. */
export interface Judgement {
  /** Faults as sentences; empty if everything holds. */
  readonly wrong: readonly string[]
  /** How each payment and batch of the schedule ended; a `+` marks one that two people resent. */
  readonly ends: readonly string[]
  /** How many orders the bank reported after they had come back as not sent. */
  readonly reportedLate: number
}

/** A workstation to ask, and the bank's records. */
export interface Judged {
  readonly program: Pick<WorkstationProgram, 'request'>
  readonly control: Pick<PracticeControl, 'ledger'>
  readonly witness: Witness
}

/**
 * The bank refuses a repeated payment by its reference, but not a repeated batch (bank note 84), so
 * a batch may be there once more for every resend that two people released.
 */
const mostOfOne = ({ isBatch }: Created, byTwo: number): number => (isBatch ? 1 + byTwo : 1)

/**
 * Checks the payments of a schedule, and everything else that the bank accepted. `mostOf` returns how
 * often the bank may have an order that two people released again so often.
 */
export async function judge<Of extends Created>(
  lane: Judged,
  created: readonly Of[],
  mostOf: (created: Of, byTwo: number) => number = mostOfOne,
): Promise<Judgement> {
  const lines = await listed(lane)
  // Read the store first, so that the bank's records are at least as recent.
  const orders = new Map<string, Order>()
  for (const { id } of lines) orders.set(id, await got(lane, id))
  const counts = await accepted(lane)
  const known = new Set(lines.map(({ reference }) => reference))
  const strangers = [...counts.keys()].filter((key) => !known.has(key.split(' ')[1] ?? ''))
  const wrong = strangers.map((key) => `the bank accepted ${key}, which no order here is`)
  for (const one of created) {
    const order = orders.get(one.id)
    if (!order) wrong.push(`${one.reference}: lost`)
    else {
      const count = counts.get(keyOf(one)) ?? 0
      const bankStatus = await (one.isBatch
        ? lane.witness.statusOfBatch(one.reference)
        : lane.witness.statusOf(one.debitAccount, one.reference))
      const all = [
        ...wrongWith(one, order, { count, bankStatus, most: mostOf(one, byTwoOf(order)) }),
        ...wrongWithEnd(one, order, bankStatus),
      ]
      wrong.push(...all.map((what) => `${one.reference}: ${what}`))
    }
  }
  const ends = created.flatMap((one) => {
    const order = orders.get(one.id)
    return order ? [endOf(one, order)] : []
  })
  const isReportedLate = ({ attempts }: Order): boolean =>
    attempts.some(({ reason }) => reason === 'reported-since')
  return { wrong, ends, reportedLate: [...orders.values()].filter(isReportedLate).length }
}

function endOf({ isBatch }: Created, { state, attempts }: Order): string {
  const isResend = attempts.some(({ confirmedBy }) => confirmedBy !== null)
  return `${isBatch ? 'batch ' : ''}${state}${isResend ? '+' : ''}`
}

/** A batch names no account. */
const keyOf = ({ debitAccount, reference, isBatch }: Created): string =>
  isBatch ? `batch ${reference}` : `${significantAccount(debitAccount)} ${reference}`

async function accepted(lane: Judged): Promise<ReadonlyMap<string, number>> {
  const { payments, batches } = await lane.control.ledger()
  return new Map([
    ...payments.map(
      ({ debitAccount, requestReference, count }) =>
        [`${debitAccount} ${requestReference}`, count] as const,
    ),
    ...batches.map(({ uuid, count }) => [`batch ${uuid}`, count] as const),
  ])
}

async function listed(lane: Judged): Promise<readonly OrderLine[]> {
  const input = { view: 'all', cursor: null, limit: maxPage }
  const { items, total } = valueOf(
    await lane.program.request<{ items: OrderLine[]; total: number }>(
      'orders',
      'list',
      input,
      maker,
    ),
  )
  if (items.length !== total) throw new Error(`${String(items.length)} of ${String(total)} listed`)
  return items
}

async function got(lane: Judged, id: string): Promise<Order> {
  return valueOf(await lane.program.request<Order>('orders', 'get', { id }, maker))
}

type Rule = readonly [holds: boolean, what: string]
const broken = (rules: readonly Rule[]): string[] =>
  rules.filter(([holds]) => !holds).map(([, what]) => what)

/** Returns how many of its sendings two people released. */
const byTwoOf = ({ attempts }: Order): number =>
  attempts.filter(({ confirmedBy }) => confirmedBy !== null).length

/**
 * Returns the faults of one order. `count`: how often the bank accepted it. `bankStatus`: its status at
 * the bank, null if the bank does not know it.
 */
function wrongWith(
  created: Created,
  order: Order,
  { count, bankStatus, most }: { count: number; bankStatus: string | null; most: number },
): string[] {
  const { state, attempts } = order
  const mayHaveLeft = attempts.filter(({ outcome }) => outcome !== 'not-sent').length
  const byTwo = byTwoOf(order)
  const rejected = created.isBatch ? 'rejected' : 'FAILED'
  return broken([
    [count <= most, `the bank accepted it ${String(count)} times`],
    [
      count <= attempts.length,
      `accepted ${String(count)} times, journalled ${attempts.length} times`,
    ],
    [
      !created.isRefused || (attempts[0]?.outcome ?? 'not-sent') === 'not-sent',
      'of unknown outcome, though the bank refused it in its own error body',
    ],
    [
      !created.isCutOff || attempts.every(({ outcome }) => outcome !== 'unknown'),
      'of unknown outcome, though its way to the bank was cut before a byte of it',
    ],
    [
      !created.isHeld || byTwo === 0,
      'sent again by status inquiries that show nothing of what the bank has',
    ],
    [created.takesExit || mayHaveLeft <= 1, `sent ${String(mayHaveLeft)} times without two people`],
    [
      attempts.slice(1).every((one, at) => isInOrder(one, attempts[at])),
      'sent again after a sending that may be at the bank, without two people',
    ],
    [!created.submitted || state !== 'draft', 'its submission is lost'],
    [state !== 'sending' && state !== 'queued', `still ${state}`],
    [state !== 'accepted' || bankStatus !== null, 'shown as accepted, and the bank has it not'],
    [
      state !== 'rejected' || bankStatus === rejected,
      `shown as rejected, and the bank says ${statusText(bankStatus)}`,
    ],
    [
      !isBeforeSending(state) || bankStatus === null,
      `shown as ${state}, as if it was never sent, and the bank says ${statusText(bankStatus)}`,
    ],
    [
      // To status inquiries, a batch that the bank rejected looks like one that it never had.
      state !== 'outcome-unknown' ||
        bankStatus === null ||
        (created.isBatch && bankStatus === rejected),
      `still of unknown outcome, and the bank says ${statusText(bankStatus)}`,
    ],
  ])
}

/**
 * Returns the faults of its bank status. The result of a batch is reported per entry, not for the
 * whole batch.
 */
function wrongWithEnd(
  { isBatch }: Created,
  { bankStatus: status }: Order,
  bankStatus: string | null,
): string[] {
  const statusKind = status.kind
  const ofPayment: readonly Rule[] = [
    [
      statusKind !== 'completed' || bankStatus === 'COMPLETED',
      `shown as completed, bank: ${statusText(bankStatus)}`,
    ],
    [
      !['failed', 'cancelled', 'returned'].includes(statusKind) || bankStatus === 'FAILED',
      `shown as ${statusKind}, bank: ${statusText(bankStatus)}`,
    ],
  ]
  return broken([
    ...(isBatch ? [] : ofPayment),
    [
      statusKind !== 'contradictory',
      'shown as contradictory, and the bank never contradicted itself',
    ],
  ])
}

type Attempts = Order['attempts'][number]
const isInOrder = (later: Attempts, earlier: Attempts | undefined): boolean =>
  earlier?.outcome === 'not-sent' || later.confirmedBy !== null

const isBeforeSending = (state: Order['state']): boolean =>
  ['draft', 'awaiting-approval', 'approved', 'withdrawn'].includes(state)

const statusText = (bankStatus: string | null): string => bankStatus ?? 'nothing of it'
