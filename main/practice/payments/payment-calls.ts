/** The calls of wires and RTP payments (`3-payments-and-ach-origination.md`, Endpoints). */
import type { Clock } from '../../platform/clock.ts'
import { clientAccounts } from '../data/client-accounts.ts'
import type { Enrolment } from '../enrolment.ts'
import { partnerIsRight } from '../health-call.ts'
import { Refusal, success, type Reply } from '../replies.ts'
import type { Call, Route } from '../routes.ts'
import { participantList } from './participants.ts'
import { orderTold, paymentTold } from './payment-answer.ts'
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

/** The date where it is still earliest: no zone is stated for value dates, so today may be any zone's. */
const earliestToday = (clock: Clock): string =>
  new Date(clock.now().getTime() - 12 * 60 * 60 * 1000).toISOString().slice(0, 10)

/**
 * All checks of initiation. Past dates and accounts of others are refused here without the document
 * saying so (trap 68). A reference is used up by a payment, never by its validation, and what a bank does
 * about a repeated one is not shown (trap 65): this one refuses and creates nothing.
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

/** Tells a payment as it stands, with objects where that is its way or was ordered. */
function tell(call: Call, ledger: PaymentLedger, payment: Payment): Reply {
  const asObject = payment.toldAsObject || call.ordered('status-as-object')
  return success(paymentTold(payment, ledger.statusOf(payment), asObject))
}

/** Takes a payment in. Where it fails at once there is a transaction all the same, and its reference is used up. */
function initiate(call: Call, ledger: PaymentLedger, clock: Clock): Reply | Refusal {
  const request = checked(call, ledger, clock, ({ ordered }) => ordered('repeat-allowed'))
  if (request instanceof Refusal) return request
  const { order, echo } = request
  if (call.ordered('refused-with-id')) {
    const { transactionId } = ledger.accept(order, 'rejected-at-once')
    return refusedPayment('rejected', 'Refused after it was recorded', echo, transactionId)
  }
  if (call.ordered('failure-in-200')) {
    // FAILED and ERROR are not told apart by the document (trap 71): a wire shows one, RTP the other.
    const fate = order.service === 'WIRE' ? 'fails-at-once' : 'rejected-at-once'
    return tell(call, ledger, ledger.accept(order, fate))
  }
  const payment = ledger.accept(order, fateOf(call))
  return { ...tell(call, ledger, payment), handedOver: () => ledger.told(payment) }
}

/**
 * Runs all checks of initiation and creates nothing. The shape of its answer is not shown (trap 65): here
 * it repeats the request as a payment response does, without a status and without a transaction id, since
 * there is neither; a failure in a 200 has status FAILED and the error.
 */
function validate(call: Call, ledger: PaymentLedger, clock: Clock): Reply | Refusal {
  const request = checked(call, ledger, clock, ({ standsReady }) => standsReady('repeat-allowed'))
  if (request instanceof Refusal) return request
  const { order } = request
  const echo = { sendersReference: order.sendersReference, ...orderTold(order) }
  if (!call.ordered('failure-in-200')) return success(echo)
  return success({
    status: 'FAILED',
    ...echo,
    error: paymentError('unknown', 'The checks could not be run'),
  })
}

/** A look-up. What is not found is a 404 in the common envelope; its body is not shown (trap 67). */
function lookUp(call: Call, ledger: PaymentLedger, payment: Payment | null): Reply | Refusal {
  if (!payment || call.ordered('found-late')) return new Refusal(404)
  if (ledger.isUntold(payment) && call.ordered('untold-found-late')) return new Refusal(404)
  if (!call.ordered('failure-in-200')) return tell(call, ledger, payment)
  const { transactionId, order } = payment
  return success({
    status: 'ERROR',
    transactionId,
    requestReference: order.requestReference,
    error: paymentError('unknown', 'The state of the payment is unavailable'),
  })
}

/** The payment calls; each needs PartnerClientId, whatever its table says (trap 11). */
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
      lookUp(call, ledger, ledger.byTransaction(call.segments['transactionId'] ?? '')),
    ),
    route('GET', 'status/debitAccount/{debitAccount}/reference/{reference}', (call) => {
      const { debitAccount = '', reference = '' } = call.segments
      return lookUp(call, ledger, ledger.byReference(debitAccount, reference))
    }),
    route('GET', 'rtp/participant', participantList),
  ]
}
