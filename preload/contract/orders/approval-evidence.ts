/** Evidence that is missing because of when an approval was given: no policy asks for it, and no check supplies it. */
import type { Failure } from '../failures.ts'

type Missing = Failure<'evidence-needed'>['missing'][number]
export type ApprovalEvidence = Extract<Missing, 'payees-changed' | 'payees-not-shown'>

/** Whether only approving anew, or the payee book itself, can bring it back. */
export const isOfApprovals = (one: Missing): one is ApprovalEvidence =>
  one === 'payees-changed' || one === 'payees-not-shown'
