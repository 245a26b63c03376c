/**
 * Matches alerts with orders as they are read, and stores each match with its effect on other
 * orders and on the bank status.
 */
import { sql } from 'kysely'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import type { Clock } from '../../../platform/clock.ts'
import { SerialQueue } from '../../../platform/serial.ts'
import { StoreError, type Reader, type Store } from '../../../store/store.ts'
import { Superseded, unlessSuperseded } from '../../../store/superseded.ts'
import {
  elementsOfDeliveries,
  newestSeq,
  seqBefore,
  type AlertRow,
  type ElementOf,
} from '../../../alerts/alerts.records.ts'
import type { OrderHandlers } from '../services.ts'
import type { OrderKinds } from '../types.ts'
import {
  matchOf,
  statusEventsIn,
  timesOf,
  type AlertTimes,
  type Match,
} from './find-alert-match.ts'
import { system } from '../order-records.ts'
import { addStatusEvents, dropAlertEvents, reopen } from './status-events.ts'

interface MatchingDeps {
  readonly store: Store
  readonly clock: Pick<Clock, 'now'>
  readonly kinds: OrderKinds
  /** Called after an alert about this order was matched or decided. */
  readonly matched: (id: string) => void
  readonly report: (where: string, problem: unknown) => void
}

/** Alert matching of one store. Passes run one after another. */
export interface AlertMatching {
  /** Matches alerts since the newest matched one, or since the first order was created. */
  start(): Promise<void>
  /** From now on another workstation matches the alerts; the next start asks the store how far. */
  stop(): void
  /** Call after alerts up to this seq were read. */
  read(latestSeq: number): Promise<void>
  /** Call when a transaction id of this order became known; earlier alerts may be about it. */
  matchEarlierAlerts(id: string): Promise<void>
  /**
   * Stores a person's decision about a suggestion, which may be changed later. Fails with
   * `changed-meanwhile` if it is not as it was shown: decided by another person, or matched by an id.
   */
  decide(
    about: DecidedAlert,
    actor: string,
  ): Promise<Result<undefined, Failure<'not-found'> | Failure<'changed-meanwhile'>>>
  settled(): Promise<unknown>
}

/** A decision about a suggestion; `shown`: the decision that the person saw. */
type DecidedAlert = Parameters<OrderHandlers['decideAlert']>[0]

const perPass = 200

/** Creates the service; nothing is matched before `start`. */
export function createAlertMatching(deps: MatchingDeps): AlertMatching {
  const { store } = deps
  let cursor: number | undefined
  const passes = new SerialQueue()
  const inTurn = (work: () => Promise<void>): Promise<void> =>
    passes.run(work).catch((problem: unknown) => deps.report('orders.alerts', problem))

  async function match(alert: AlertRow, elementOf: ElementOf): Promise<void> {
    const times = await timesOf(elementOf, alert)
    const found = await matchOf(store, alert, times)
    if (!found || !(await storeMatch(deps, alert, times, found))) return
    deps.matched(found.orderId)
    if (found.matchedBy !== 'suggestion') await dismissOthers(deps, alert, found.orderId)
  }

  /**
   * An unreadable alert does not block the others; one that could not be stored is matched in a
   * later pass.
   */
  async function matchOrReport(alert: AlertRow, elementOf: ElementOf): Promise<void> {
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
        if (alert.kind !== 'ach') await matchOrReport(alert, elementOf)
        cursor = alert.seq
      }
      if (alerts.length < perPass) return
    }
  }

  return {
    start: () => inTurn(async () => matchUntil(await newestSeq(store))),
    stop: () => {
      cursor = undefined
    },
    read: (latestSeq) => inTurn(() => matchUntil(latestSeq)),
    matchEarlierAlerts: (id) =>
      inTurn(async () => {
        const before = cursor ?? 0
        const elementOf = elementsOfDeliveries(store)
        for (const alert of await alertsOfTransaction(store, id, before))
          await match(alert, elementOf)
      }),
    async decide(about, actor) {
      const decided = await decideAlert(deps, about, actor)
      if (decided.ok) deps.matched(about.id)
      return decided
    },
    settled: () => passes.settled(),
  }
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
  return seqBefore(store, first.at)
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

/** Dismisses open suggestions of this alert for other orders, once it is known to be about one. */
async function dismissOthers(deps: MatchingDeps, alert: AlertRow, orderId: string): Promise<void> {
  const { store, clock, matched } = deps
  const others = await store.read
    .selectFrom('order_alerts')
    .select('order_id')
    .where('alert_seq', '=', alert.seq)
    .where('order_id', '<>', orderId)
    .where('decision', '=', 'open')
    .execute()
  for (const { order_id: other } of others) {
    const detail = { alert: alert.id, decision: 'dismissed' }
    const act = { actor: system, kind: 'order.alert-decided', subject: other, detail }
    const dismissed = await unlessSuperseded(() =>
      store.record(act, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('order_alerts')
          .set({ decision: 'dismissed', at: clock.now().toISOString() })
          .where('order_id', '=', other)
          .where('alert_seq', '=', alert.seq)
          .where('decision', '=', 'open')
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new Superseded()
        return true
      }),
    )
    if (dismissed) matched(other)
  }
}

/**
 * Stores a match with the alert's status events; false if it was stored before. A suggestion becomes a
 * match when a reference or id names the order, unless a person dismissed it.
 */
async function storeMatch(
  { store, clock, kinds }: MatchingDeps,
  alert: AlertRow,
  times: AlertTimes,
  { orderId, matchedBy }: Match,
): Promise<boolean> {
  const isStored = async (reader: Reader): Promise<boolean> => {
    const known = await reader
      .selectFrom('order_alerts')
      .select(['decision', 'matched_by'])
      .where('order_id', '=', orderId)
      .where('alert_seq', '=', alert.seq)
      .executeTakeFirst()
    if (known === undefined) return false
    const isSuggested = known.matched_by === 'suggestion' && known.decision !== 'dismissed'
    return !isSuggested || matchedBy === 'suggestion'
  }
  if (await isStored(store.read)) return false
  const decision = matchedBy === 'suggestion' ? ('open' as const) : ('counts' as const)
  const detail = { alert: alert.id, matchedBy, decision }
  const act = { actor: system, kind: 'order.alert-matched', subject: orderId, detail }
  const stored = await unlessSuperseded(() =>
    store.record(act, async (tx) => {
      if (await isStored(tx)) throw new Superseded()
      await tx
        .insertInto('order_alerts')
        .values({
          order_id: orderId,
          alert_seq: alert.seq,
          matched_by: matchedBy,
          decision,
          decided_by: null,
          at: clock.now().toISOString(),
        })
        .onConflict((conflict) =>
          conflict
            .columns(['order_id', 'alert_seq'])
            .doUpdateSet({ matched_by: matchedBy, decision }),
        )
        .execute()
      await reopen(tx, orderId)
      if (decision === 'counts')
        await addStatusEvents(tx, orderId, statusEventsIn(alert, times), kinds)
      return true
    }),
  )
  return stored ?? false
}

/** Stores a person's decision about a suggestion, unless it is not as the person saw it any more. */
async function decideAlert(
  { store, clock, kinds }: MatchingDeps,
  { id, alertSeq, isAboutIt, shown }: DecidedAlert,
  actor: string,
): ReturnType<AlertMatching['decide']> {
  const row = await store.read
    .selectFrom('order_alerts')
    .innerJoin('alerts', 'alerts.seq', 'order_alerts.alert_seq')
    .selectAll('alerts')
    .where('order_id', '=', id)
    .where('alert_seq', '=', alertSeq)
    .executeTakeFirst()
  if (!row) return err({ code: 'not-found' })
  const times = await timesOf(elementsOfDeliveries(store), row)
  const decision = isAboutIt ? ('counts' as const) : ('dismissed' as const)
  const detail = { alert: row.id, decision }
  const act = { actor, kind: 'order.alert-decided', subject: id, detail }
  const isStored = await unlessSuperseded(() =>
    store.record(act, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('order_alerts')
        .set({ decision, decided_by: actor, at: clock.now().toISOString() })
        .where('order_id', '=', id)
        .where('alert_seq', '=', alertSeq)
        // An id that named the order meanwhile counts more than a person's judgment of a resemblance.
        .where('matched_by', '=', 'suggestion')
        .where('decision', '=', shown)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new Superseded()
      if (isAboutIt) await reopen(tx, id)
      if (isAboutIt) await addStatusEvents(tx, id, statusEventsIn(row, times), kinds)
      else await dropAlertEvents(tx, id, alertSeq, kinds)
      return true
    }),
  )
  return isStored === true ? ok(undefined) : err({ code: 'changed-meanwhile' })
}
