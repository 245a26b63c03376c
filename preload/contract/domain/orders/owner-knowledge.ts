/**
 * When an approval needs a reason: the bank did not confirm that the account belongs to the
 * intended receiver.
 */
import type { BatchContent } from '../batches/batch.ts'
import { unclearClasses } from '../validation-reading.ts'
import type { Evidence, OwnerSign } from './order.ts'

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

/**
 * Returns the most serious of what the checks have against the owners, or that an owner was not
 * checked; null if neither.
 */
export function ownerSignOf({ evidence: { ownership }, batch }: OwnersKnown): OwnerSign | null {
  if (batch) {
    const { matchesInPart, differs, closed, notFound, notVerified } = batch.ownership
    if (closed + notFound > 0) return 'no-account'
    if (differs > 0) return 'owner-differs'
    if (matchesInPart > 0) return 'owner-in-part'
    return notVerified > 0 ? 'not-checked' : null
  }
  if (ownership === null) return 'not-checked'
  switch (ownership.resultClass) {
    case 'account-closed':
    case 'account-not-found':
      return 'no-account'
    case 'owner-differs':
      return 'owner-differs'
    case 'owner-matches-in-part':
      return ownership.isAnotherName ? 'another-name' : 'owner-in-part'
    default:
      return ownership.isAnotherName ? 'another-name' : null
  }
}
