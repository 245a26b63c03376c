/**
 * Missing evidence that depends on neither the policy nor a check, but on when an approval was
 * given or on a restore: after a restore, nobody has yet acknowledged that the order may have been
 * sent since the backup.
 */
import type { Failure } from '../failures.ts'

type Missing = Failure<'evidence-needed'>['missing'][number]
export type ApprovalEvidence = Extract<Missing, 'payees-changed' | 'payees-not-shown' | 'restored'>

/** Returns whether only a new approval, or a change in the payee book, can supply it. */
export const isOfApprovals = (one: Missing): one is ApprovalEvidence =>
  one === 'payees-changed' || one === 'payees-not-shown' || one === 'restored'
