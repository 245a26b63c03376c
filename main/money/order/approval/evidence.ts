/**
 * Approval evidence of an order, beside its body. Always read fresh, because checks age and payee
 * records change.
 */
import { headOf } from '../../../store/audit.ts'
import type { Reader } from '../../../store/store.ts'
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

/** What evidence was judged by. */
export interface EvidenceBasis {
  readonly policyVersion: number
  readonly scoreThreshold: number
  /** End of the audit chain before the payee records were read. */
  readonly seq: number
}

type BasisContext = Pick<OrderContext, 'store' | 'policy' | 'settings'>

/** Thrown in a transaction whose evidence would be judged otherwise now, or is not at hand. */
export class EvidenceOutdated extends Error {
  /** Makes what the transaction lacks, outside of it. */
  readonly renew: () => Promise<void>

  constructor(renew: () => Promise<void> = () => Promise.resolve()) {
    super('evidence is outdated')
    this.renew = renew
  }
}

/** Returns the result of `work`, which runs again after each {@link EvidenceOutdated}. */
export async function renewing<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (problem) {
      if (!(problem instanceof EvidenceOutdated)) throw problem
      await problem.renew()
    }
  }
}

/**
 * Decides by evidence that is read before the transaction of the decision, because that of a batch
 * takes long. Runs `decide` again if {@link requireCurrent} finds that the evidence is outdated.
 */
export const byCurrentEvidence = (
  context: BasisContext,
  decide: (basis: EvidenceBasis) => Promise<void>,
): Promise<void> =>
  renewing(async () => {
    const { seq } = await headOf(context.store)
    await decide({ ...rulesOf(context), seq })
  })

const rulesOf = ({ policy, settings }: Omit<BasisContext, 'store'>) => ({
  policyVersion: policy.current().version,
  scoreThreshold: settings.current().scoreThreshold,
})

/** Ends the transaction if rules or payee records are others than when evidence was read. */
export async function requireCurrent(
  tx: Reader,
  basis: EvidenceBasis,
  context: Omit<BasisContext, 'store'>,
): Promise<void> {
  const rules = rulesOf(context)
  const decided = await tx
    .selectFrom('audit_entries')
    .select('seq')
    .where('seq', '>', basis.seq)
    .where('kind', '=', 'payee.approved')
    .limit(1)
    .executeTakeFirst()
  const areSame =
    rules.policyVersion === basis.policyVersion && rules.scoreThreshold === basis.scoreThreshold
  if (!areSame || decided) throw new EvidenceOutdated()
}
