/** An ownership check as evidence of a draft: it counts for the account at the bank that it was asked about. */
import { significantAccount } from '../../preload/contract/account-number.ts'
import type { Failure } from '../../preload/contract/failures.ts'
import { err, ok, type Result } from '../../preload/contract/result.ts'
import { apostropheReadings, wordsOf } from '../validation/folded-text.ts'
import { formOf } from './draft-row.ts'
import type { DraftStore } from './draft-store.ts'
import type { OrderContext } from './orders.service.ts'

/** A name by each reading of its apostrophes: names with a key in common are the same. One without words has none. */
export const nameKeys = (name: string): readonly string[] =>
  apostropheReadings.flatMap((reading) => {
    const words = wordsOf(name, reading).map(({ text }) => text)
    return words.length === 0 ? [] : [`${reading} ${words.join(' ')}`]
  })

/** Whether two names are the same words in the same order; case, accents and signs between them aside. */
export function isSameName(one: string, other: string): boolean {
  const keys = new Set(nameKeys(one))
  return nameKeys(other).some((key) => keys.has(key))
}

/** Why it is not attached. */
export type NotAttached = Failure<'not-found'> | Failure<'order-state'> | Failure<'account-differs'>

/**
 * Attaches a validation to a draft. Accounts are compared by what stands after their leading zeros (trap 36), banks
 * by their number: `account-differs` where either is another. What it found is no matter here: it is evidence.
 */
export async function attachOwnership(
  { store }: OrderContext,
  drafts: DraftStore,
  { id, validationId }: { readonly id: string; readonly validationId: string },
  actor: string,
): Promise<Result<void, NotAttached>> {
  const found = await drafts.draft(id)
  if (!found.ok) return found
  const validation = await store.read
    .selectFrom('validations')
    .select(['account_number', 'routing_number', 'result_class'])
    .where('id', '=', validationId)
    .executeTakeFirst()
  if (!validation) return err({ code: 'not-found' })
  const asked = significantAccount(validation.account_number)
  const isAboutIt = (row: { readonly beneficiary_significant: string; readonly form: string }) =>
    asked !== '' &&
    asked === row.beneficiary_significant &&
    validation.routing_number === formOf(row).creditPartyBank.aba.trim()
  if (!isAboutIt(found.value)) return err({ code: 'account-differs' })
  const detail = { validationId, resultClass: validation.result_class }
  const attached = await drafts.change(
    id,
    { actor, kind: 'order.ownership-attached', detail },
    // Saved with another beneficiary meanwhile: it does not speak for that one.
    (row) =>
      isAboutIt(row) ? { ownership_validation_id: validationId, ownership_by: actor } : null,
  )
  if (!attached.ok) return attached
  return attached.value ? ok(undefined) : err({ code: 'account-differs' })
}
