/**
 * The bank's wire and RTP payments API (bank document 3, Endpoints). The paths begin with /rtp and
 * serve wires too (bank note 77); every call carries PartnerClientId (bank note 11) and none
 * carries X-CorrelationId (bank note 13).
 */
import type { InferredTable } from '../../../preload/contract/bank/answers/inferred-table.ts'
import { endpointOf, pathOf, type EndpointId } from '../../../preload/contract/bank/endpoints.ts'
import {
  paymentAnswer,
  type PaymentReading,
} from '../../../preload/contract/bank/payments/payment-answer.ts'
import type { ParticipantsRequest } from '../../../preload/contract/bank/payments/payment-request.ts'
import type { HealthAnswer } from '../../../preload/contract/api/workstation-state.ts'
import { queryBank, type QueryResult, type Question, type Wait } from '../query-bank.ts'
import type { BankClient } from '../bank-client.ts'
import { resolveCallOptions, type CallOptions } from '../call-options.ts'
import { paymentVocabulary } from '../answers/classification.ts'
import { checkHealth, partnerHeader } from '../health-check.ts'
import { asTable, unknownAnswer } from '../answers/inferred-table.ts'
import { moneyAnswer, type MoneyAnswer } from './money-answer.ts'
import { initiationRules, statusInquiryAnswerRules, validationRules } from './payments-answer.ts'

/** `partnerClientId` is issued at onboarding; null while the profile has none. */
export interface PaymentsDeps {
  readonly client: Pick<BankClient, 'read' | 'move'>
  readonly partnerClientId: () => string | null
  /** The wait before a retry; a test passes its own. */
  readonly wait?: Wait
}

export type Initiated = MoneyAnswer<PaymentReading>

/**
 * Never rejects because of the bank. Each call throws RangeError, before anything is sent, if the
 * profile has no PartnerClientId: the caller must have checked.
 */
export interface PaymentsApi {
  /**
   * Sends a payment, once. `body` is the approved text and goes out byte for byte (Promise P3); the
   * caller has already written it to the journal. No channel of the window reaches this method.
   */
  initiate(body: string, callOptions: CallOptions | string): Promise<Initiated>
  /**
   * Runs the checks of initiation and creates no payment. The documents do not say whether it uses
   * up the reference (bank note 65).
   */
  validate(body: string, callOptions: CallOptions | string): Promise<QueryResult<PaymentReading>>
  statusByTransactionId(
    transactionId: string,
    callOptions: CallOptions | string,
  ): Promise<QueryResult<PaymentReading>>
  /**
   * Finds a payment by debit account and reference as sent in it, leading zeros included (bank note
   * 66). Not found is no proof that it does not exist (bank note 67).
   */
  statusByReference(
    debitAccount: string,
    reference: string,
    callOptions: CallOptions | string,
  ): Promise<QueryResult<PaymentReading>>
  /**
   * One page of the RTP participants. No total is documented. If the list changes between two
   * pages, rows are missed or repeated (bank note 75).
   */
  participants(
    page: ParticipantsRequest,
    callOptions: CallOptions | string,
  ): Promise<QueryResult<InferredTable>>
  health(callOptions: CallOptions | string): Promise<HealthAnswer>
}

/** Creates the API of one client. */
export function createPayments({ client, partnerClientId, wait }: PaymentsDeps): PaymentsApi {
  const queryPayments = (
    endpoint: EndpointId,
    more: Pick<Question<typeof paymentAnswer>, 'body' | 'segments' | 'rules'>,
    callOptions: CallOptions | string,
  ) =>
    queryBank(
      client,
      { endpoint, shape: paymentAnswer, partnerClientId: partnerClientId(), ...more },
      callOptions,
      wait,
    )
  const inquiryCall = (
    endpoint: EndpointId,
    segments: Readonly<Record<string, string>>,
    callOptions: CallOptions | string,
  ) =>
    queryPayments(
      endpoint,
      { segments, rules: statusInquiryAnswerRules },
      inLane('unknown-outcome', callOptions),
    )
  return {
    async initiate(body, callOptions) {
      const result = await client.move(
        {
          ...inLane('initiation', callOptions),
          method: endpointOf('payment-initiate').method,
          path: pathOf('payment-initiate'),
          body,
          headers: partnerHeader(partnerClientId()),
          purpose: 'payment-initiate',
        },
        paymentVocabulary,
      )
      return moneyAnswer(paymentAnswer, result, initiationRules)
    },
    validate: (body, callOptions) =>
      queryPayments('payment-validate', { body, rules: validationRules }, callOptions),
    statusByTransactionId: (transactionId, callOptions) =>
      inquiryCall('payment-status', { transactionId }, callOptions),
    statusByReference: (debitAccount, reference, callOptions) =>
      inquiryCall('payment-status-by-reference', { debitAccount, reference }, callOptions),
    async participants({ limit, offset }, callOptions) {
      const question = {
        endpoint: 'rtp-participants',
        shape: unknownAnswer,
        query: { limit: String(limit), offset: String(offset) },
        partnerClientId: partnerClientId(),
        rules: { anyJson: true },
      } as const
      return asTable(await queryBank(client, question, callOptions, wait))
    },
    async health(callOptions) {
      const { status, fields, failure } = await checkHealth(
        client,
        'payments',
        callOptions,
        partnerClientId(),
      )
      return { status, fields, failure }
    },
  }
}

/** The call options, with this lane if the caller named none. */
function inLane(lane: CallOptions['lane'] & string, callOptions: CallOptions | string) {
  return {
    ...resolveCallOptions(callOptions),
    lane: (typeof callOptions === 'string' ? undefined : callOptions.lane) ?? lane,
  }
}
