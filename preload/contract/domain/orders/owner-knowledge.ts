/**
 * When an approval needs a reason: the bank did not confirm that the account belongs to the
 * intended receiver.
 */
import type { BatchContent } from '../batches/batch.ts'
import { unclearClasses } from '../validation-reading.ts'
import type { Evidence } from './order.ts'

/** Newest ownership results of a payment's beneficiary, or of the entries of a batch. */
export interface OwnersKnown {
  readonly evidence: Pick<Evidence, 'ownership'>
  /** Null for a payment. */
  readonly batch: Pick<BatchContent, 'ownership'> | null
}

/**
 * Returns whether a check found another owner, in whole or in part, or a closed or missing account,
 * or was about another name. An unchecked account needs no reason: the policy decides whether a
 * check is required.
 */
export function needsReason({ evidence: { ownership }, batch }: OwnersKnown): boolean {
  if (batch) {
    const { matchesInPart, differs, closed, notFound } = batch.ownership
    return matchesInPart + differs + closed + notFound > 0
  }
  if (!ownership) return false
  return ownership.isAnotherName || unclearClasses.includes(ownership.resultClass)
}
