/** ACH inquiry: each verb on the desk that does the work. */
import type { Product } from '../../../preload/contract/api/profiles/profile-details.ts'
import { ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onShownDesk } from '../shown-desk.ts'
import type { Barred } from '../../profile/desk-context.ts'

/** What the handlers reach. */
export interface AchInquiryHandlersParts {
  readonly profiles: ProfilesService
  /** Why the shown profile's bank may not be asked for a product; undefined when it may. */
  readonly mayNotAsk: (product: Product) => Result<never, Barred> | undefined
}

/** Derives the handlers. What is kept is shown also where the bank may not be asked. */
export function achInquiryHandlers({
  profiles,
  mayNotAsk,
}: AchInquiryHandlersParts): Pick<Handlers, 'inquiry'> {
  const onDesk = onShownDesk(profiles)
  const whyNot = () => mayNotAsk('ach-inquiry')
  return {
    inquiry: {
      getAccounts: () => onDesk(({ inquiry }) => ok(inquiry.accounts())),
      ask: (wanted, { operator }) => onDesk(({ inquiry }) => inquiry.ask(wanted, operator, whyNot)),
      askAgain: ({ id }, { operator }) =>
        onDesk(({ inquiry }) => inquiry.askAgain(id, operator, whyNot)),
      readOn: ({ id }, { operator }) =>
        onDesk(({ inquiry }) => inquiry.readOn(id, operator, whyNot)),
      stopReading: ({ id }) => onDesk(({ inquiry }) => inquiry.stopReading(id)),
      list: (page) => onDesk(async ({ inquiry }) => ok(await inquiry.list(page))),
      get: ({ id }) => onDesk(({ inquiry }) => inquiry.get(id)),
      listRows: (request) => onDesk(({ inquiry }) => inquiry.listRows(request)),
      getRow: (of) => onDesk(({ inquiry }) => inquiry.getRow(of)),
      askDetail: (of, { operator }) =>
        onDesk(({ inquiry }) => inquiry.askDetail(of, operator, whyNot)),
      reveal: (of, { operator }) => onDesk(({ inquiry }) => inquiry.reveal(of, operator)),
      takeReceiver: (of, { operator }) =>
        onDesk(({ inquiry }) => inquiry.takeReceiver(of, operator)),
    },
  }
}
