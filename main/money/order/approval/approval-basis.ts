/**
 * What approvals rely on beyond text and approval hash: each approval records it in its act, and it
 * is compared with the present whenever evidence is checked, also before an order leaves.
 */
import type { OrderState } from '../../../../preload/contract/domain/orders/order-states.ts'
import type { z } from '../../../../preload/contract/kernel/zod.ts'
import type { Reader } from '../../../store/store.ts'
import type { OrderRow } from '../types.ts'

/** States in which new approvals can replace outdated ones. */
const approving: readonly OrderState[] = ['awaiting-approval', 'approved', 'queued']

/**
 * Returns what each valid approval recorded; null where nothing of this shape. Empty for orders that
 * may be at the bank: two people decide a resend separately, and nobody could approve it again.
 */
export async function basesOfApprovals<T>(
  reader: Reader,
  {
    id,
    state,
    approval_hash: approvalHash,
    resend: resend,
  }: Pick<OrderRow, 'id' | 'state' | 'approval_hash' | 'resend'>,
  shape: z.ZodType<T>,
): Promise<(T | null)[]> {
  if (!approving.includes(state) || resend !== null) return []
  const approvals = await reader
    .selectFrom('order_approvals')
    .select('operator')
    .where('order_id', '=', id)
    .where('voided_at', 'is', null)
    .execute()
  if (approvals.length === 0) return []
  const acts = await reader
    .selectFrom('audit_entries')
    .select(['actor', 'detail'])
    .where('subject', '=', id)
    .where('kind', '=', 'order.approved')
    .orderBy('seq')
    .execute()
  return approvals.map(({ operator }) => {
    const details = acts
      .filter(({ actor }) => actor === operator)
      .map(({ detail }) => JSON.parse(detail) as { readonly approvalHash?: unknown })
    const last = shape.safeParse(details.findLast((one) => one.approvalHash === approvalHash))
    return last.success ? last.data : null
  })
}
