/**
 * Matches alerts with orders: by reference, then by transaction id, then as a suggestion to a
 * person (bank notes 100 and 101). No document says that tranId is the id of the API, and an amount
 * and account do not identify a payment, so a suggestion counts only after somebody confirmed it.
 */
import { sql } from 'kysely'
import { significantAccount } from '../../../../preload/contract/kernel/account-number.ts'
import { amountFromAnswer } from '../../../../preload/contract/kernel/money.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import { StoreError, type Store } from '../../../store/store.ts'
import { elementsOfDeliveries, type ElementOf } from '../../../alerts/alerts.records.ts'
import {
  decideAlert,
  dismissOthers,
  storeMatch,
  type Match,
  type MatchingDeps,
} from './alert-match.ts'
import { wordsOf, type AlertRow, type AlertWords } from './alert-reading.ts'
import type { OrderRow } from '../types.ts'
import { SerialQueue } from '../../../platform/serial.ts'

/** Alert matching of one store. Passes run one after another. */
export interface AlertMatching {
  /** Matches alerts since the newest matched one, or since the first order was created. */
  start(): Promise<void>
  /** Call after alerts up to this seq were read. */
  read(latestSeq: number): Promise<void>
  /** Call when a transaction id of this order became known; earlier alerts may be about it. */
  learned(id: string): Promise<void>
  /** Stores a person's decision about a suggestion, which may be changed later. */
  decide(
    about: { readonly id: string; readonly alertSeq: number; readonly isAboutIt: boolean },
    actor: string,
  ): Promise<Result<undefined, Failure<'not-found'>>>
  settled(): Promise<unknown>
}

const perPass = 200
const daysApart = 3
/** An alert without a name may be about an order that left and is not settled. */
const openStates = ['sending', 'accepted', 'outcome-unknown'] as const

/** Creates the service; nothing is matched before `start`. */
export function createAlertMatching(deps: MatchingDeps): AlertMatching {
  const { store } = deps
  let cursor: number | undefined
  const passes = new SerialQueue()
  const inTurn = (work: () => Promise<void>): Promise<void> =>
    passes.run(work).catch((problem: unknown) => deps.report('orders.alerts', problem))

  async function match(alert: AlertRow, elementOf: ElementOf): Promise<void> {
    const words = await wordsOf(elementOf, alert)
    const found = await matchOf(store, alert, words)
    if (!found || !(await storeMatch(deps, alert, words, found))) return
    deps.matched(found.orderId)
    if (found.matchedBy !== 'suggestion') await dismissOthers(deps, alert, found.orderId)
  }

  /**
   * An unreadable alert does not block the others; one that could not be stored is matched in a
   * later pass.
   */
  async function matchOrTell(alert: AlertRow, elementOf: ElementOf): Promise<void> {
    try {
      await match(alert, elementOf)
    } catch (problem) {
      if (problem instanceof StoreError) throw problem
      deps.report('orders.alert', problem)
    }
  }

  async function matchUntil(latestSeq: number): Promise<void> {
    const elementOf = elementsOfDeliveries(store)
    for (;;) {
      const from = (cursor ??= await startOf(store))
      const alerts = await store.read
        .selectFrom('alerts')
        .selectAll()
        .where('seq', '>', from)
        .where('seq', '<=', latestSeq)
        .orderBy('seq')
        .limit(perPass)
        .execute()
      for (const alert of alerts) {
        if (alert.kind !== 'ach') await matchOrTell(alert, elementOf)
        cursor = alert.seq
      }
      if (alerts.length < perPass) return
    }
  }

  return {
    start: () => inTurn(async () => matchUntil(await newestSeq(store))),
    read: (latestSeq) => inTurn(() => matchUntil(latestSeq)),
    learned: (id) =>
      inTurn(async () => {
        const before = cursor ?? 0
        const elementOf = elementsOfDeliveries(store)
        for (const alert of await alertsOfTransaction(store, id, before))
          await match(alert, elementOf)
      }),
    async decide(about, actor) {
      const isKnown = await decideAlert(deps, about, actor)
      if (!isKnown) return err({ code: 'not-found' })
      deps.matched(about.id)
      return ok(undefined)
    },
    settled: () => passes.settled(),
  }
}

const newestSeq = async (store: Store): Promise<number> => {
  const { seq } = await store.read
    .selectFrom('alerts')
    .select((select) => select.fn.max<number | null>('seq').as('seq'))
    .executeTakeFirstOrThrow()
  return seq ?? 0
}

/**
 * Passes run by seq, so all alerts before the newest matched one were examined. Alerts before the
 * first order do not matter.
 */
async function startOf(store: Store): Promise<number> {
  const matched = await store.read
    .selectFrom('order_alerts')
    .select((select) => select.fn.max<number | null>('alert_seq').as('seq'))
    .executeTakeFirstOrThrow()
  if (matched.seq !== null) return matched.seq
  const first = await store.read
    .selectFrom('orders')
    .select((select) => select.fn.min<string | null>('created_at').as('at'))
    .executeTakeFirstOrThrow()
  if (first.at === null) return newestSeq(store)
  const before = await store.read
    .selectFrom('alerts')
    .select((select) => select.fn.min<number | null>('seq').as('seq'))
    .where('at', '>=', first.at)
    .executeTakeFirstOrThrow()
  return before.seq === null ? newestSeq(store) : before.seq - 1
}

const alertsOfTransaction = (store: Store, id: string, before: number): Promise<AlertRow[]> =>
  store.read
    .selectFrom('alerts')
    .selectAll('alerts')
    .where('seq', '<=', before)
    .where(
      sql<boolean>`transaction_id = (SELECT transaction_id FROM orders WHERE id = ${id})
        AND at >= (SELECT created_at FROM orders WHERE id = ${id})`,
    )
    .orderBy('seq')
    .execute()

/**
 * Returns the order that an alert is about; undefined if none was sent from here. A credit is
 * somebody else's payment.
 */
export async function matchOf(
  store: Store,
  alert: AlertRow,
  words: AlertWords,
): Promise<Match | undefined> {
  if (alert.direction === 'credit') return undefined
  const { reference, transaction_id: transactionId } = alert
  if (reference !== null) {
    const row = await orderBy(store, 'reference', reference)
    if (row && isItsAccount(alert, row)) return { orderId: row.id, matchedBy: 'reference' }
  }
  if (transactionId !== null) {
    const row = await orderBy(store, 'transaction_id', transactionId)
    const isNamed = reference === null || reference === row?.reference
    if (row && isNamed && isItsAccount(alert, row)) {
      return { orderId: row.id, matchedBy: 'transaction-id' }
    }
  }
  // An alert with another reference is about another payment.
  return reference === null ? suggestionFor(store, alert, words) : undefined
}

const orderBy = (
  store: Store,
  column: 'reference' | 'transaction_id',
  value: string,
): Promise<OrderRow | undefined> =>
  store.read.selectFrom('orders').selectAll().where(column, '=', value).executeTakeFirst()

/**
 * A reference is unique only with its debit account (bank note 65); a missing account contradicts
 * nothing.
 */
const isItsAccount = ({ account, direction }: AlertRow, row: OrderRow): boolean =>
  direction === null ||
  account === null ||
  !/^\d+$/.test(account.trim()) ||
  significantAccount(account.trim()) === row.debit_significant

/**
 * Returns the only open order of this account, amount and currency around that day; undefined if
 * there are several.
 */
async function suggestionFor(
  store: Store,
  alert: AlertRow,
  { day }: AlertWords,
): Promise<Match | undefined> {
  const { amount, currency, seq } = alert
  if (amount === null || currency === null) return undefined
  const read = amountFromAnswer(amount, currency)
  if (!('minor' in read)) return undefined
  const near = (column: string) =>
    sql<boolean>`abs(julianday(substr(${sql.ref(column)}, 1, 10)) - julianday(${day})) <= ${daysApart}`
  const candidates = await store.read
    .selectFrom('orders')
    .select('id')
    .where('state', 'in', openStates)
    .where('is_final', '=', 0)
    .where('amount', '=', read.minor)
    .where('currency', '=', currency)
    .where((where) => where.or([near('value_date'), near('released_at')]))
    .where(
      sql<boolean>`debit_significant IN (SELECT account FROM alert_accounts WHERE alert_seq = ${seq})`,
    )
    .limit(2)
    .execute()
  const [only, second] = candidates
  return only && !second ? { orderId: only.id, matchedBy: 'suggestion' } : undefined
}
