/** Texts of status inquiries: the outcome, and what the bank's status means and does not mean. */
import type {
  PaymentStatusInquiry,
  PaymentStatusInquiryLine,
} from '../../../../preload/contract/api/payment-inquiry/inquiry.ts'
import { isNotFoundAnswer } from '../../../../preload/contract/bank/payments/payment-answer.ts'
import { inquiryOutcomeLabels } from '../../../../preload/contract/text/answers.ts'
import { outcomeBadges, type Badge } from '../../../text/outcome-text.ts'
import type { Tone } from '../../../ui/tone.ts'

const statusTones: Readonly<Record<string, Tone>> = {
  COMPLETED: 'good',
  IN_PROCESS: 'info',
  FAILED: 'bad',
  ERROR: 'unknown',
}
/**
 * *Not found* does not prove that there is no payment (bank note 67). An answer without a status
 * proves nothing.
 */
const outcomes: Readonly<Record<PaymentStatusInquiryLine['outcome'], Badge>> = {
  ...outcomeBadges,
  answered: { tone: 'unknown', label: inquiryOutcomeLabels.answered },
  'nothing-found': { ...outcomeBadges['nothing-found'], tone: 'unknown' },
}

/** The bank's status as received; without one, the outcome of the inquiry. */
export function outcomeBadge({
  outcome,
  status,
}: Pick<PaymentStatusInquiryLine, 'outcome' | 'status'>) {
  if (outcome !== 'answered' || status === null) return outcomes[outcome]
  return { tone: statusTones[status.trim().toUpperCase()] ?? 'unknown', label: status } as const
}

/** The same for a full status inquiry. */
export function inquiryBadge({ answer }: PaymentStatusInquiry): Badge {
  const status = answer.kind === 'answered' ? answer.reading.status : null
  return outcomeBadge({ outcome: isNotFoundAnswer(answer) ? 'nothing-found' : answer.kind, status })
}

const remarks: Readonly<Record<string, string>> = {
  IN_PROCESS: 'The bank has the payment. It is not confirmed as completed.',
  COMPLETED: 'A return may still follow. This status may not be final.',
  FAILED: 'The difference between FAILED and ERROR is unknown.',
  ERROR: 'The difference between FAILED and ERROR is unknown. The payment may have been made.',
}
/** The remark on a status; an undocumented status decides nothing (bank notes 71 and 72). */
export const remarkOn = (status: string): string =>
  remarks[status.trim().toUpperCase()] ?? 'Unlisted status. Its meaning is unknown.'
