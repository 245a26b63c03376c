/** The texts about a return that was reported, and that the bank's inquiry does not show. */
import type { BatchEntry } from '../../../preload/contract/domain/batches/batch.ts'
import type {
  ReturnReplyResult,
  WhyNoInquiry,
} from '../../../preload/contract/domain/batches/return-reply.ts'
import type { ReplyChoice } from '../order/support-reply-input.ts'

type Report = NonNullable<BatchEntry['returnReport']>

const sources = { alert: 'an alert', 'addenda-status': 'the addenda status' } as const

/** Who reported it. */
export const reportedBy = ({ by }: Pick<Report, 'by'>): string => sources[by]

const noInquiry: Readonly<Record<WhyNoInquiry, string>> = {
  'not-permitted': 'ACH inquiry is not part of the agreement.',
  'account-too-long': 'ACH inquiry does not take an account of more than 16 digits.',
  'too-old': 'ACH inquiry shows 180 days only.',
}

/** The title and the reason of the notice. */
export function reportNotice(
  report: Report,
  isUnclear: boolean,
): { readonly title: string; readonly reason: string } {
  if (report.whyNoInquiry !== null)
    return {
      title: `Return reported by ${reportedBy(report)}; the bank cannot be asked here`,
      reason: `${noInquiry[report.whyNoInquiry]} Ask bank support in writing. Two people confirm the reply.`,
    }
  if (report.isContradiction)
    return {
      title: 'A later alert contradicts the return; asking the bank',
      reason: 'It is presented again only after the bank\u2019s inquiry shows the return again.',
    }
  return {
    title: isUnclear
      ? 'A return was reported, and the bank does not show it'
      : `Return reported by ${reportedBy(report)}; asking the bank`,
    reason:
      'The entry is neither presented again nor reversed until the bank\u2019s inquiry decides. It is asked again automatically.',
  }
}

const choices: readonly ReplyChoice<ReturnReplyResult>[] = [
  {
    value: 'returned',
    label: 'It was returned',
    hint: 'It may then be presented again. If it was not returned, that pays twice.',
  },
  {
    value: 'not-returned',
    label: 'It was not returned',
    hint: 'The report no longer counts.',
  },
]

/** The replies that may be recorded now. */
export const replyChoices = (report: Report): readonly ReplyChoice<ReturnReplyResult>[] =>
  choices.filter(({ value }) =>
    value === 'returned' ? report.whyNoInquiry !== null : report.mayBeRefuted,
  )
