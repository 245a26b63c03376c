/** Payment status inquiries and the downloaded RTP participants. Nothing here moves money. */
import { createPayments, type PaymentsApi } from '../../bank/apis/payments.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { createPaymentInquiries, type PaymentInquiries } from './status-inquiries.ts'
import { createParticipants, type Participants } from './participants.ts'

/** Payment inquiry of one open store. */
export interface PaymentInquiry {
  readonly statusInquiries: Omit<PaymentInquiries, 'rest'>
  readonly participants: Participants
  /** Stops the running download and takes back waiting calls; the earlier set stays in use. */
  rest(): Promise<void>
}

/** The calls of the payments API that only read. */
type ReadOnlyPayments = Pick<
  PaymentsApi,
  'statusByTransactionId' | 'statusByReference' | 'participants'
>

export function createPaymentInquiry(
  context: SessionContext,
  api: () => ReadOnlyPayments | undefined = apiOf(context),
): PaymentInquiry {
  const deps = { ...context, pausedUntil: () => context.connection.pausedUntil() }
  const statusInquiries = createPaymentInquiries(deps, api)
  const participants = createParticipants(deps, api)
  return {
    statusInquiries,
    participants,
    rest: async () => {
      await Promise.all([statusInquiries.rest(), participants.stop('system')])
    },
  }
}

const apiOf =
  ({ connection }: SessionContext) =>
  (): ReadOnlyPayments | undefined => {
    const on = connection.open()
    if (!on) return undefined
    // The id may be entered while the client is in use (bank note 11).
    const partnerClientId = () => connection.open()?.access.partnerClientId ?? null
    return createPayments({ client: on.client, partnerClientId })
  }
