import type { Product } from '../../../preload/contract/api/profiles/profile-details.ts'
import { ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onActiveSession } from '../active-session.ts'
import type { CallBlocked } from '../../profile/session-context.ts'

export interface AchInquiryHandlersDeps {
  readonly profiles: ProfilesService
  /** Why calls to the shown profile's bank are blocked for a product; undefined: not blocked. */
  readonly callBlockFor: (product: Product) => Result<never, CallBlocked> | undefined
}

/**
 * Returns the handlers of ACH inquiry. Stored results are shown even while bank calls are blocked.
 */
export function achInquiryHandlers({
  profiles,
  callBlockFor,
}: AchInquiryHandlersDeps): Pick<Handlers, 'achInquiry'> {
  const onSession = onActiveSession(profiles)
  const whyNot = () => callBlockFor('ach-inquiry')
  return {
    achInquiry: {
      getAccounts: () => onSession(({ inquiry }) => ok(inquiry.accounts())),
      inquire: (wanted, { operator }) =>
        onSession(({ inquiry }) => inquiry.inquire(wanted, operator, whyNot)),
      inquireAgain: ({ id }, { operator }) =>
        onSession(({ inquiry }) => inquiry.inquireAgain(id, operator, whyNot)),
      readOn: ({ id }, { operator }) =>
        onSession(({ inquiry }) => inquiry.readOn(id, operator, whyNot)),
      stopReading: ({ id }) => onSession(({ inquiry }) => inquiry.stopReading(id)),
      list: (page) => onSession(async ({ inquiry }) => ok(await inquiry.list(page))),
      get: ({ id }) => onSession(({ inquiry }) => inquiry.get(id)),
      listRows: (request) => onSession(({ inquiry }) => inquiry.listRows(request)),
      getRow: (of) => onSession(({ inquiry }) => inquiry.getRow(of)),
      queryDetail: (of, { operator }) =>
        onSession(({ inquiry }) => inquiry.queryDetail(of, operator, whyNot)),
      reveal: (of, { operator }) => onSession(({ inquiry }) => inquiry.reveal(of, operator)),
      takeReceiver: (of, { operator }) =>
        onSession(({ inquiry }) => inquiry.takeReceiver(of, operator)),
    },
  }
}
