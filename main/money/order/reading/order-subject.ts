/** What an order is about, as its view tells it: the one place of reading where a payment and a batch differ. */
import { maskedUnnamed } from '../../../../preload/contract/domain/personal-names.ts'
import type { Order } from '../../../../preload/contract/domain/orders/order.ts'
import type { OrderForm } from '../../../../preload/contract/domain/orders/order-form.ts'
import { orderWarnings } from '../../../../preload/contract/domain/orders/order-warnings.ts'
import type { RequestWarning } from '../../../../preload/contract/kernel/request-warning.ts'
import { accountWarnings } from '../../batch/drafts/account-warnings.ts'
import { batchContentOf } from '../../batch/batch-content.ts'
import {
  payeeFlaggedEntries,
  payeeFlagsIn,
  payeeWarnings,
} from '../../batch/entries/batch-payee-flags.ts'
import { flagsOfLikeness, nothingAlike } from '../../batch/drafts/batch-likeness.ts'
import { isBatch, type OrderRow, type OrderContext } from '../types.ts'
import { checkedBatch, type CheckedBatch } from '../../batch/drafts/checked-batch.ts'
import { shownBody } from '../../batch/drafts/shown-body.ts'
import { evidenceOf } from '../approval/evidence.ts'
import { likeWarnings } from '../approval/like-another.ts'
import { lastAnswer } from '../sending/order-answer.ts'
import { inFull as unmasked, orderMask, type OrderMask } from './order-masking.ts'
import {
  followUpOfBatch,
  followUpOfPayment,
  outlivedWarnings,
} from '../sending/outlived-certificate.ts'
import { textOf } from '../order-text.ts'
import { mayStillLeave, payeeFactsReader } from '../approval/payee-flags.ts'

/** What of a view is another for a batch. */
export interface OrderSubject extends Pick<
  Order,
  | 'form'
  | 'batch'
  | 'body'
  | 'bodySha256'
  | 'problems'
  | 'warnings'
  | 'flags'
  | 'evidence'
  | 'answer'
  | 'raw'
  | 'callId'
> {
  /** Masks what a person typed beside it. */
  readonly mask: OrderMask['text']
  readonly brokenRules: number
}

/** Reads it. `inFull` only where who looks was recorded first. */
export const subjectOf = (
  context: OrderContext,
  row: OrderRow,
  inFull: boolean,
): Promise<OrderSubject> =>
  isBatch(row) ? batchSubject(context, row, inFull) : paymentSubject(context, row, inFull)

async function paymentSubject(
  context: OrderContext,
  row: OrderRow,
  inFull: boolean,
): Promise<OrderSubject> {
  const { store, payees, clock } = context
  const text = textOf(row)
  const mask = inFull ? unmasked : orderMask(text.form, row.debit_account)
  const payee = await payeeFactsReader(store.read, payees, clock)(row)
  const last = await lastAnswer(store, row, inFull)
  // Warnings explain and never block; what they quote of the form is masked like the form.
  const { policy } = context.policy.current()
  const said = orderWarnings(text.form, { policy, now: clock.now() })
  const warnings = said.map((one) => ({ ...one, message: mask.text('message', one.message) }))
  return {
    ...{ form: mask.form(text.form), batch: null, mask: mask.text },
    body: text.body === null ? null : mask.body(text.body),
    ...{ bodySha256: text.sha256, brokenRules: text.problems.length },
    problems: row.state === 'draft' ? text.problems.map((one) => ({ ...one })) : [],
    warnings: mayStillLeave(row.state)
      ? [...likeWarnings(payee.like), ...outlivedBy(context, text.form), ...warnings]
      : [],
    flags: [...payee.flags],
    evidence: await evidenceOf(context, row, text, payee, inFull),
    ...(last ?? { answer: null, raw: null, callId: null }),
  }
}

/** What follows a payment and would outlive a certificate that calls are made with. */
const outlivedBy = ({ profile, clock }: OrderContext, form: OrderForm): RequestWarning[] =>
  outlivedWarnings(followUpOfPayment(form, clock.now()), profile().certificates ?? [])

const nothing: CheckedBatch = {
  ...{ body: null, sha256: null, problems: [], entriesWithProblems: 0, warnings: [] },
}

/** The answer of a batch stands with it and with its entries, never as that of a payment; its text is in its call. */
async function batchSubject(
  context: OrderContext,
  row: OrderRow,
  inFull: boolean,
): Promise<OrderSubject> {
  const mayLeave = mayStillLeave(row.state)
  const checked = mayLeave ? await checkedBatch(context, row) : nothing
  const { entriesWithProblems } = checked
  const batch = await batchContentOf(context, row, { entriesWithProblems, mayLeave })
  const mask: OrderMask['text'] = inFull ? unmasked.text : maskedUnnamed
  const [body, sha256] =
    row.body === null ? [checked.body, checked.sha256] : [row.body, row.body_sha256]
  const about = await aboutAccounts(context, row)
  const flags = [...about.flags, ...flagsOfLikeness(batch ?? nothingAlike)]
  const problems = row.state === 'draft' ? checked.problems : []
  return {
    ...{ form: null, batch, mask, bodySha256: sha256, brokenRules: checked.problems.length },
    body: body === null ? null : shownBody(body, sha256 ?? '', inFull),
    problems: problems.map((one) => ({ ...one, message: mask('message', one.message) })),
    warnings: [
      ...(mayLeave ? outlivedByBatch(context, batch) : []),
      ...[...about.warnings, ...checked.warnings].map((one) => ({
        ...one,
        message: mask('message', one.message),
      })),
    ],
    flags: mayLeave ? flags : [],
    evidence: { ownership: null, validate: null, payee: null, flags: mayLeave ? [...flags] : [] },
    ...{ answer: null, raw: null, callId: row.last_call_id },
  }
}

/** The same of a batch: what comes back of its entries. */
function outlivedByBatch(
  { profile, clock }: OrderContext,
  batch: Order['batch'],
): RequestWarning[] {
  if (!batch) return []
  const { secCode, form, debits } = batch
  const { effectiveDate } = form
  const facts = { secCode, effectiveDate, hasDebits: debits > 0 }
  return outlivedWarnings(followUpOfBatch(facts, clock.now()), profile().certificates ?? [])
}

/** What the payee book and earlier batches say of the accounts of a batch that may still leave. */
async function aboutAccounts(
  { store, clock }: OrderContext,
  { id, state }: OrderRow,
): Promise<Pick<Order, 'flags' | 'warnings'>> {
  if (!mayStillLeave(state)) return { flags: [], warnings: [] }
  const flagged = await payeeFlaggedEntries(store.read, id)
  const warnings = await accountWarnings({ reader: store.read, clock }, id)
  return { flags: payeeFlagsIn(flagged), warnings: [...payeeWarnings(flagged), ...warnings] }
}
