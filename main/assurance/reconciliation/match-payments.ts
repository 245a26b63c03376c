/**
 * Compares payments of this workstation with the bank's events. Pure: an unknown outcome stays
 * unknown (Promise P10).
 */
import { maskedAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { SupportReplyResult } from '../../../preload/contract/domain/orders/support-reply.ts'
import type {
  BankSide,
  HereSide,
  Reason,
  ReconciliationLine,
} from '../../../preload/contract/api/reconciliation/reconciliation.ts'
import { bankSideOf, type SideWanted } from './bank-text.ts'
import type { BankEvent } from './bank-event.ts'
import type { LeftPayment, ReturnedPayment } from './own-ledger.ts'

/** The input of a match. */
export interface Judged {
  /** The banking day, YYYY-MM-DD. */
  readonly today: string
}

type Verdict = Pick<ReconciliationLine, 'match' | 'reasons'> & { readonly counts: boolean }

/** Returns why no event was found, and the reply of the bank's support if there is one. */
export const missingReasons = (reason: Reason, supportReply: SupportReplyResult | null): Reason[] =>
  supportReply === null ? [reason] : [reason, `support-${supportReply}`]

/** Compares the bank status of a payment, before amounts are compared. */
function verdictOf(
  { state, bank_status, value_date: valueDate, supportReply }: LeftPayment,
  today: string,
): Verdict {
  const without = (match: 'missing-at-bank' | 'pending', reason: Reason): Verdict => ({
    match,
    reasons: missingReasons(reason, supportReply),
    counts: false,
  })
  if (bank_status === 'contradictory')
    return { match: 'differs', reasons: ['unclear'], counts: false }
  if (bank_status === 'failed' || bank_status === 'cancelled' || state === 'rejected')
    return { match: 'differs', reasons: ['refused'], counts: false }
  if (bank_status === 'completed' || bank_status === 'returned')
    return { match: 'agreed', reasons: [], counts: true }
  if (state !== 'accepted') return without('missing-at-bank', 'unknown-outcome')
  return valueDate >= today ? without('pending', 'not-due') : without('missing-at-bank', 'overdue')
}

const hereOf = (
  order: LeftPayment,
  part: Pick<HereSide, 'day' | 'dayBy' | 'counts'>,
): HereSide => ({
  amount: order.amount,
  currency: order.currency,
  state: order.state,
  valueDate: order.value_date,
  sentAt: order.sentAt,
  party: order.beneficiary,
  orderId: order.id,
  entryId: null,
  reference: order.reference,
  ...part,
})

/** Returns the reasons why stated amounts differ from the sent one. */
export function amountReasons(
  sent: { readonly amount: number | null; readonly currency: string },
  bankEvents: readonly BankEvent[],
  amounts: readonly number[],
): Reason[] {
  const isOtherCurrency = bankEvents.some(
    ({ amountText, currency }) => amountText !== null && currency !== sent.currency,
  )
  const isOther = amounts.some((amount) => amount !== sent.amount)
  return [
    ...(isOtherCurrency ? (['currency'] as const) : []),
    ...(isOther && !isOtherCurrency ? (['amount'] as const) : []),
  ]
}

/** Returns the line of one payment. */
export function paymentLine(
  order: LeftPayment,
  bankEvents: readonly BankEvent[],
  { today }: Judged,
): ReconciliationLine {
  const verdict = verdictOf(order, today)
  const moved = bankEvents.filter(({ isReturn }) => !isReturn)
  const isReported =
    bankEvents.length > 0 || order.bank_status_text !== null || order.transaction_id !== null
  const counts = verdict.match !== 'pending'
  const here = hereOf(order, { day: order.sentOn, dayBy: 'sent', counts })
  const executed = moved.findLast(({ executedOn }) => executedOn !== null)?.executedOn ?? null
  const wanted: SideWanted = {
    day: executed ?? here.day,
    dayBy: executed === null ? 'received' : 'bank',
    asSent: verdict.counts ? { amount: order.amount, currency: order.currency } : null,
    statusText: order.bank_status_text,
    counts: verdict.counts,
    isAnswered: moved.length === 0,
    callId: order.last_call_id,
  }
  const { side, remarks, amounts } = bankSideOf(moved.length > 0 ? moved : bankEvents, wanted)
  const differing = amountReasons(order, moved, amounts)
  const bank: BankSide | null = isReported
    ? { ...side, transactionId: side.transactionId ?? order.transaction_id }
    : null
  return {
    id: `payment:${order.id}`,
    kind: 'payment',
    service: order.service,
    flow: 'out',
    match: verdict.match === 'agreed' && differing.length > 0 ? 'differs' : verdict.match,
    reasons: [...verdict.reasons, ...differing],
    remarks: [
      ...(bank === null ? [] : remarks),
      ...(order.bank_status === 'returned' ? (['came-back-later'] as const) : []),
    ],
    reference: order.reference,
    party: order.beneficiary,
    here,
    bank,
  }
}

/**
 * Returns the line of a payment's return, on the day on which it was reported; one that only an alert
 * reports reverses nothing.
 */
export function paymentReturnLine(
  order: ReturnedPayment,
  bankEvents: readonly BankEvent[],
): ReconciliationLine {
  const day = order.returnedOn
  const isShown = order.isShown === 1
  const { side, remarks } = bankSideOf(bankEvents, {
    day,
    dayBy: 'received',
    statusText: order.statusText,
    counts: isShown,
    asSent: isShown ? { amount: order.amount, currency: order.currency } : null,
    isAnswered: order.alertSeq === null,
    callId: order.callId,
  })
  return {
    id: `return:payment:${order.id}`,
    kind: 'payment-return',
    service: order.service,
    flow: 'in',
    match: isShown ? 'returned' : 'differs',
    reasons: [isShown ? 'came-back' : 'return-reported'],
    remarks,
    reference: order.reference,
    party: order.beneficiary,
    here: hereOf(order, { day, dayBy: 'returned', counts: isShown }),
    bank: { ...side, transactionId: side.transactionId ?? order.transaction_id },
  }
}

/** Masks account numbers of more than four characters in a reference or a name. */
export const maskedIn = (text: string, accounts: readonly string[]): string =>
  accounts.reduce(
    (rest, account) =>
      account.length > 4 ? rest.replaceAll(account, maskedAccount(account)) : rest,
    text,
  )
