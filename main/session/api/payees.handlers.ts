/** The payee book: each verb on the desk that does the work. */
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onShownDesk } from '../shown-desk.ts'

/** Derives the handlers. */
export function payeeHandlers({
  profiles,
}: {
  readonly profiles: ProfilesService
}): Pick<Handlers, 'payees'> {
  const onDesk = onShownDesk(profiles)
  return {
    payees: {
      list: (request) => onDesk(async ({ payees }) => ok(await payees.list(request))),
      get: ({ id }) => onDesk(({ payees }) => payees.get(id)),
      reveal: ({ id }, { operator }) => onDesk(({ payees }) => payees.reveal(id, operator.id)),
      propose: ({ id, details }, { operator }) =>
        onDesk(({ payees }) => payees.propose(id, details, operator)),
      proposeRemoval: ({ id }, { operator }) =>
        onDesk(({ payees }) => payees.proposeRemoval(id, operator)),
      withdraw: ({ id, version }, { operator }) =>
        onDesk(({ payees }) => payees.withdraw(id, version, operator)),
      decide: (decided, { operator }) => onDesk(({ payees }) => payees.decide(decided, operator)),
    },
  }
}
