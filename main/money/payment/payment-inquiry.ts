/**
 * The status inquiry of a payment: by its transaction id if known, otherwise by debit account and
 * reference exactly as sent (bank note 66); by both while the outcome is unknown. Only an answer
 * that names this payment and carries a documented status decides. Not found is evidence but no
 * proof, and no answer means nothing (bank notes 61, 66, 67 and 71).
 */
import { identifierLabels } from '../../../preload/contract/api/profiles/profile.ts'
import { sameAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { BankAnswer } from '../../../preload/contract/bank/answers/bank-answer.ts'
import {
  isNotFoundAnswer,
  type PaymentReading,
} from '../../../preload/contract/bank/payments/payment-answer.ts'
import { addBankingDays, networkDay } from '../../../preload/contract/kernel/banking-days.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import { paymentVocabulary } from '../../bank/answers/classification.ts'
import { member, objectIn, scalarText } from '../../bank/answers/read-shape.ts'
import { createPayments, type PaymentsApi } from '../../bank/apis/payments.ts'
import type { Clock } from '../../platform/clock.ts'
import {
  nothing,
  type InquiryOptions,
  type InquiredBy,
  type InquiryVerdict,
  type OrderRouteResult,
} from '../order/status/inquiry-verdict.ts'
import { isSameName } from '../../bank/answers/named-texts.ts'
import { failedBecause, meansReturned } from '../bank-status.ts'
import type {
  InquiryContext,
  InquiryBlocked,
  OpenInquiry,
  OrderInquiry,
  OrderSummary,
} from '../order/types.ts'

/** The payment API calls of a status inquiry. */
export type PaymentInquiryApi = Pick<PaymentsApi, 'statusByTransactionId' | 'statusByReference'>

export const paymentInquiry: OrderInquiry = {
  open(context) {
    const bank = inquiryApi(context)
    return bank.ok ? ok(openPaymentInquiry(bank.value, context)) : bank
  },
  findableFrom: () => null,
  lastDay: ({ service, value_date }, lastSentAt) =>
    lastDayToMake(service, value_date, networkDay(lastSentAt)),
  adjustByEntries: (_tx, _id, verdict) => Promise.resolve(verdict),
  endsByEntries: false,
}

/**
 * Returns the last day on which the bank may make a payment sent on a day: its own, or that of its
 * sending where that is later. A wire may miss the cutoff of its day, and then waits for the next
 * banking day (bank document 1, States, Future Warehouse).
 */
export function lastDayToMake(service: string, valueDate: string, sentOn: string): string {
  const day = valueDate > sentOn ? valueDate : sentOn
  return service === 'WIRE' ? addBankingDays(day, 1) : day
}

/** Returns the bank's API if it may be queried about payments; otherwise why not. */
function inquiryApi({
  connection,
  callBlockFor,
}: Pick<InquiryContext, 'connection' | 'callBlockFor'>): Result<PaymentInquiryApi, InquiryBlocked> {
  const wire = callBlockFor('wire')
  // One API serves both products, so either permission suffices for queries (bank note 77).
  if (wire && callBlockFor('rtp')) return wire
  const on = connection.open()
  if (!on) return err({ code: 'bank-not-running' })
  const partnerClientId = () => connection.open()?.access.partnerClientId ?? null
  if (partnerClientId() === null) {
    return err({ code: 'profile-incomplete', missing: [identifierLabels.partnerClientId] })
  }
  return ok(createPayments({ client: on.client, partnerClientId }))
}

/** Returns the status inquiry of payments by this API. */
export const openPaymentInquiry = (
  bank: PaymentInquiryApi,
  { clock }: Pick<InquiryContext, 'clock'>,
): OpenInquiry => ({
  inquireByRoutes: (row, callOptions) => inquirePayment(bank, row, callOptions, clock),
  async findsOther(inquiredBy, other, callOptions) {
    const { verdict, isOrderStatus } = verdictOf(
      await inquireByRoute(bank, inquiredBy, other, callOptions),
      other,
      inquiredBy,
    )
    return verdict === 'found' || isOrderStatus
  },
})

/** While the outcome is unknown, every route is used; an accepted payment is found by its id. */
function routesOfPayment({ transaction_id, state }: OrderSummary): readonly InquiredBy[] {
  if (transaction_id === null) return ['reference']
  return state === 'outcome-unknown' ? ['transaction-id', 'reference'] : ['transaction-id']
}

/** Makes a status inquiry by each route, one route after the other. */
async function* inquirePayment(
  bank: PaymentInquiryApi,
  row: OrderSummary,
  callOptions: InquiryOptions,
  clock: Clock,
): AsyncGenerator<OrderRouteResult, void, undefined> {
  for (const inquiredBy of routesOfPayment(row)) {
    const at = clock.now()
    const result = await inquireByRoute(bank, inquiredBy, row, callOptions)
    const { answer, callId } = result
    yield {
      inquiredBy,
      at,
      callId,
      verdict: verdictOf(result, row, inquiredBy),
      neverLeft: answer.kind === 'not-sent',
      isAnswered: isFromGateway(answer),
      isTooSlow: answer.kind === 'no-answer' && answer.reason === 'timed-out',
    }
  }
}

/** Queries with exactly the text that was sent, leading zeros included (bank note 66). */
const inquireByRoute = (
  bank: PaymentInquiryApi,
  inquiredBy: InquiredBy,
  row: OrderSummary,
  callOptions: Parameters<PaymentInquiryApi['statusByTransactionId']>[1],
) =>
  inquiredBy === 'transaction-id'
    ? bank.statusByTransactionId(row.transaction_id ?? '', callOptions)
    : bank.statusByReference(row.debit_account, row.reference, callOptions)

/** Any answer of a gateway shows that the bank can be reached. */
const isFromGateway = ({ kind }: BankAnswer<PaymentReading>): boolean =>
  kind !== 'no-answer' && kind !== 'not-sent'

type Known = Pick<OrderSummary, 'reference' | 'debit_account' | 'transaction_id' | 'state'>

/** Returns whether an answer is about another payment. A missing value contradicts nothing. */
function isAnother(reading: PaymentReading, row: Known, inquiredBy: InquiredBy): boolean {
  const { requestReference, debitAccountNumber, transactionId } = reading
  if (requestReference !== null && !isSameName(requestReference, row.reference)) return true
  // A masked or differently formatted account proves nothing.
  const isNumber = debitAccountNumber !== null && /^\d+$/.test(debitAccountNumber)
  if (isNumber && !sameAccount(debitAccountNumber, row.debit_account)) return true
  return (
    inquiredBy === 'transaction-id' &&
    transactionId !== null &&
    transactionId !== row.transaction_id
  )
}

/**
 * Returns whether an answer names any payment; a status without one says nothing about this
 * payment.
 */
const namesPayment = ({ requestReference, transactionId }: PaymentReading): boolean =>
  requestReference !== null || transactionId !== null

/**
 * Reads the answer of a status inquiry. The amount is never compared, because its format differs
 * from the one sent (bank note 61).
 */
function verdictOf(
  { answer, raw }: { readonly answer: BankAnswer<PaymentReading>; readonly raw: string | null },
  row: Known,
  inquiredBy: InquiredBy,
): InquiryVerdict {
  switch (answer.kind) {
    case 'answered':
      return ofReading(answer.reading, objectIn(raw ?? ''), row, inquiredBy)
    case 'refused':
      if (answer.trace.status >= 200 && answer.trace.status < 300) return nothing('undecided')
      if (!isNotFoundAnswer(answer)) return nothing('no-answer')
      // A refusal that names the payment's own id may be about an existing payment (bank note 18).
      return nothing(answer.trace.namesPayment ? 'undecided' : 'not-found')
    case 'nothing-found':
    case 'not-understood':
      return nothing('undecided')
    case 'no-answer':
    case 'not-sent':
      return nothing('no-answer')
  }
}

function ofReading(
  reading: PaymentReading,
  body: unknown,
  row: Known,
  inquiredBy: InquiredBy,
): InquiryVerdict {
  if (isAnother(reading, row, inquiredBy) || !namesPayment(reading)) return nothing('undecided')
  const { reported, returned } = readStatuses(reading, body)
  const { transactionId } = reading
  const isTaken = returned !== null || paymentVocabulary.hasAcceptanceMark(body)
  const found = foundBy(reported, row.state === 'accepted' || !isTaken)
  const isRejected = reported.length > 0 && reported.every((status) => rejected.includes(status))
  const statusText =
    isRejected && returned !== null ? failedBecause(returned) : reported.join(contradicting)
  if (found !== null && !isKnownToBeIt(reading, row)) return { ...nothing('undecided'), statusText }
  // Accepted by one sign and rejected by another, so it counts as neither.
  const isUnclear = found === null && reported.some((one) => rejected.includes(one))
  return {
    verdict: found === null ? 'undecided' : 'found',
    found,
    transactionId,
    statusText: reported.length === 0 ? null : statusText,
    reason: null,
    isOrderStatus: reported.length > 0 && !isUnclear,
  }
}

const contradicting = ' / '
const { accepted, rejected } = paymentVocabulary

/** Returns the statuses of an answer, and the text that reports a return; null if none. */
function readStatuses({ error }: PaymentReading, body: unknown) {
  const statuses = [...new Set(paymentVocabulary.statusesIn(body))]
  const reasons = [error?.title, error?.description, error?.code]
  const business = scalarText(member(body, 'tranBusnStatusCode'))
  const returned = [...statuses, business, ...reasons].find(
    (text) => typeof text === 'string' && meansReturned(text),
  )
  // Beside FAILED it is the reason; alone it is a status that no document lists for this field.
  const isBeside = statuses.some((status) => rejected.includes(status))
  const reported = isBeside ? statuses.filter((status) => !meansReturned(status)) : statuses
  return { reported, returned: returned ?? null }
}

/**
 * Uses the same signs as for the answer to a sending. `mayFail`: nothing says that it was accepted,
 * or its acceptance is known already; an accepted payment may still fail or come back (bank note
 * 74).
 */
function foundBy(reported: readonly string[], mayFail: boolean): InquiryVerdict['found'] {
  if (reported.length === 0) return null
  if (reported.every((status) => accepted.includes(status))) return 'accepted'
  return mayFail && reported.every((status) => rejected.includes(status)) ? 'rejected' : null
}

/**
 * An accepted or rejected payment is this one only by our own reference, or by a transaction id
 * known before.
 */
const isKnownToBeIt = ({ requestReference, transactionId }: PaymentReading, row: Known): boolean =>
  (requestReference !== null && isSameName(requestReference, row.reference)) ||
  (transactionId !== null && transactionId === row.transaction_id)
