/** Finds the changes of a payment since an operator viewed it last, field by field. */
import { maskedAccount, sameAccount } from '../../../preload/contract/kernel/account-number.ts'
import {
  paymentFormSchema,
  type PaymentForm,
} from '../../../preload/contract/domain/orders/payment-form.ts'
import type { OrderReview } from '../../../preload/contract/domain/orders/order.ts'
import {
  paymentParties,
  paymentPartyNames,
  paymentRules,
  transferAmountRule,
  type PaymentParty,
} from '../../../preload/contract/bank/payments/payment-rules.ts'
import { mayStillLeave } from '../../../preload/contract/domain/orders/order-states.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import { entryPayeeFlags } from '../../../preload/contract/domain/batches/batch.ts'
import { payeeFlagTexts } from '../../../preload/contract/text/payee-flags.ts'
import type { Reader } from '../../store/store.ts'
import { lastView } from '../order/approval/order-review.ts'
import { payeeEvidence, payeeEvidenceOf, type PayeeEvidence } from './payee-evidence.ts'
import { orderMask, type OrderMask } from '../order/reading/order-masking.ts'
import type { OrderSnapshot, OrderRow } from '../order/types.ts'
import { formOf } from './draft-row.ts'

/** The stored content of a view: everything that approvals would rely on. */
const seenShape = z.object({
  form: paymentFormSchema,
  approvalHash: z.string().nullable(),
  debitAccount: z.string(),
  debitLabel: z.string(),
  ownership: z.string().nullable(),
  validate: z.string().nullable(),
  validateKind: z.string().nullable(),
  payeeVersion: z.int().nullable(),
  /** Absent if the payment could not leave any more, or was viewed in a version without them. */
  payee: payeeEvidence.optional(),
})
type Seen = z.infer<typeof seenShape>
type Changes = OrderReview['changes']

const seenOf = async (reader: Reader, row: OrderRow): Promise<Seen> => ({
  form: formOf(row),
  approvalHash: row.approval_hash,
  debitAccount: row.debit_account,
  debitLabel: row.debit_label,
  ownership: row.ownership_validation_id,
  validate: row.validate_call_id,
  validateKind: row.validate_kind,
  payeeVersion: row.payee_version,
  ...(mayStillLeave(row.state) && { payee: await payeeEvidenceOf(reader, row) }),
})

/** Returns a view of a payment to store, and to compare with an earlier one. */
export async function snapshotPayment(reader: Reader, row: OrderRow): Promise<OrderSnapshot> {
  const seen = await seenOf(reader, row)
  return {
    seen: JSON.stringify(seen),
    since(text) {
      const earlier = seenShape.safeParse(JSON.parse(text))
      return earlier.success ? changesBetween(earlier.data, seen) : null
    },
  }
}

/**
 * Returns the payee book flags at this operator's last view; undefined if there was none, or it
 * showed no flags.
 */
export async function payeeAtLastReview(
  reader: Reader,
  orderId: string,
  operator: string,
): Promise<PayeeEvidence | undefined> {
  const seen = await lastView(reader, orderId, operator)
  return seen === undefined ? seen : seenShape.safeParse(JSON.parse(seen)).data?.payee
}

/**
 * Returns every changed field with masked accounts. If both masked values are equal, the text says
 * how they differ.
 */
function changesBetween(before: Seen, after: Seen): Changes {
  const masks = [before, after].map(({ form, debitAccount }) => orderMask(form, debitAccount))
  const mask: OrderMask['text'] = (name, value) =>
    masks.reduce((text, one) => one.text(name, text), value)
  const changed = (field: string, name: string, was: string, is: string): Changes =>
    was === is ? [] : [{ field, before: mask(name, was), after: mask(name, is) }]
  const [one, other] = [before.form, after.form]
  return [
    ...Object.entries(plainFields).flatMap(([key, label]) => {
      const name = key as PlainField
      return changed(label, name, one[name] ?? '', other[name] ?? '')
    }),
    ...accountChange('Debit account', before.debitAccount, after.debitAccount, {
      before: before.debitLabel,
      after: after.debitLabel,
    }),
    ...paymentPartyNames.flatMap((name) => partyChanges(name, one, other, changed)),
    ...evidenceChanges(before, after),
  ]
}

const { requestReference: reference, requestedValueDate, ...texts } = paymentRules
type PlainField = Exclude<keyof PaymentForm, PaymentParty | 'payeeId' | 'debitAccountId'>
/** The fields beside the parties, with their labels. */
const plainFields: Readonly<Record<PlainField, string>> = {
  service: texts.requestedService.label,
  type: texts.type.label,
  valueDate: requestedValueDate.label,
  amount: transferAmountRule.label,
  currency: texts.transferCurrency.label,
  requestReference: reference.label,
  sendersReference: texts.sendersReference.label,
  originatorReference: texts.originatorReference.label,
  receiversReference: texts.receiversReference.label,
  bankToBankInstructions: texts.bankToBankInstructions.label,
  externalTemplateName: texts.externalTemplateName.label,
  customData: texts.customData.label,
}

type Changed = (field: string, name: string, was: string, is: string) => Changes

function partyChanges(
  name: PaymentParty,
  was: PaymentForm,
  is: PaymentForm,
  changed: Changed,
): Changes {
  const [one, other] = [was[name], is[name]]
  const of = (field: string): string => `${paymentParties[name].label}: ${field}`
  return [
    ...changed(of('name'), 'name', one.name, other.name),
    ...accountChange(of('account number'), one.accountNumber.trim(), other.accountNumber.trim()),
    ...changed(of('ABA number'), 'aba', one.aba, other.aba),
    ...changed(of('address'), 'address', one.address.join(', '), other.address.join(', ')),
  ]
}

const shownAccount = (account: string): string => (account === '' ? '' : maskedAccount(account))

/**
 * Accounts are compared in full and shown masked. Another spelling is a different sent text
 * (bank note 66).
 */
function accountChange(
  field: string,
  was: string,
  is: string,
  shown = { before: shownAccount(was), after: shownAccount(is) },
): Changes {
  if (was === is) return []
  if (shown.before !== shown.after) return [{ field, ...shown }]
  const how = sameAccount(was, is) ? 'spelled differently' : 'another number'
  return [{ field, before: shown.before, after: `${shown.after} (${how})` }]
}

const evidenceChanges = (before: Seen, after: Seen): Changes => {
  const change = (
    field: string,
    was: string | number | null,
    is: string | number | null,
  ): Changes => (was === is ? [] : [{ field, before: valueText(was), after: valueText(is, was) }])
  const validated = ({ validate, validateKind }: Seen): string | null =>
    validate === null ? null : `${validateKind ?? ''} ${validate}`
  return [
    ...change('Ownership check', before.ownership, after.ownership),
    ...change('Bank pre-check', validated(before), validated(after)),
    ...change('Version in the payee book', before.payeeVersion, after.payeeVersion),
    ...payeeChanges(before.payee, after.payee),
  ]
}

/** Returns flags that were added, removed or are against another version of the payee now. */
function payeeChanges(
  before: PayeeEvidence | undefined,
  after: PayeeEvidence | undefined,
): Changes {
  if (before === undefined || after === undefined) return []
  return entryPayeeFlags.flatMap((flag): Changes => {
    const [was, is] = [before[flag], after[flag]]
    if (was === is) return []
    const text = (value: string | undefined): string => (value === undefined ? 'no' : 'yes')
    const again = was !== undefined && is !== undefined ? ', by another version' : ''
    const field = `Payee book: ${payeeFlagTexts[flag]}`
    return [{ field, before: text(was), after: text(is) + again }]
  })
}

/** Ids mean nothing to a reader, so only their presence or change is shown. */
function valueText(value: string | number | null, before: string | number | null = null): string {
  if (value === null) return 'none'
  if (typeof value === 'number') return String(value)
  return before === null ? 'attached' : 'replaced'
}
