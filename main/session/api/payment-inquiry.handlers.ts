import { identifierLabels } from '../../../preload/contract/api/profiles/profile.ts'
import type { Product } from '../../../preload/contract/api/profiles/profile-details.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import { shownAccount } from '../../profile/profile-records.ts'
import { practiceProfile } from '../practice/practice-client.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onActiveSession } from '../active-session.ts'
import type { CallBlocked } from '../../profile/session-context.ts'

export interface PaymentInquiryHandlersDeps {
  readonly profiles: ProfilesService
  /** Why calls to the shown profile's bank are blocked for a product; undefined: not blocked. */
  readonly callBlockFor: (product: Product) => Result<never, CallBlocked> | undefined
}

export function paymentInquiryHandlers({
  profiles,
  callBlockFor,
}: PaymentInquiryHandlersDeps): Pick<Handlers, 'paymentInquiry'> {
  const onSession = onActiveSession(profiles)
  /**
   * One API serves both products: either product permits inquiries (bank note 77), and every call
   * needs the id (bank note 11).
   */
  const callBlock = () => {
    const wire = callBlockFor('wire')
    if (wire && callBlockFor('rtp')) return wire
    const lacksPartner = profiles.shown().real?.details().partnerClientId === null
    return lacksPartner
      ? err({ code: 'profile-incomplete' as const, missing: [identifierLabels.partnerClientId] })
      : undefined
  }
  return {
    paymentInquiry: {
      listAccounts: () => {
        const { real } = profiles.shown()
        const accounts = real ? real.accounts() : practiceProfile.accounts
        return ok(accounts.map(shownAccount))
      },
      inquire: (question, { operator }) =>
        onSession(
          ({ payments }) => callBlock() ?? payments.statusInquiries.inquire(question, operator.id),
        ),
      inquireAgain: ({ id }, { operator }) =>
        onSession(
          ({ payments }) => callBlock() ?? payments.statusInquiries.inquireAgain(id, operator.id),
        ),
      listStatusInquiries: (page) =>
        onSession(async ({ payments }) => ok(await payments.statusInquiries.list(page))),
      getStatusInquiry: ({ id }) => onSession(({ payments }) => payments.statusInquiries.get(id)),
      revealStatusInquiry: ({ id }, { operator }) =>
        onSession(({ payments }) => payments.statusInquiries.reveal(id, operator.id)),
      getParticipants: () =>
        onSession(async ({ payments }) => ok(await payments.participants.state())),
      listParticipants: (request) =>
        onSession(async ({ payments }) => ok(await payments.participants.list(request))),
      downloadParticipants: (_input, { operator }) =>
        onSession(({ payments }) => callBlock() ?? payments.participants.download(operator.id)),
      stopDownload: (_input, { operator }) =>
        onSession(async ({ payments }) => ok(await payments.participants.stop(operator.id))),
    },
  }
}
