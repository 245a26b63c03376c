/**
 * Stores the match of an alert with an order, and its effect on other orders and on the bank
 * status.
 */
import type { Clock } from '../../../platform/clock.ts'
import type { OrderAlertsTable } from '../../../store/schema/money-tables.ts'
import type { Store } from '../../../store/store.ts'
import type { OrderKinds } from '../types.ts'
import { elementsOfDeliveries } from '../../../alerts/alerts.records.ts'
import { statementsIn, wordsOf, type AlertRow, type AlertWords } from './alert-reading.ts'
import { system } from './status-inquiry.ts'
import { addStatusEvents, dropAlertEvents, reopen } from './status-events.ts'

export interface MatchingDeps {
  readonly store: Store
  readonly clock: Pick<Clock, 'now'>
  readonly kinds: OrderKinds
  /** Called after an alert about this order was matched or decided. */
  readonly matched: (id: string) => void
  readonly report: (where: string, problem: unknown) => void
}

type MatchedBy = OrderAlertsTable['matched_by']
/** An order that an alert is about, and how that was found. */
export interface Match {
  readonly orderId: string
  readonly matchedBy: MatchedBy
}

/** Dismisses open suggestions of this alert for other orders, once it is known to be about one. */
export async function dismissOthers(
  deps: MatchingDeps,
  alert: AlertRow,
  orderId: string,
): Promise<void> {
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
    await store.record(act, async (tx) => {
      await tx
        .updateTable('order_alerts')
        .set({ decision: 'dismissed', at: clock.now().toISOString() })
        .where('order_id', '=', other)
        .where('alert_seq', '=', alert.seq)
        .where('decision', '=', 'open')
        .execute()
    })
    matched(other)
  }
}

/**
 * Stores a match with the alert's status events; false if it was stored before. An undecided
 * suggestion becomes a match when a reference or id names the order; a person's decision stays.
 */
export async function storeMatch(
  { store, clock, kinds }: MatchingDeps,
  alert: AlertRow,
  words: AlertWords,
  { orderId, matchedBy }: Match,
): Promise<boolean> {
  const known = await store.read
    .selectFrom('order_alerts')
    .select('decision')
    .where('order_id', '=', orderId)
    .where('alert_seq', '=', alert.seq)
    .executeTakeFirst()
  const isRaised = known?.decision === 'open' && matchedBy !== 'suggestion'
  if (known && !isRaised) return false
  const decision = matchedBy === 'suggestion' ? ('open' as const) : ('counts' as const)
  const detail = { alert: alert.id, matchedBy, decision }
  const act = { actor: system, kind: 'order.alert-matched', subject: orderId, detail }
  await store.record(act, async (tx) => {
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
    if (decision === 'counts') await addStatusEvents(tx, orderId, statementsIn(alert, words), kinds)
  })
  return true
}

/** Stores a person's decision about a suggestion; false if there is no suggestion. */
export async function decideAlert(
  { store, clock, kinds }: MatchingDeps,
  {
    id,
    alertSeq,
    isAboutIt,
  }: { readonly id: string; readonly alertSeq: number; readonly isAboutIt: boolean },
  actor: string,
): Promise<boolean> {
  const row = await store.read
    .selectFrom('order_alerts')
    .innerJoin('alerts', 'alerts.seq', 'order_alerts.alert_seq')
    .selectAll('alerts')
    .where('order_id', '=', id)
    .where('alert_seq', '=', alertSeq)
    .where('matched_by', '=', 'suggestion')
    .executeTakeFirst()
  if (!row) return false
  const words = await wordsOf(elementsOfDeliveries(store), row)
  const decision = isAboutIt ? ('counts' as const) : ('dismissed' as const)
  const detail = { alert: row.id, decision }
  await store.record({ actor, kind: 'order.alert-decided', subject: id, detail }, async (tx) => {
    await tx
      .updateTable('order_alerts')
      .set({ decision, decided_by: actor, at: clock.now().toISOString() })
      .where('order_id', '=', id)
      .where('alert_seq', '=', alertSeq)
      .execute()
    if (isAboutIt) await reopen(tx, id)
    if (isAboutIt) await addStatusEvents(tx, id, statementsIn(row, words), kinds)
    else await dropAlertEvents(tx, id, alertSeq, kinds)
  })
  return true
}
