/** An ownership check as evidence of a draft: it counts for the account, the bank and the kind of owner it was asked about. */
import { significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { OwnerKind } from '../../../preload/contract/bank/account-validation.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { OrderForm } from '../../../preload/contract/domain/orders/order-form.ts'
import type { PayeeKind } from '../../../preload/contract/domain/payees/payee.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { OrderContext } from '../order/types.ts'
import type { Payees } from '../payees/payees.service.ts'
import { formOf } from './draft-row.ts'
import type { DraftStore } from './draft-store.ts'

/** Whether the payee of a payment is a person or a business, as two people agreed; null: the payee book does not say. */
export async function payeeKindOf(
  payees: Pick<Payees, 'standing'>,
  { payeeId }: Pick<OrderForm, 'payeeId'>,
): Promise<PayeeKind | null> {
  const standing = payeeId === null ? undefined : await payees.standing(payeeId)
  return standing?.approved?.details.kind ?? null
}

/** Whether a check answers for owners of the other kind alone. One that named no owner answers for none. */
export const isOtherKind = (asked: OwnerKind, payee: PayeeKind | null): boolean =>
  payee !== null && asked !== 'none' && asked !== payee

/** Why it is not attached. */
export type NotAttached =
  | Failure<'not-found'>
  | Failure<'order-state'>
  | Failure<'account-differs'>
  | Failure<'owner-kind-differs'>

/**
 * Attaches a validation to a draft. Accounts are compared by what stands after their leading zeros (trap 36), banks
 * by their number: `account-differs` where either is another. `owner-kind-differs`: the payee of the book is a person,
 * and a business was asked about, or the other way round. What it found is no matter here: it is evidence.
 */
export async function attachOwnership(
  { store, payees }: OrderContext,
  drafts: DraftStore,
  { id, validationId }: { readonly id: string; readonly validationId: string },
  actor: string,
): Promise<Result<void, NotAttached>> {
  const found = await drafts.draft(id)
  if (!found.ok) return found
  const validation = await store.read
    .selectFrom('validations')
    .select(['account_number', 'routing_number', 'owner_kind', 'result_class'])
    .where('id', '=', validationId)
    .executeTakeFirst()
  if (!validation) return err({ code: 'not-found' })
  const asked = significantAccount(validation.account_number)
  const isAboutIt = (row: { readonly beneficiary_significant: string; readonly form: string }) =>
    asked !== '' &&
    asked === row.beneficiary_significant &&
    validation.routing_number === formOf(row).creditPartyBank.aba.trim()
  if (!isAboutIt(found.value)) return err({ code: 'account-differs' })
  const kind = await payeeKindOf(payees, formOf(found.value))
  if (kind !== null && isOtherKind(validation.owner_kind, kind))
    return err({ code: 'owner-kind-differs', payee: kind })
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
