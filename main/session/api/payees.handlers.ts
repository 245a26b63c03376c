import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Inquiry } from '../../inquiry/inquiry.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onActiveSession } from '../active-session.ts'

type Matching = Extract<
  Awaited<ReturnType<Inquiry['bulk']['matchingAccounts']>>,
  { readonly ok: true }
>['value']

/** The accounts of a run with the note that their payees get. */
const validatedIn = ({ name, accounts }: Matching) =>
  accounts.map(({ row, ...account }) => ({
    ...account,
    note: `Validated in the bulk run ${name}, row ${String(row)}`,
  }))

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
          const result = await payees.proposeValidated(validatedIn(matching.value), operator)
          return ok({ ...result, aboutAnother: matching.value.aboutAnother })
        }),
      countFromRun: ({ runId, threshold }) =>
        onSession(async ({ bulk, payees }) => {
          const matching = await bulk.matchingAccounts(runId, threshold)
          if (!matching.ok) return matching
          return ok({ count: await payees.countProposable(validatedIn(matching.value)) })
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
