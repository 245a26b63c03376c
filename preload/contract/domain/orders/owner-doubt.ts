/** When an approval needs a reason: the bank did not say that the money goes to whom it is meant for. */
import type { BatchContent } from '../batches/batch.ts'
import { doubtfulClasses } from '../validation-reading.ts'
import type { Evidence } from './order.ts'

/** What the newest checks say of a payment's beneficiary, or of the entries of a batch. */
export interface OwnersKnown {
  readonly evidence: Pick<Evidence, 'ownership'>
  /** Null: a payment. */
  readonly batch: Pick<BatchContent, 'ownership'> | null
}

/**
 * Whether a check says that an owner differs, in whole or in part, that an account is closed or not found, or is about
 * another name. An account nobody asked about needs no reason: whether one must be asked about is for the policy.
 */
export function needsReason({ evidence: { ownership }, batch }: OwnersKnown): boolean {
  if (batch) {
    const { matchesInPart, differs, closed, notFound } = batch.ownership
    return matchesInPart + differs + closed + notFound > 0
  }
  if (!ownership) return false
  return ownership.isAnotherName || doubtfulClasses.includes(ownership.resultClass)
}
