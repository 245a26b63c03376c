/** Orders that tests write to the store directly. */
import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import {
  significantAccount,
  maskedAccount,
} from '../../../../../preload/contract/kernel/account-number.ts'
import { amountFrom } from '../../../../../preload/contract/kernel/money.ts'
import {
  emptyForm,
  emptyParty,
  type PaymentForm,
} from '../../../../../preload/contract/domain/orders/payment-form.ts'
import { readPaymentForm } from '../../../../../preload/contract/domain/orders/read-payment-form.ts'
import { paymentBody } from '../../../../../main/bank/apis/payments-body.ts'
import type { OrderRow } from '../../../../../main/money/order/types.ts'
import type {
  OrderAttemptsTable,
  SupportRepliesTable,
} from '../../../../../main/store/tables/order-history.ts'
import type { Store } from '../../../../../main/store/store.ts'

/** With leading zeros. */
export const debitAccount = '0072004500'
export const reference = 'CS20261123ABCDEFGHJKMNPQRS'
const at = '2026-11-23T13:50:00.000Z'

/** A wire of 12,500.00 to Ridgeway Supply, whose account is also in a text. */
export const wireForm: PaymentForm = {
  ...emptyForm,
  debitAccountId: 'practice-3',
  valueDate: '2026-11-23',
  amount: '12,500.00',
  requestReference: reference,
  sendersReference: reference,
  receiversReference: 'Invoice 4711 for account 55501420077',
  creditPartyBank: { ...emptyParty, name: 'Millbrook Savings', aba: '550010014' },
  creditParty: {
    ...emptyParty,
    name: 'Ridgeway Supply',
    accountNumber: '55501420077',
    address: ['1 Quay Road', 'Portland'],
  },
}

/** The row of a form; `part` overrides the tested values. */
export function orderRow(part: Partial<OrderRow> = {}, form: PaymentForm = wireForm): OrderRow {
  const amount = amountFrom(form.amount, form.currency)
  const { request } = readPaymentForm(form, debitAccount)
  const isDraft = part.state === 'draft'
  const body = request && !isDraft ? paymentBody(request) : null
  return {
    id: 'o1',
    created_at: at,
    updated_at: at,
    maker: 'mara',
    state: 'accepted',
    service: form.service,
    reference: form.requestReference ?? reference,
    form: JSON.stringify(form),
    body,
    body_sha256: body && createHash('sha256').update(body, 'utf8').digest('hex'),
    approval_hash: isDraft ? null : 'hash-1',
    policy_version: null,
    submitted_at: at,
    submitted_by: 'mara',
    released_at: at,
    released_by: 'theo',
    not_sent: null,
    sent_back: null,
    payee_id: null,
    payee_version: null,
    ownership_validation_id: null,
    ownership_by: null,
    validate_call_id: null,
    validate_body_sha256: null,
    validate_at: null,
    validate_by: null,
    validate_kind: null,
    debit_account: debitAccount,
    debit_significant: significantAccount(debitAccount),
    debit_label: `Alder Falls Receivables ${maskedAccount(debitAccount)}`,
    amount: 'minor' in amount ? amount.minor : null,
    currency: form.currency,
    value_date: form.valueDate,
    beneficiary: form.creditParty.name,
    beneficiary_account: form.creditParty.accountNumber,
    beneficiary_significant: significantAccount(form.creditParty.accountNumber),
    beneficiary_bank: `${form.creditPartyBank.name} ${form.creditPartyBank.aba}`,
    transaction_id: null,
    bank_status: 'not-reported',
    bank_status_text: null,
    bank_status_at: null,
    is_final: 0,
    last_call_id: null,
    next_inquiry_at: null,
    resend: null,
    search_text: '',
    restored: null,
    closed_at: null,
    home: null,
    sent_approvals: null,
    ...part,
  }
}

const act = (id: string, kind = 'test.changed') => ({
  actor: 'mara',
  kind,
  subject: id,
  detail: {},
})

/** Writes an order, with the sending that led to its state if there was one. */
export async function storedOrder(
  store: Store,
  part: Partial<OrderRow> = {},
  form: PaymentForm = wireForm,
): Promise<OrderRow> {
  const row = orderRow(part, form)
  await store.record(act(row.id, 'order.drafted'), async (tx) => {
    await tx.insertInto('orders').values(row).execute()
  })
  const outcome = outcomeOf[row.state]
  if (outcome) await storedAttempt(store, { order_id: row.id, outcome })
  return row
}
const outcomeOf: Partial<Record<OrderRow['state'], OrderAttemptsTable['outcome']>> = {
  accepted: 'accepted',
  rejected: 'rejected',
  'outcome-unknown': 'unknown',
}

/** Writes a sending, which began and ended when the clock of the tests begins. */
export async function storedAttempt(
  store: Store,
  part: Partial<Insertable<OrderAttemptsTable>> = {},
): Promise<void> {
  const began = '2026-11-23T13:59:58.000Z'
  const attempt = {
    order_id: 'o1',
    seq: 1,
    released_by: 'theo',
    confirmed_by: null,
    journalled_at: began,
    ended_at: '2026-11-23T14:00:00.000Z',
    body_sha256: 'b',
    outcome: 'unknown' as const,
    reason: null,
    status: null,
    call_id: null,
    transaction_id: null,
    ...part,
  }
  await store.record(act(attempt.order_id), async (tx) => {
    await tx.insertInto('order_attempts').values(attempt).execute()
  })
}

/** Writes a reply of the bank's support that two people confirmed. */
export async function storedSupportReply(
  store: Store,
  part: Partial<Insertable<SupportRepliesTable>> = {},
): Promise<void> {
  const at = '2026-11-23T14:30:00.000Z'
  const supportReply = {
    order_id: 'o1',
    seq: 1,
    result: 'not-made' as const,
    contact: 'J. Ortega',
    replied_at: at,
    ticket: 'WD-4471',
    after_attempt: 1,
    evidence: 'e',
    recorded_by: 'mara',
    recorded_at: at,
    confirmed_by: 'theo',
    confirmed_at: at,
    withdrawn_at: null,
    ...part,
  }
  await store.record(act(supportReply.order_id), async (tx) => {
    await tx.insertInto('order_support_replies').values(supportReply).execute()
  })
}

/** Changes an order as another service would. */
export async function changeStored(
  store: Store,
  id: string,
  part: Partial<OrderRow>,
): Promise<void> {
  await store.record(act(id), async (tx) => {
    await tx.updateTable('orders').set(part).where('id', '=', id).execute()
  })
}

/** The order as stored. */
export const storedRow = (store: Store, id = 'o1'): Promise<OrderRow> =>
  store.read.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The acts about an order by their kind, oldest first. */
export async function actsAbout(store: Store, id = 'o1'): Promise<string[]> {
  const rows = await store.read
    .selectFrom('audit_entries')
    .select('kind')
    .where('subject', '=', id)
    .orderBy('seq')
    .execute()
  return rows.map(({ kind }) => kind)
}

/** The status inquiries of an order, in order. */
export const storedInquiries = (store: Store, id = 'o1') =>
  store.read
    .selectFrom('order_status_inquiries')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('seq')
    .execute()
