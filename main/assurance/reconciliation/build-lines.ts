/**
 * Builds the lines of an account's day. The store is read in pieces and main matches in steps, so
 * that neither is blocked: a busy account has twenty thousand lines on one day.
 */
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type {
  QueriedList,
  DayOfAccount,
  OtherAccountBatch,
  ReconciliationLine,
} from '../../../preload/contract/api/reconciliation/reconciliation.ts'
import { bankingDay, type SessionContext } from '../../profile/session-context.ts'
import { listsOfDay } from './fetch-bank-lists.ts'
import { recoveredOf, type AlertReader } from './bank-ledger.ts'
import type { BankEvent } from './bank-event.ts'
import { collectedOn, entryLine, entryReturnLine, returnedOn } from './match-entries.ts'
import { paymentLine, paymentReturnLine } from './match-payments.ts'
import {
  alertsOfOrders,
  debitedElsewhere,
  entriesOf,
  ordersOfAlerts,
  paymentsOf,
  returnedPaymentsOf,
  type LeftEntry,
} from './own-ledger.ts'
import {
  byPayment,
  isWireRow,
  movementsOf,
  paymentNumbers,
  type NamedPayment,
} from './movements.ts'
import { movedOn, unmatchedLines } from './unmatched.ts'
import { shownOther } from '../../money/batch-facts.ts'
import { areNear } from '../../money/same-movement.ts'
import type { WireEvent, WireEvidence } from '../wire-inquiry/wire-evidence.ts'

/** The result. */
export interface BuiltLines {
  readonly lines: readonly ReconciliationLine[]
  readonly queried: readonly QueriedList[]
  /** The batches whose account differs from the one that the bank debits, each once. */
  readonly otherAccounts: readonly OtherAccountBatch[]
  /** Hash of the lines. Statuses that arrive as expected, such as settled, do not change it. */
  readonly digest: string
}

/** Lines matched before the main thread handles other work. */
const perStep = 200

/** Builds the lines. `account`: without leading zeros. */
export async function buildLines(
  context: SessionContext,
  { alerts, evidence }: { readonly alerts: AlertReader; readonly evidence: WireEvidence },
  of: DayOfAccount,
  account: string,
): Promise<BuiltLines> {
  const { store } = context
  const { day } = of
  const zone = context.bankingZone()
  const judged = { today: bankingDay(context) }
  const around = await alerts.around(day, account)
  const { lists, bankEvents: rows } = await listsOfDay(context, of, account)
  const swept = await recoveredOf(store, account, { zone, day })
  const wires = wiresAbout(await evidence.wires(), around, { account, day })
  const ofWires = await alerts.ofPayments(wires, account)
  const traces = await tracesIn([...around, ...rows, ...swept], day)
  const accounts = context.profile().accounts
  const entries = await entriesOf(store, account, {
    zone,
    day,
    traces,
    own: accounts.map(({ account_significant: one }) => one),
  })
  const own = entries.flatMap(({ trace_number: trace }) => (trace === null ? [] : [trace]))
  const payments = {
    left: await paymentsOf(store, { account, day, zone }),
    returned: await returnedPaymentsOf(store, { account, day, zone }),
  }
  const orders = [...payments.left, ...payments.returned].map(({ id }) => id)
  const recovered = [
    ...swept,
    ...(await recoveredOf(store, account, { zone, traces: own, orders })),
  ]
  const bankEvents = distinct([
    ...around,
    ...rows,
    ...recovered,
    ...(await alerts.ofTraces(own, account)),
  ])
  const movements = await movementsOf(entries, bankEvents.filter(isAch))
  const lines: ReconciliationLine[] = []
  const strayed = new Map<string, LeftEntry[]>()
  for (const [index, entry] of entries.entries()) {
    if (index % perStep === 0) await nextTurn()
    const events = movements.ofEntry(entry.id)
    const isOfDay = (collectedOn(events) ?? entry.effective) === day
    if (isOfDay) lines.push(entryLine(entry, events, { ...judged, account }))
    const back = returnedOn(entry.bank_status === 'returned' ? entry : null, events)
    if (back?.day === day) lines.push(entryReturnLine(entry, events, back))
    if (entry.queriedOn === account || !(isOfDay || back?.day === day)) continue
    strayed.set(entry.order_id, [...(strayed.get(entry.order_id) ?? []), entry])
  }
  const ofPayments = distinct(recovered.filter(({ orderId }) => orderId !== null)).toSorted(
    (one, other) => Date.parse(one.at) - Date.parse(other.at),
  )
  lines.push(
    ...(await paymentLines(context, alerts, {
      account,
      ...judged,
      ...payments,
      orders,
      ofPayments,
    })),
  )
  await nextTurn()
  const ofOrders = await ordersOfAlerts(
    store,
    [...around, ...ofWires].flatMap(({ alertSeq }) => alertSeq ?? []),
  )
  const isCounted = ({ orderId, alertSeq }: BankEvent): boolean =>
    orderId !== null || (alertSeq !== null && ofOrders.counted.has(alertSeq))
  const told = bankEvents.filter((one) => !isAch(one))
  const known = new Set(told.map(({ key }) => key))
  const ofNumbers = ofWires.filter(({ key }) => !known.has(key))
  const others = {
    ach: movements.others,
    payments: (await byPayment([...told, ...ofNumbers, ...wires])).flatMap(
      ([name, events]): NamedPayment[] => {
        const rest = events.filter((one) => !isCounted(one))
        // A wire that an alert of an order told of is on the line of that order.
        const isOfOrder = rest.length < events.length && rest.every(isWireRow)
        // The number of a wire may also be that of a payment of another day or account.
        const isHere = rest.some((one) => isWireRow(one) || known.has(one.key))
        return isHere && !isOfOrder ? [[name, rest]] : []
      },
    ),
  }
  lines.push(...unmatchedLines(others, day, (seq) => seq !== null && ofOrders.open.has(seq)))
  await nextTurn()
  const otherAccounts = await otherAccountsOf(context, { account, day }, strayed)
  return { lines, queried: lists, otherAccounts, digest: await digestOf(lines) }
}

/**
 * Returns the batches whose entries are listed here although they name another account, and those
 * that name this account and are listed elsewhere.
 */
async function otherAccountsOf(
  { store, profile }: SessionContext,
  { account, day }: { readonly account: string; readonly day: string },
  strayed: ReadonlyMap<string, readonly LeftEntry[]>,
): Promise<OtherAccountBatch[]> {
  const { accounts } = profile()
  const here = [...strayed].flatMap(([orderId, entries]): OtherAccountBatch[] => {
    const [entry] = entries
    if (!entry) return []
    const of = { orderId, entries: entries.length, queried: entry.queriedOn, debited: account }
    const title = `${entry.service} ${entry.description}`
    return [{ ...shownOther(of, accounts), title, isHere: true }]
  })
  const elsewhere = (await debitedElsewhere(store, account, day)).map(
    ({ service, description, ...of }): OtherAccountBatch => ({
      ...shownOther({ ...of, queried: account }, accounts),
      title: `${service} ${description}`,
      isHere: false,
    }),
  )
  return [...here, ...elsewhere]
}

/** Returns the wires near a day, and those that its alerts may be about. */
function wiresAbout(
  wires: readonly WireEvent[],
  around: readonly BankEvent[],
  { account, day }: { readonly account: string; readonly day: string },
): WireEvent[] {
  const told = new Set(around.flatMap(paymentNumbers))
  return wires.filter(
    (one) =>
      one.account === account &&
      (areNear([one.day, one.day], [day, day]) ||
        paymentNumbers(one).some((number) => told.has(number))),
  )
}

/** Returns the trace numbers that were collected or returned on a day. */
async function tracesIn(bankEvents: readonly BankEvent[], day: string): Promise<string[]> {
  const { others } = await movementsOf([], bankEvents.filter(isAch))
  return others
    .filter((group) => movedOn(group).day === day || returnedOn(null, group)?.day === day)
    .flatMap((group) => group.flatMap(({ trace }) => trace ?? []))
}

const isAch = ({ kind }: BankEvent): boolean => kind === 'ach'

const distinct = (bankEvents: readonly BankEvent[]): BankEvent[] => [
  ...new Map(bankEvents.map((one) => [one.key, one])).values(),
]

async function paymentLines(
  { store }: SessionContext,
  alerts: AlertReader,
  of: {
    readonly account: string
    readonly today: string
    readonly left: Awaited<ReturnType<typeof paymentsOf>>
    readonly returned: Awaited<ReturnType<typeof returnedPaymentsOf>>
    /** Ids of all of these payments. */
    readonly orders: readonly string[]
    /** What sweeps recovered of payments. */
    readonly ofPayments: readonly BankEvent[]
  },
): Promise<ReconciliationLine[]> {
  const links = await alertsOfOrders(store, of.orders)
  const bySeq = new Map(
    (
      await alerts.bankEvents(
        links.map(({ alert_seq: seq }) => seq),
        of.account,
      )
    ).map((one) => [one.alertSeq, one]),
  )
  const byOrder = new Map<string, BankEvent[]>(of.orders.map((id) => [id, []]))
  for (const { order_id: order, alert_seq: seq } of links) {
    const one = bySeq.get(seq)
    if (one) byOrder.get(order)?.push(one)
  }
  for (const one of of.ofPayments) byOrder.get(one.orderId ?? '')?.push(one)
  const events = (id: string): BankEvent[] => byOrder.get(id) ?? []
  return [
    ...of.left.map((order) => paymentLine(order, events(order.id), of)),
    ...of.returned.map((order) =>
      paymentReturnLine(
        order,
        events(order.id).filter(({ isReturn }) => isReturn),
      ),
    ),
  ]
}

async function digestOf(lines: readonly ReconciliationLine[]): Promise<string> {
  const hash = createHash('sha256')
  const sorted = lines.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  for (const [index, { id, match, reasons, here, bank }] of sorted.entries()) {
    if (index % 1_000 === 0) await nextTurn()
    const sides = [here, bank].map((side) => [side?.amount, side?.currency, side?.counts])
    hash.update(JSON.stringify([id, match, reasons, sides]))
  }
  return hash.digest('hex')
}
