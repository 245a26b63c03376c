/**
 * Acknowledges a restore: a second person has checked that a draft was not sent since the backup
 * (Promise P1).
 */
import { makersOf } from './approvals.ts'
import { requireState, requireOrder } from '../order-facts.ts'
import type { OrderContext } from '../types.ts'
import type { NotifyOrder } from '../services.ts'
import { moveOrder } from '../order-records.ts'
import { refuse } from '../refusals.ts'
import { restoreMarkOf, restoreMarkText } from '../restore-hold.ts'

/**
 * Acknowledges it for a draft that the actor did not write. Refuses with `integrity-broken`,
 * `journal`, if the file of sent references says that it was sent. The mark stays for the
 * approvers.
 */
export async function acknowledgeRestore(
  context: OrderContext,
  notify: NotifyOrder,
  { id, reason }: { readonly id: string; readonly reason: string },
  actor: string,
): Promise<void> {
  const { store, clock, sent } = context
  // The typed reason stays out of the audit chain, because the chain can never be changed.
  const act = { actor, kind: 'order.restore-acknowledged', subject: id, detail: {} }
  await store.record(act, async (tx) => {
    const row = await requireOrder(tx, id)
    requireState(row, 'draft')
    const mark = restoreMarkOf(row)
    if (mark?.acknowledged !== null) refuse({ code: 'order-state', state: row.state })
    if ((await makersOf(tx, row)).includes(actor)) refuse({ code: 'own-work' })
    if (sent.lastAttempt(row.reference) > 0) refuse({ code: 'integrity-broken', what: 'journal' })
    const at = clock.now().toISOString()
    const restored = restoreMarkText({ ...mark, acknowledged: { by: actor, at, reason } })
    await moveOrder(tx, id, 'draft', { state: 'draft', restored, updated_at: at })
  })
  notify(id, 'draft')
}
