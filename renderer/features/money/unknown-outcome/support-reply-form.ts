/** The details that the bank's staff needs for a call about an order, and its possible replies. */
import { fedwireZone } from '../../../../preload/contract/kernel/banking-days.ts'
import { clockIn } from '../../../../preload/contract/kernel/calendar.ts'
import type { SupportReplyResult } from '../../../../preload/contract/domain/orders/support-reply.ts'
import type { Attempt } from '../../../../preload/contract/domain/orders/order-course.ts'
import type { Order } from '../../../../preload/contract/domain/orders/order.ts'
import { batchFactsOf, type BatchFact } from '../../../money/batch/batch-facts.ts'
import type { ReplyChoice } from '../../../money/order/support-reply-input.ts'
import { moneyOf } from '../../../text/order-badges.ts'
import { utcTime } from '../../../text/times.ts'

function bankTime(instant: string): string {
  const clock = clockIn(fedwireZone, new Date(instant))
  return clock ? `${clock.date} ${clock.time} in New York` : ''
}
const sentAs = ({ seq, journalledAt }: Attempt): BatchFact => ({
  id: `sent-${String(seq)}`,
  label: `Sending ${String(seq)}`,
  value: utcTime(journalledAt),
  note: bankTime(journalledAt),
  mono: true,
})

function ofPayment(order: Order): BatchFact[] {
  const { reference, transactionId, attempts, beneficiary, beneficiaryAccount } = order
  const id = transactionId ?? attempts.findLast((one) => one.transactionId !== null)?.transactionId
  const to = [beneficiary, beneficiaryAccount, order.beneficiaryBank].filter((one) => one !== '')
  return [
    { id: 'reference', label: 'Request reference', value: reference, mono: true },
    {
      id: 'transaction',
      label: 'Transaction id',
      value: id ?? '',
      mono: true,
      absent: 'none from the bank',
    },
    { id: 'amount', label: 'Amount', value: moneyOf(order) },
    { id: 'to', label: 'Beneficiary', value: to.join(', ') },
    { id: 'from', label: 'From', value: order.debitAccount },
    { id: 'date', label: 'Value date', value: order.valueDate },
  ]
}

/**
 * Accounts are masked as in the order; no document states the bank's time zone, so both clocks are
 * shown (bank note 43).
 */
export const factsForBank = (order: Order): BatchFact[] => [
  ...(order.batch === null ? ofPayment(order) : batchFactsOf(order, order.batch)),
  ...order.attempts.map(sentAs),
]

/** The same as lines of text, for a letter. */
export const asLines = (items: readonly BatchFact[]): string =>
  items
    .map(({ label, value, note, absent }) =>
      [`${label}: ${value || (absent ?? 'not stated')}`, note].filter(Boolean).join(', '),
    )
    .join('\n')

/** The possible replies, as an operator selects them. */
export const resultChoices: readonly ReplyChoice<SupportReplyResult>[] = [
  { value: 'made', label: 'It was made', hint: 'It becomes accepted and is tracked further.' },
  {
    value: 'not-made',
    label: 'It was not made',
    hint: 'Two people may resend it, or one may close it. Status checks continue.',
  },
]
