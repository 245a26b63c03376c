/** What speaks for an order beside its body. Always read fresh: a check grows old, and a payee is changed. */
import { isUnheeded } from '../restored-mark.ts'
import type { EvidenceContext, OrderContext, OrderEvidence } from '../types.ts'

/** Makes it. */
export function createOrderEvidence(
  context: EvidenceContext & Pick<OrderContext, 'kinds'>,
): OrderEvidence {
  const { kinds } = context
  return {
    missing: async (row) =>
      isUnheeded(row) ? ['restored'] : await kinds.of(row).missing(context, row),
    owners: (row) => kinds.of(row).owners(context, row),
  }
}
