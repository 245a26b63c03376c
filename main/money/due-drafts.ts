/** Drafts that are due on a day without a person: of recurring batches and scheduled payments. */
import { isAllowed } from '../../preload/contract/api/may-use.ts'
import { orders } from '../../preload/contract/api/orders/channels.ts'
import { networkDay } from '../../preload/contract/kernel/banking-days.ts'
import type { OperatorFacts } from '../profile/operators.service.ts'

/** Days also begin while the computer sleeps, so the day is checked at this interval. */
export const draftsEveryMs = 60 * 60_000

/**
 * Returns the day up to which a draft that is due and missing could not be created: whoever has the
 * duty has tried it since that day began.
 */
export const triedDay = (now: Date): string => networkDay(now.getTime() - 2 * draftsEveryMs)

/**
 * Returns whether an owner may create no drafts any more. Nobody becomes the maker of a draft that
 * they may not create, so it waits until another person takes over.
 */
export function isOwnerGone(
  { operatorOf }: { readonly operatorOf: (id: string) => OperatorFacts | undefined },
  owner: string,
): boolean {
  const operator = operatorOf(owner)
  return !operator || operator.disabled || !isAllowed(orders.saveDraft.allowed, operator.roles)
}
