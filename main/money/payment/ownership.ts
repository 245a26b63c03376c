/**
 * Attaches an ownership check to a draft as evidence; it counts only for the account, bank and kind
 * of owner that it was about.
 */
import { sameRouting, significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { OwnerKind } from '../../../preload/contract/bank/account-validation.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { PaymentForm } from '../../../preload/contract/domain/orders/payment-form.ts'
import type { PayeeKind } from '../../../preload/contract/domain/payees/payee.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { OrderContext } from '../order/types.ts'
import type { Payees } from '../payees/payees.service.ts'
import { formOf } from './draft-row.ts'
import type { DraftStore, Reported } from './draft-store.ts'

/**
 * Returns whether the payee is a person or a business, as two people approved; null if the payee
 * book does not say.
 */
export async function payeeKindOf(
  payees: Pick<Payees, 'statusOf'>,
  { payeeId }: Pick<PaymentForm, 'payeeId'>,
): Promise<PayeeKind | null> {
  const status = payeeId === null ? undefined : await payees.statusOf(payeeId)
  return status?.approved?.details.kind ?? null
}

/**
 * Returns whether a check is only about owners of the other kind. A check without an owner is about
 * neither.
 */
export const isOtherKind = (queried: OwnerKind, payee: PayeeKind | null): boolean =>
  payee !== null && queried !== 'none' && queried !== payee

export type NotAttached =
  | Failure<'not-found'>
  | Failure<'order-state'>
  | Failure<'account-differs'>
  | Failure<'owner-kind-differs'>
  | Reported

/**
 * Attaches a validation to a draft, whatever its result, because it is evidence. Fails with
 * `account-differs` if account or routing number differ, in any spelling (bank note 36), and with
 * `owner-kind-differs` if the payee is a person and the check was about a business, or the reverse.
 */
export async function attachOwnership(
  { store, payees }: OrderContext,
  drafts: DraftStore,
  { id, validationId }: { readonly id: string; readonly validationId: string },
  actor: string,
): Promise<Result<void, NotAttached>> {
  const found = await drafts.findDraft(id)
  if (!found.ok) return found
  const validation = await store.read
    .selectFrom('validations')
    .select(['account_number', 'routing_number', 'owner_kind', 'result_class'])
    .where('id', '=', validationId)
    .executeTakeFirst()
  if (!validation) return err({ code: 'not-found' })
  const queried = significantAccount(validation.account_number)
  const isAboutIt = (row: { readonly beneficiary_significant: string; readonly form: string }) =>
    queried !== '' &&
    queried === row.beneficiary_significant &&
    sameRouting(validation.routing_number, formOf(row).creditPartyBank.aba)
  if (!isAboutIt(found.value)) return err({ code: 'account-differs' })
  const kind = await payeeKindOf(payees, formOf(found.value))
  if (kind !== null && isOtherKind(validation.owner_kind, kind))
    return err({ code: 'owner-kind-differs', payee: kind })
  const detail = { validationId, resultClass: validation.result_class }
  const attached = await drafts.change(
    id,
    { actor, kind: 'order.ownership-attached', detail },
    // Saved with another beneficiary meanwhile, for whom this check is no evidence.
    (row) =>
      isAboutIt(row) ? { ownership_validation_id: validationId, ownership_by: actor } : null,
  )
  if (!attached.ok) return attached
  return attached.value ? ok(undefined) : err({ code: 'account-differs' })
}
