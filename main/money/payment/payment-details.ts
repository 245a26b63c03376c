/** Builds the content of a payment for its view and its list line. */
import { daysLater, isCalendarDate } from '../../../preload/contract/kernel/calendar.ts'
import { networkDay } from '../../../preload/contract/kernel/banking-days.ts'
import type { PaymentForm } from '../../../preload/contract/domain/orders/payment-form.ts'
import { ownerSignOf } from '../../../preload/contract/domain/orders/owner-knowledge.ts'
import { mayStillLeave } from '../../../preload/contract/domain/orders/order-states.ts'
import { paymentFormWarnings } from '../../../preload/contract/domain/orders/payment-form-warnings.ts'
import type { RequestWarning } from '../../../preload/contract/kernel/request-warning.ts'
import { inFull as unmasked, orderMask } from '../order/reading/order-masking.ts'
import { lastAnswer } from '../order/sending/order-answer.ts'
import { certificateExpiryWarnings, type FollowUp } from '../order/sending/certificate-expiry.ts'
import type {
  EvidenceContext,
  LineDetails,
  OrderContext,
  OrderRow,
  OrderDetails,
  OrderSummary,
} from '../order/types.ts'
import { payeeFactsReader } from './payee-flags.ts'
import { lastDayToMake } from './payment-inquiry.ts'
import { evidenceOf, paymentOwners } from './payment-evidence.ts'
import { textOf } from './payment-text.ts'

/** Reads the content, masked. Pass `inFull` only after the view was recorded in the audit chain. */
export async function paymentDetails(
  context: OrderContext,
  row: OrderRow,
  inFull: boolean,
): Promise<OrderDetails> {
  const { store, payees, clock, waits } = context
  const text = textOf(row)
  const mask = inFull ? unmasked : orderMask(text.form, row.debit_account)
  const facts = payeeFactsReader(store.read, payees, waits)(row)
  const [payee, last, evidence] = await Promise.all([
    facts,
    lastAnswer(store, row, inFull),
    evidenceOf(context, row, text, facts, inFull),
  ])
  // Warnings explain and never block; quotations from the form are masked like the form.
  const { policy } = context.policy.current()
  const found = paymentFormWarnings(text.form, { policy, now: clock.now() })
  const warnings = found.map((one) => ({ ...one, message: mask.text('message', one.message) }))
  return {
    form: mask.form(text.form),
    batch: null,
    mask: mask.text,
    body: text.body === null ? null : mask.body(text.body),
    bodySha256: text.sha256,
    brokenRules: text.problems.length,
    problems: row.state === 'draft' ? text.problems.map((one) => ({ ...one })) : [],
    warnings: mayStillLeave(row.state) ? [...expiryWarnings(context, text.form), ...warnings] : [],
    duplicates: { payments: [...payee.duplicates], entries: 0, batches: [] },
    flags: [...payee.flags],
    evidence,
    ...(last ?? { answer: null, raw: null, callId: null }),
  }
}

/** Warns if the follow-up of a payment may outlast a certificate for bank calls. */
const expiryWarnings = ({ profile, clock }: OrderContext, form: PaymentForm): RequestWarning[] =>
  certificateExpiryWarnings(followUpOfPayment(form, clock.now()), profile().certificates ?? [])

/**
 * A final payment gets one more status inquiry a day later, because a return may follow (bank note
 * 74). Returns null if the date cannot be read.
 */
export function followUpOfPayment(
  { service, valueDate }: Pick<PaymentForm, 'service' | 'valueDate'>,
  now: Date,
): FollowUp | null {
  const date = valueDate.trim()
  if (!isCalendarDate(date)) return null
  return {
    until: daysLater(lastDayToMake(service, date, networkDay(now)), 1),
    path: 'valueDate',
    what: 'its status and a return',
    source: 'bank',
    where: 'Platform Specification, States and transitions (Future Warehouse, Returned)',
  }
}

/**
 * Returns the list content of payments. Flags and owner checks are read only for orders that may still leave,
 * because a page of history would need a search of all orders for each line.
 */
export async function paymentLines(
  context: EvidenceContext,
  rows: readonly OrderSummary[],
): Promise<ReadonlyMap<string, LineDetails>> {
  const { store, payees, waits } = context
  const factsOf = payeeFactsReader(store.read, payees, waits)
  const lines = rows.map(async (row): Promise<[string, LineDetails]> => {
    if (!mayStillLeave(row.state)) return [row.id, { flags: [], owner: null, batch: null }]
    const [{ flags }, owners] = await Promise.all([factsOf(row), paymentOwners(context, row)])
    return [row.id, { flags: [...flags], owner: ownerSignOf(owners), batch: null }]
  })
  return new Map(await Promise.all(lines))
}
