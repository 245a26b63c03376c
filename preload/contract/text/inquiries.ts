/** Why a status inquiry decides nothing. Main prints the same sentences in its receipts. */
import type { InquiryReason } from '../domain/orders/order-course.ts'

export const inquiryReasonTexts: Readonly<Record<InquiryReason, string>> = {
  'route-shows-nothing':
    'Not an answer: this route does not show orders that the bank has accepted',
  'not-agreed': 'Not requested: ACH inquiry is not in the agreement with the bank',
  'account-too-long': 'Not requested: ACH inquiry takes accounts of at most 16 digits',
  'too-old': 'Not requested: ACH inquiry goes back 180 days',
  'not-collected': 'not collected before its effective date',
  'accounts-alike': 'only entries of accounts that cannot be distinguished from its own',
}

/** Returns the bank's status, or why there is none; null if neither is known. */
export const inquiryText = ({
  statusText,
  reason,
}: {
  readonly statusText: string | null
  readonly reason: InquiryReason | null
}): string | null => statusText ?? (reason === null ? null : inquiryReasonTexts[reason])
