/** The calls of wires and RTP payments (bank document 3, Endpoints). */
import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import type { Clock } from '../../platform/clock.ts'
import { clientAccounts } from '../data/client-accounts.ts'
import type { Enrolment } from '../enrolment.ts'
import { partnerIsRight } from '../health-call.ts'
import { Refusal, success, type Reply } from '../replies.ts'
import type { Call, Route } from '../routes.ts'
import { participantList } from './participants.ts'
import { orderAnswer, paymentAnswer } from './payment-answer.ts'
import type { Fate, Payment } from './payment-course.ts'
import { bareAccount, type PaymentLedger } from './payment-ledger.ts'
import { paymentError, refusedPayment, type Echo, type PaymentOrder } from './payment-order.ts'
import { readPaymentRequest } from './payment-request.ts'

interface Checked {
  readonly order: PaymentOrder
  readonly echo: Echo
}

const isClients = (account: string): boolean =>
  clientAccounts.some(({ accountNumber }) => bareAccount(accountNumber) === bareAccount(account))

/** Returns the earliest date of any zone: value dates have no zone, so today may be any zone's. */
const earliestToday = (clock: Clock): string => utcDay(clock.now().getTime() - 12 * 60 * 60 * 1000)

/**
 * Runs all checks of initiation. Past dates and accounts of others are refused here although the
 * document does not say so (bank note 68). Only a payment uses up a reference, never a validation.
 * The document does not show the answer to a repeated reference (bank note 65): this bank refuses
 * and creates nothing.
 */
function checked(
  call: Call,
  ledger: PaymentLedger,
  clock: Clock,
  repeatIsAllowed: (call: Call) => boolean,
): Checked | Refusal {
  const { order, problem, findings, echo } = readPaymentRequest(call.body)
  for (const { rule, detail } of findings) call.note(rule, detail)
  if (!order) return refusedPayment(problem?.id ?? 'invalid', problem?.description ?? '', echo)
  if (!isClients(order.debitAccount)) {
    return refusedPayment('account-unknown', 'debitParty.accountNumber', echo)
  }
  if (order.valueDate < earliestToday(clock)) {
    return refusedPayment('date-past', 'requestedValueDate', echo)
  }
  const repeated = ledger.byReference(order.debitAccount, order.requestReference) !== null
  if (repeated && !repeatIsAllowed(call)) {
    return refusedPayment('repeated', 'requestReference was used with this debit account', echo)
  }
  return { order, echo }
}

function fateOf(call: Call): Fate {
  if (call.ordered('payment-held')) return 'held'
  if (call.ordered('payment-rejected')) return 'rejected'
  return call.ordered('payment-returned') ? 'returned' : 'completes'
}

/**
 * Returns the current state of a payment, with objects where the payment or a scenario requires
 * them.
 */
function answerOf(call: Call, ledger: PaymentLedger, payment: Payment): Reply {
  const asObject = payment.isStatusObject || call.ordered('status-as-object')
  return success(paymentAnswer(payment, ledger.statusOf(payment), asObject))
}

/** Accepts a payment. Even one that fails at once has a transaction and uses up its reference. */
function initiate(call: Call, ledger: PaymentLedger, clock: Clock): Reply | Refusal {
  const request = checked(call, ledger, clock, ({ ordered }) => ordered('repeat-allowed'))
  if (request instanceof Refusal) return request
  const { order, echo } = request
  if (call.ordered('refused-with-id')) {
    const { transactionId } = ledger.accept(order, 'rejected-at-once')
    return refusedPayment('rejected', 'Refused after it was recorded', echo, transactionId)
  }
  if (call.ordered('failure-in-200')) {
    // The document does not distinguish FAILED and ERROR (bank note 71): a wire shows one, RTP the
    // other.
    const fate = order.service === 'WIRE' ? 'fails-at-once' : 'rejected-at-once'
    return answerOf(call, ledger, ledger.accept(order, fate))
  }
  const payment = ledger.accept(order, fateOf(call))
  return { ...answerOf(call, ledger, payment), handedOver: () => ledger.reported(payment) }
}

/**
 * Runs all checks of initiation and creates nothing. The document does not show the answer (bank
 * note 65): here it repeats the request as a payment response does, without status and transaction
 * id, because neither exists. A failure in a 200 has status FAILED and the error.
 */
function validate(call: Call, ledger: PaymentLedger, clock: Clock): Reply | Refusal {
  const request = checked(call, ledger, clock, ({ isArmed }) => isArmed('repeat-allowed'))
  if (request instanceof Refusal) return request
  const { order } = request
  const echo = { sendersReference: order.sendersReference, ...orderAnswer(order) }
  if (!call.ordered('failure-in-200')) return success(echo)
  return success({
    status: 'FAILED',
    ...echo,
    error: paymentError('unknown', 'The checks could not be run'),
  })
}

/**
 * A status inquiry. An unknown payment is a 404 in the common envelope; the document does not show
 * its body (bank note 67).
 */
function inquire(call: Call, ledger: PaymentLedger, payment: Payment | null): Reply | Refusal {
  if (!payment || call.ordered('found-late')) return new Refusal(404)
  if (ledger.isUnreported(payment) && call.ordered('unreported-found-late')) return new Refusal(404)
  if (!call.ordered('failure-in-200')) return answerOf(call, ledger, payment)
  const { transactionId, order } = payment
  return success({
    status: 'ERROR',
    transactionId,
    requestReference: order.requestReference,
    error: paymentError('unknown', 'The state of the payment is unavailable'),
  })
}

/**
 * Returns the payment calls. Each requires PartnerClientId, even where its table does not list it
 * (bank note 11).
 */
export function paymentRoutes(
  enrolment: Enrolment,
  ledger: PaymentLedger,
  clock: Clock,
): readonly Route[] {
  const route = (
    method: 'GET' | 'POST',
    path: string,
    handle: (call: Call) => Reply | Refusal,
  ): Route => ({
    method,
    path: `/rtp/v1/payment/${path}`,
    operation: 'payments',
    bearer: true,
    mediaType: method === 'POST' ? 'application/json' : null,
    partnerClientId: true,
    handle: (call) =>
      partnerIsRight(call, enrolment)
        ? handle(call)
        : refusedPayment('missing', 'PartnerClientId as issued'),
  })
  return [
    route('POST', 'initiate', (call) => initiate(call, ledger, clock)),
    route('POST', 'validate', (call) => validate(call, ledger, clock)),
    route('GET', 'status/transactionId/{transactionId}', (call) =>
      inquire(call, ledger, ledger.byTransaction(call.segments['transactionId'] ?? '')),
    ),
    route('GET', 'status/debitAccount/{debitAccount}/reference/{reference}', (call) => {
      const { debitAccount = '', reference = '' } = call.segments
      return inquire(call, ledger, ledger.byReference(debitAccount, reference))
    }),
    route('GET', 'rtp/participant', participantList),
  ]
}
