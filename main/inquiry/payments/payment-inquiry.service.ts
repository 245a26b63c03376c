/** Payments as they are looked up, and the RTP participants as they were downloaded. Nothing here moves money. */
import { createPayments, type PaymentsApi } from '../../bank/apis/payments.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { createPaymentInquiries, type PaymentInquiries } from './status-inquiries.ts'
import { createParticipants, type Participants } from './participants.ts'

/** The desk of one open store. */
export interface PaymentInquiry {
  readonly lookUps: Omit<PaymentInquiries, 'rest'>
  readonly participants: Participants
  /** Ends the download that is under way, and takes back what waits; the set from before stays. */
  rest(): Promise<void>
}

/** What of the payments API a desk that only asks can reach. */
type AskingApi = Pick<PaymentsApi, 'statusByTransactionId' | 'statusByReference' | 'participants'>

/** Makes the desk. */
export function createPaymentInquiry(
  context: SessionContext,
  api: () => AskingApi | undefined = apiOf(context),
): PaymentInquiry {
  const parts = { ...context, pausedUntil: () => context.connection.pausedUntil() }
  const lookUps = createPaymentInquiries(parts, api)
  const participants = createParticipants(parts, api)
  return {
    lookUps,
    participants,
    rest: async () => {
      await Promise.all([lookUps.rest(), participants.stop('system')])
    },
  }
}

const apiOf =
  ({ connection }: SessionContext) =>
  (): AskingApi | undefined => {
    const on = connection.open()
    if (!on) return undefined
    // The id may be entered while the client is in use (trap 11).
    const partnerClientId = () => connection.open()?.access.partnerClientId ?? null
    return createPayments({ client: on.client, partnerClientId })
  }
