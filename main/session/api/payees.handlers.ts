import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onActiveSession } from '../active-session.ts'

export function payeeHandlers({
  profiles,
}: {
  readonly profiles: ProfilesService
}): Pick<Handlers, 'payees'> {
  const onSession = onActiveSession(profiles)
  return {
    payees: {
      list: (request) => onSession(async ({ payees }) => ok(await payees.list(request))),
      get: ({ id }) => onSession(({ payees }) => payees.get(id)),
      reveal: ({ id }, { operator }) => onSession(({ payees }) => payees.reveal(id, operator.id)),
      findByValidation: ({ validationId }) =>
        onSession(async ({ payees }) => ok({ id: await payees.findByValidation(validationId) })),
      propose: ({ id, details }, { operator }) =>
        onSession(({ payees }) => payees.propose(id, details, operator)),
      proposeFromRun: ({ runId, threshold }, { operator }) =>
        onSession(async ({ bulk, payees }) => {
          const matching = await bulk.matchingAccounts(runId, threshold)
          if (!matching.ok) return matching
          const { name, accounts, aboutAnother } = matching.value
          const validated = accounts.map(({ row, ...account }) => ({
            ...account,
            note: `Validated in the bulk run ${name}, row ${String(row)}`,
          }))
          const result = await payees.proposeValidated(validated, operator)
          return ok({ ...result, aboutAnother })
        }),
      proposeRemoval: ({ id }, { operator }) =>
        onSession(({ payees }) => payees.proposeRemoval(id, operator)),
      withdraw: ({ id, version }, { operator }) =>
        onSession(({ payees }) => payees.withdraw(id, version, operator)),
      decide: (decided, { operator }) =>
        onSession(({ payees }) => payees.decide(decided, operator)),
    },
  }
}
