/** Reads the alerts matched to an order, masked by the accounts that each names. */
import type { OrderAlert } from '../../../../preload/contract/domain/orders/order-course.ts'
import type { Store } from '../../../store/store.ts'
import { maskedLine } from '../../../bank/privacy/mask-alert.ts'
import { accountsOfAlerts } from '../../../alerts/alerts.records.ts'

/** Returns the alerts in order of receipt. */
export async function alertsOf(store: Store, id: string, inFull: boolean): Promise<OrderAlert[]> {
  const rows = await store.read
    .selectFrom('order_alerts')
    .innerJoin('alerts', 'alerts.seq', 'order_alerts.alert_seq')
    .selectAll('alerts')
    .select(['matched_by as matchedBy', 'decision'])
    .where('order_id', '=', id)
    .orderBy('alerts.seq')
    .execute()
  if (rows.length === 0) return []
  const accounts = await accountsOfAlerts(
    store,
    rows.map(({ seq }) => seq),
  )
  return rows.map(({ seq, id: alertId, at, matchedBy, decision, ...said }) => {
    const texts = { ...said, sentAt: said.sent_at }
    const { status, amount, currency } = inFull ? texts : maskedLine(texts, accounts.get(seq) ?? [])
    return { alertSeq: seq, alertId, at, status, amount, currency, matchedBy, decision }
  })
}
