/**
 * The payees of a new practice book, so that a newcomer can enter a payment at once. Their accounts
 * exist at the practice bank. No person approved them, and the history says so.
 */
import type { PayeeDetails } from '../../../preload/contract/domain/payees/payee.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { practiceAccounts } from '../../practice/data/accounts.ts'
import { detailsHash, storedDetails, searchText } from '../../money/payee-details.ts'

const residents: readonly { readonly id: string; readonly services: PayeeDetails['services'] }[] = [
  { id: 'ridgeway-supply-llc', services: ['RTP', 'WIRE'] },
  { id: 'cascade-timber-and-millwork', services: ['WIRE'] },
  { id: 'margaret-alder', services: ['RTP'] },
]

/** Details of the first payees, from the practice bank's data. */
export const practicePayees: readonly PayeeDetails[] = residents.flatMap(({ id, services }) => {
  const known = practiceAccounts.find((account) => account.id === id)
  if (!known) return []
  const { name, accountNumber, bankName, routingNumber, owner } = known
  const place = [owner.city, owner.state, owner.zipCode].filter((part) => part !== undefined)
  const address = [owner.addressLine1, owner.addressLine2, place.join(' ')]
  return [
    {
      kind: owner.businessName === undefined ? ('person' as const) : ('business' as const),
      name,
      accountNumber,
      services,
      intermediaries: [],
      address: address.filter((line) => line !== undefined),
      bank: { name: bankName, aba: routingNumber, address: [] },
      note: 'A resident of Alder Falls',
    },
  ]
})

const actor = 'system'

/**
 * Adds them to a payee book that never had any; a removed payee does not come back. Each is
 * recorded as an act.
 */
export async function stockPracticePayees({
  store,
  clock,
  newId,
}: Pick<SessionContext, 'store' | 'clock' | 'newId'>): Promise<void> {
  const any = await store.read.selectFrom('payees').select('id').limit(1).executeTakeFirst()
  if (any) return
  for (const details of practicePayees) {
    const [id, at, stored] = [newId(), clock.now().toISOString(), storedDetails(details)]
    const detail = { version: 1, detailsSha256: detailsHash(stored), proposedBy: actor }
    await store.record({ actor, kind: 'payee.approved', subject: id, detail }, async (tx) => {
      await tx
        .insertInto('payees')
        .values({
          id,
          at,
          approved_version: 1,
          approved_at: at,
          proposed_version: null,
          removed_at: null,
          changed_at: at,
          search_text: searchText([details]),
        })
        .execute()
      await tx
        .insertInto('payee_versions')
        .values({
          payee_id: id,
          version: 1,
          details: stored,
          proposed_by: actor,
          proposed_at: at,
          state: 'approved',
          decided_by: null,
          decided_at: at,
          comment: 'In the practice payee book from the start. Not approved by a person',
        })
        .execute()
    })
  }
}
