/**
 * Approval evidence of a payment beside its body: the ownership check, the bank's `validate`, the
 * payee record.
 */
import { sameRouting, significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Policy } from '../../../preload/contract/domain/operators/policy.ts'
import type { EntryPayeeFlag } from '../../../preload/contract/domain/batches/batch.ts'
import type { Evidence } from '../../../preload/contract/domain/orders/order.ts'
import type { PaymentForm } from '../../../preload/contract/domain/orders/payment-form.ts'
import type { OwnersKnown } from '../../../preload/contract/domain/orders/owner-knowledge.ts'
import { maskedName } from '../../../preload/contract/domain/owner-name.ts'
import { matchingClasses } from '../../../preload/contract/domain/validation-reading.ts'
import { validationRules } from '../../bank/apis/payments-answer.ts'
import { isAboutPayee, readCheck } from '../order/approval/ownership.ts'
import { answerOfCall } from '../order/sending/order-answer.ts'
import type { EvidenceContext, OrderRow, OrderSummary } from '../order/types.ts'
import { isOtherKind, payeeKindOf } from './ownership.ts'
import { payeeUnseen } from './payee-evidence.ts'
import { bookFlagsOf, type PayeeFacts } from './payee-flags.ts'
import { textOf, type PaymentText } from './payment-text.ts'
import { formOf } from './draft-row.ts'

type Missing = Failure<'evidence-needed'>['missing']

const hourMs = 3_600_000

/**
 * Returns the evidence that the policy in force requires and that is missing or no longer valid.
 */
export async function paymentEvidenceMissing(
  context: EvidenceContext,
  row: OrderRow,
): Promise<Missing> {
  const { policy } = context.policy.current()
  const text = textOf(row)
  const [ownership, payee, changed] = await Promise.all([
    ownershipMissing(context, row, text, policy),
    policy.payeeFromBook ? payeeMissing(context, text.form) : [],
    payeeUnseen(context.store.read, row),
  ])
  const validate = policy.validateFirst ? validateMissing(row, text) : []
  return [...ownership, ...validate, ...payee, ...changed]
}

/** Returns what the attached check says about the owner of the account. */
export const paymentOwners = async (
  context: EvidenceContext,
  row: OrderSummary,
): Promise<OwnersKnown> => ({
  evidence: { ownership: await ownershipOf(context, row, { form: formOf(row) }, false) },
  batch: null,
})

/**
 * Required from an amount on; always for other currencies than the policy's, because no conversion
 * is known.
 */
const needsOwnership = (
  { ownership }: Policy,
  { amount, currency }: Pick<OrderRow, 'amount' | 'currency'>,
): boolean =>
  ownership !== null && (currency !== 'USD' || amount === null || amount >= ownership.from)

async function ownershipMissing(
  context: EvidenceContext,
  row: OrderRow,
  text: PaymentText,
  policy: Policy,
): Promise<Missing> {
  if (!needsOwnership(policy, row)) return []
  const check = await ownershipOf(context, row, text, false)
  if (!check) return ['ownership']
  const missing: Missing = matchingClasses.includes(check.resultClass) ? [] : ['ownership-no-match']
  return check.tooOld ? [...missing, 'ownership-too-old'] : missing
}

/**
 * Returns the attached check if it is about this beneficiary's account, bank (bank note 36) and
 * kind of owner; otherwise null.
 */
async function ownershipOf(
  { store, waits, policy, settings, operatorName, payees }: EvidenceContext,
  row: OrderSummary,
  { form }: Pick<PaymentText, 'form'>,
  inFull: boolean,
): Promise<Evidence['ownership']> {
  if (row.ownership_validation_id === null) return null
  const found = await store.read
    .selectFrom('validations')
    .selectAll()
    .where('id', '=', row.ownership_validation_id)
    .executeTakeFirst()
  const account = significantAccount(form.creditParty.accountNumber)
  if (!found || account === '' || found.account_significant !== account) return null
  if (!sameRouting(found.routing_number, form.creditPartyBank.aba)) return null
  const kind = await payeeKindOf({ statusOf: (id) => payees.statusOf(id, store.read) }, form)
  if (isOtherKind(found.owner_kind, kind)) return null
  const ageHours = (waits.latest().getTime() - Date.parse(found.at)) / hourMs
  const { ownership } = policy.current().policy
  const isAnotherName = !isAboutPayee(found.owner_name, form.creditParty.name, found.owner_kind)
  const { resultClass, differingNames } = readCheck(found, settings.current().scoreThreshold)
  return {
    validationId: found.id,
    at: found.at,
    by: operatorName(row.ownership_by ?? found.actor, found.at),
    // A check of another name says nothing about whether the account is the beneficiary's.
    resultClass:
      isAnotherName && matchingClasses.includes(resultClass) ? 'cannot-tell' : resultClass,
    differingNames,
    queriedKind: found.owner_kind,
    queriedName: inFull ? found.owner_name : maskedName(found.owner_name),
    isAnotherName,
    score: found.score,
    ageHours: Math.max(0, ageHours),
    // A check from the future was made with a wrong clock, so its age is unknown.
    tooOld: ownership !== null && (ageHours > ownership.maxAgeHours || ageHours < -1),
  }
}

/**
 * `validate` must have been called for exactly this body and answered; no more is known about its
 * answers (bank note 65).
 */
function validateMissing(row: OrderRow, { sha256 }: PaymentText): Missing {
  if (row.validate_body_sha256 === null || row.validate_body_sha256 !== sha256) return ['validate']
  return row.validate_kind === 'answered' ? [] : ['validate-failed']
}

/** What is paid counts, not the version: a note may change while a payment waits. */
async function payeeMissing(
  { store, payees }: EvidenceContext,
  form: PaymentForm,
): Promise<Missing> {
  const status = form.payeeId === null ? undefined : await payees.statusOf(form.payeeId, store.read)
  return bookFlagsOf(form, status).some((flag) => unfit.includes(flag)) ? ['payee'] : []
}
const unfit: readonly EntryPayeeFlag[] = ['not-in-book', 'not-approved', 'differs-from-book']

/** Returns the evidence as an approver sees it; accounts are masked unless `inFull`. */
export async function evidenceOf(
  context: EvidenceContext,
  row: OrderRow,
  text: PaymentText,
  payee: Promise<PayeeFacts>,
  inFull: boolean,
): Promise<Evidence> {
  const [ownership, validate, { flags, payeeStatus, paid }] = await Promise.all([
    ownershipOf(context, row, text, inFull),
    validateOf(context, row, text, inFull),
    payee,
  ])
  return {
    ownership,
    validate,
    payee: payeeStatus
      ? {
          id: payeeStatus.id,
          version: row.payee_version ?? payeeStatus.approved?.version ?? 0,
          payments: paid.payments,
          lastPaidAt: paid.lastPaidAt,
        }
      : null,
    flags: [...flags],
  }
}

async function validateOf(
  { store, operatorName }: EvidenceContext,
  row: OrderRow,
  { sha256 }: PaymentText,
  inFull: boolean,
): Promise<Evidence['validate']> {
  if (row.validate_at === null) return null
  const call = { callId: row.validate_call_id, kind: row.validate_kind }
  const stored = await answerOfCall(store, call, validationRules, inFull)
  return {
    at: row.validate_at,
    by: operatorName(row.validate_by ?? '', row.validate_at),
    aboutThisBody: row.validate_body_sha256 !== null && row.validate_body_sha256 === sha256,
    ...stored,
  }
}
