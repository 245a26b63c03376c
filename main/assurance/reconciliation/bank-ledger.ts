/**
 * The bank's events of an account: from alerts, from sweeps that found unreported items, and from
 * queried lists.
 */
import { sql } from 'kysely'
import { dayBoundsIn, dayIn, daysLater } from '../../../preload/contract/kernel/calendar.ts'
import type { Flow } from '../../../preload/contract/api/reconciliation/reconciliation.ts'
import type { Store } from '../../store/store.ts'
import { filledText } from '../../bank/answers/filled-text.ts'
import { fullAccounts } from '../../money/same-movement.ts'
import { slicesOf } from '../../platform/slices.ts'
import { isItemOfDay } from '../coverage/item-day.ts'
import { achFlow, meansReturned, type BankEvent } from './bank-event.ts'
import { alertsPerRun, readAlertFacts, type AlertFacts } from './reconciliation-jobs.ts'

/** Stored alerts never change; at most this many are cached. */
const mostRemembered = 60_000

/**
 * Alerts of a day are searched from this many days before to this many after: the bank repeats a
 * delivery for days (bank document 1, Webhooks), and collects a day or two before it settles.
 * Alerts about something originated here are found at any distance.
 */
export const window = { before: 2, after: 6 } as const

/** Reads and caches the alerts of one store for reconciliation. */
export class AlertReader {
  readonly #store: Store
  readonly #zone: () => string
  readonly #known = new Map<number, AlertFacts>()

  constructor(store: Store, zone: () => string) {
    this.#store = store
    this.#zone = zone
  }

  /** Returns the alerts with these numbers, from this account's view. */
  async bankEvents(seqs: readonly number[], account: string): Promise<BankEvent[]> {
    const all = [...new Set(seqs)]
    const missing = all.filter((seq) => !this.#known.has(seq))
    const fresh = new Map<number, AlertFacts>()
    for (let from = 0; from < missing.length; from += alertsPerRun) {
      const part = missing.slice(from, from + alertsPerRun)
      for (const one of await this.#store.work(readAlertFacts, { seqs: part }))
        fresh.set(one.seq, one)
    }
    const zone = this.#zone()
    const found = all.flatMap((seq) => {
      const facts = fresh.get(seq) ?? this.#known.get(seq)
      return facts ? [bankEventOf(facts, account, zone)] : []
    })
    for (const [seq, facts] of fresh) this.#known.set(seq, facts)
    for (const seq of this.#known.keys()) {
      if (this.#known.size <= mostRemembered) break
      this.#known.delete(seq)
    }
    return found
  }

  /** Returns every alert of the account around a day. */
  async around(day: string, account: string): Promise<BankEvent[]> {
    const zone = this.#zone()
    const rows = await this.#store.read
      .selectFrom('alerts')
      .innerJoin('alert_accounts', 'alert_accounts.alert_seq', 'alerts.seq')
      .where('alert_accounts.account', '=', account)
      .where('alerts.at', '>=', dayBoundsIn(zone, daysLater(day, -window.before)).from)
      .where('alerts.at', '<', dayBoundsIn(zone, daysLater(day, window.after)).until)
      .select('alerts.seq as seq')
      .execute()
    return this.bankEvents(
      rows.map(({ seq }) => seq),
      account,
    )
  }

  /** Returns every ACH alert with these trace numbers that this account originated. */
  async ofTraces(traces: readonly string[], account: string): Promise<BankEvent[]> {
    const rows = await this.#store.read
      .selectFrom('alerts')
      .where('kind', '=', 'ach')
      .where(sql<boolean>`reference IN (SELECT value FROM json_each(${JSON.stringify(traces)}))`)
      .select('seq')
      .execute()
    return this.bankEvents(
      rows.map(({ seq }) => seq),
      account,
    )
  }

  /** Returns every alert of a payment with one of these transaction ids or references. */
  async ofPayments(
    payments: readonly Pick<BankEvent, 'transactionId' | 'reference'>[],
    account: string,
  ): Promise<BankEvent[]> {
    const written = (number: string | null): string[] => {
      const text = filledText(number)
      return text === null ? [] : [text, text.toUpperCase(), text.toLowerCase()]
    }
    const numbers = {
      transaction_id: payments.flatMap(({ transactionId }) => written(transactionId)),
      reference: payments.flatMap(({ reference }) => written(reference)),
    }
    const seqs: number[] = []
    for (const column of ['transaction_id', 'reference'] as const)
      for (const some of slicesOf([...new Set(numbers[column])])) {
        const rows = await this.#store.read
          .selectFrom('alerts')
          .where('kind', '<>', 'ach')
          .where(column, 'in', some)
          .select('seq')
          .execute()
        seqs.push(...rows.map(({ seq }) => seq))
      }
    return this.bankEvents(seqs, account)
  }
}

function bankEventOf(facts: AlertFacts, account: string, zone: string): BankEvent {
  const isOurs = facts.from === account ? true : facts.to === account ? false : null
  const isAch = facts.kind === 'ach'
  const flow = isAch ? achFlow(facts.transactionCode, isOurs) : paymentFlow(isOurs)
  return {
    source: 'alert',
    key: `alert:${String(facts.seq)}`,
    at: facts.at,
    kind: facts.kind,
    statusText: facts.statusText,
    isReturn: meansReturned(isAch ? 'entry' : 'business', facts.statusText),
    flow,
    trace: isAch ? facts.reference : null,
    reference: isAch ? null : facts.reference,
    parNumber: filledText(facts.parNumber),
    transactionId: facts.transactionId,
    amountText: facts.amount,
    currency: currencyIn(facts.currency),
    collectedOn: facts.collectedOn,
    settledOn: facts.settledOn,
    returnedOn: facts.returnedOn,
    executedOn: facts.executedOn,
    receivedOn: dayIn(zone, Date.parse(facts.at)),
    searchedDays: null,
    party: isOurs === false ? facts.fromName : facts.toName,
    receiver: fullAccounts([facts.to])[0] ?? null,
    returnCode: facts.returnCode,
    alertSeq: facts.seq,
    alertId: facts.id,
    callId: null,
    orderId: null,
    entryId: null,
    isRepeated: facts.isRepeated,
  }
}

const paymentFlow = (isOurs: boolean | null): Flow =>
  isOurs === null ? 'unknown' : isOurs ? 'out' : 'in'

/** The bank's documents know no other currency where none is stated. */
const currencyIn = (text: string | null): string => {
  const code = text?.trim().toUpperCase() ?? ''
  return code === '' ? 'USD' : code
}

const isAbout = (of: { readonly traces: readonly string[]; readonly orders: readonly string[] }) =>
  sql<boolean>`(order_id IN (SELECT value FROM json_each(${JSON.stringify(of.orders)}))
    OR trace_number IN (SELECT value FROM json_each(${JSON.stringify(of.traces)})))`

/**
 * Returns what sweeps found of an account and no alert had reported: of a day, or of these traces
 * or orders. What states no day counts on the day on which it was found.
 */
export async function recoveredOf(
  store: Store,
  account: string,
  of: { readonly zone: string } & (
    | { readonly day: string }
    | { readonly traces: readonly string[]; readonly orders: readonly string[] }
  ),
): Promise<BankEvent[]> {
  const rows = await store.read
    .selectFrom('recovered_items')
    .innerJoin('sweeps', 'sweeps.id', 'recovered_items.sweep_id')
    .selectAll('recovered_items')
    .select(['sweeps.from_at', 'sweeps.until_at'])
    .where('account_significant', '=', account)
    .where('day' in of ? isItemOfDay('recovered_items', of.zone, of.day) : isAbout(of))
    .orderBy('seq')
    .execute()
  return rows.map((row): BankEvent => {
    const event = row.event.trim().toUpperCase()
    const isPayment = row.kind === 'payment'
    const isReturn = meansReturned(isPayment ? 'payment' : 'entry', row.event)
    return {
      source: 'recovered',
      key: `recovered:${String(row.seq)}`,
      at: row.at,
      kind: isPayment ? 'wire' : 'ach',
      statusText: row.event,
      isReturn,
      trace: filledText(row.trace_number),
      parNumber: filledText(row.par_number),
      reference: null,
      transactionId: null,
      amountText: row.amount,
      currency: currencyIn(row.currency),
      // A payment sent from here goes out; for an entry, the list's direction is the receiver's.
      flow: isPayment ? 'out' : sweptFlow(row.direction, row.entry_id !== null),
      collectedOn: event === 'COLLECTED' ? row.event_day : null,
      settledOn: event === 'SETTLED' ? row.event_day : null,
      returnedOn: isReturn ? row.event_day : null,
      executedOn: isPayment ? row.event_day : null,
      receivedOn: dayIn(of.zone, Date.parse(row.at)),
      searchedDays:
        row.event_day === null ? [row.from_at.slice(0, 10), row.until_at.slice(0, 10)] : null,
      party: row.party,
      receiver: null,
      returnCode: row.return_code,
      alertSeq: row.alert_seq,
      alertId: null,
      callId: row.call_id,
      orderId: row.order_id,
      entryId: row.entry_id,
      isRepeated: false,
    }
  })
}

/** A credit sent from here goes out. For other entries the originator is unknown. */
const sweptFlow = (direction: 'credit' | 'debit' | null, isOurs: boolean): Flow =>
  direction === null || !isOurs ? 'unknown' : direction === 'credit' ? 'out' : 'in'
