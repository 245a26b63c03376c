/**
 * The bank's wire and RTP payments API, over the bank client (3-payments-and-ach-origination.md,
 * Endpoints). The paths begin with /rtp and serve wires too (trap 77); every call carries PartnerClientId
 * (trap 11) and none carries X-CorrelationId (trap 13).
 */
import type { InferredTable } from '../../../preload/contract/bank/answers/inferred-table.ts'
import { endpointOf, pathOf, type EndpointId } from '../../../preload/contract/bank/endpoints.ts'
import {
  paymentAnswer,
  type PaymentReading,
} from '../../../preload/contract/bank/payments/payment-answer.ts'
import type { ParticipantsRequest } from '../../../preload/contract/bank/payments/payment-request.ts'
import type { HealthAnswer } from '../../../preload/contract/api/workstation-state.ts'
import { ask, type Asked, type Question, type Wait } from '../client/ask.ts'
import type { BankClient } from '../client/bank-client.ts'
import { callOf, type CallOptions } from '../client/call-options.ts'
import { paymentVocabulary } from '../answers/classification.ts'
import { checkHealth, partnerHeader } from '../client/health-check.ts'
import { asTable, unknownAnswer } from '../answers/inferred-table.ts'
import { moneyAnswer, type MoneyAnswer } from './money-answer.ts'
import { initiationRules, statusInquiryRules, validationRules } from './payments-answer.ts'

/** What the API needs. The id is issued at onboarding; null while the profile has none. */
export interface PaymentsDeps {
  readonly client: Pick<BankClient, 'read' | 'move'>
  readonly partnerClientId: () => string | null
  /** How it waits before it asks again; a test hands in its own. */
  readonly wait?: Wait
}

/** What became of one initiation. */
export type Initiated = MoneyAnswer<PaymentReading>

/**
 * The API as services use it. Nothing here rejects on account of the bank; each call throws RangeError
 * when the profile has no PartnerClientId, before anything is sent, since whoever asks has checked.
 */
export interface PaymentsApi {
  /**
   * Sends a payment, once. `body` is the text that was approved and journalled, and goes out byte for
   * byte (P3); whoever calls has journalled it. Reached through no channel: the desk alone calls it.
   */
  initiate(body: string, manner: CallOptions | string): Promise<Initiated>
  /** Runs the checks of initiation and creates no payment. Whether it uses up the reference is not shown (trap 65). */
  validate(body: string, manner: CallOptions | string): Promise<Asked<PaymentReading>>
  statusByTransactionId(
    transactionId: string,
    manner: CallOptions | string,
  ): Promise<Asked<PaymentReading>>
  /** Looks a payment up by both as they were sent in it, leading zeros kept (trap 66). Not found is no proof (trap 67). */
  statusByReference(
    debitAccount: string,
    reference: string,
    manner: CallOptions | string,
  ): Promise<Asked<PaymentReading>>
  /** One page of the RTP participants; no total is documented, and a changing set pages wrongly (trap 75). */
  participants(
    page: ParticipantsRequest,
    manner: CallOptions | string,
  ): Promise<Asked<InferredTable>>
  health(manner: CallOptions | string): Promise<HealthAnswer>
}

/** Makes the API of one client. */
export function createPayments({ client, partnerClientId, wait }: PaymentsDeps): PaymentsApi {
  const asked = (
    endpoint: EndpointId,
    more: Pick<Question<typeof paymentAnswer>, 'body' | 'segments' | 'rules'>,
    manner: CallOptions | string,
  ) =>
    ask(
      client,
      { endpoint, shape: paymentAnswer, partnerClientId: partnerClientId(), ...more },
      manner,
      wait,
    )
  const lookUp = (
    endpoint: EndpointId,
    segments: Readonly<Record<string, string>>,
    manner: CallOptions | string,
  ) => asked(endpoint, { segments, rules: statusInquiryRules }, inLane('doubt', manner))
  return {
    async initiate(body, manner) {
      const result = await client.move(
        {
          ...inLane('initiation', manner),
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
    validate: (body, manner) => asked('payment-validate', { body, rules: validationRules }, manner),
    statusByTransactionId: (transactionId, manner) =>
      lookUp('payment-status', { transactionId }, manner),
    statusByReference: (debitAccount, reference, manner) =>
      lookUp('payment-status-by-reference', { debitAccount, reference }, manner),
    async participants({ limit, offset }, manner) {
      const question = {
        endpoint: 'rtp-participants',
        shape: unknownAnswer,
        query: { limit: String(limit), offset: String(offset) },
        partnerClientId: partnerClientId(),
        rules: { anyJson: true },
      } as const
      return asTable(await ask(client, question, manner, wait))
    },
    async health(manner) {
      const { status, fields, failure } = await checkHealth(
        client,
        'payments',
        manner,
        partnerClientId(),
      )
      return { status, fields, failure }
    },
  }
}

/** The manner with the lane of its call where the caller named none. */
function inLane(lane: CallOptions['lane'] & string, manner: CallOptions | string) {
  return { ...callOf(manner), lane: (typeof manner === 'string' ? undefined : manner.lane) ?? lane }
}
