/**
 * Evidence that no policy asks for and no check supplies: it is missing because of when an approval was given, or because
 * the store was restored from a backup and nobody has heeded yet that the order may have been sent since.
 */
import type { Failure } from '../failures.ts'

type Missing = Failure<'evidence-needed'>['missing'][number]
export type ApprovalEvidence = Extract<Missing, 'payees-changed' | 'payees-not-shown' | 'restored'>

/** Whether only approving anew, or the payee book itself, can bring it back. */
export const isOfApprovals = (one: Missing): one is ApprovalEvidence =>
  one === 'payees-changed' || one === 'payees-not-shown' || one === 'restored'
