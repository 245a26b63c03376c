/**
 * Approval evidence of an order, beside its body. Always read fresh, because checks age and payee
 * records change.
 */
import { isHeldAfterRestore } from '../restore-hold.ts'
import type { EvidenceContext, OrderContext } from '../types.ts'
import type { OrderEvidence } from '../services.ts'

export function createOrderEvidence(
  context: EvidenceContext & Pick<OrderContext, 'kinds'>,
): OrderEvidence {
  const { kinds } = context
  return {
    async missing(row, read = context.store.read) {
      if (isHeldAfterRestore(row)) return ['restored']
      const reading = { ...context, store: { ...context.store, read } }
      return kinds.of(row).missing(reading, row)
    },
    duplicates: (row, read) => kinds.of(row).duplicates(context, read, row),
    owners: (row) => kinds.of(row).owners(context, row),
  }
}
