import { orderServices } from '../../../preload/contract/domain/orders/order.ts'
import { orderStates } from '../../../preload/contract/domain/orders/order-states.ts'
import { bankStatuses } from '../../../preload/contract/domain/orders/bank-status.ts'
import { folded, foldedName, placeAmong, routingKey } from './computed-texts.ts'
import { computed, flag, integer, json, table, text, type Row } from './define-table.ts'

const shownText = `(reference || '\n' || beneficiary || '\n' || beneficiary_bank || '\n' || debit_label
  || '\n' || currency || '\n' || value_date || '\n' || substr(beneficiary_account, -4)
  || '\n' || coalesce(bank_status_text, '') || '\n' || replace(state, '-', ' ')
  || '\n' || coalesce(replace(json_extract(form, '$.amount'), ',', ''),
    CAST(amount / 100 AS text) || '.' || substr(CAST(100 + amount % 100 AS text), 2), ''))`

/** The texts of the column for the state, in the order of the list: a bank status for accepted. */
const shownStates = orderStates.flatMap((state) => (state === 'accepted' ? bankStatuses : [state]))

/** Payments and batches, from the draft to what the bank says of them. */
export const orders = table(
  'orders',
  {
    id: text({ key: true }),
    created_at: text(),
    updated_at: text(),
    maker: text(),
    service: text({ in: orderServices }),
    state: text({ in: orderStates }),
    /** requestReference: written once, never changed. */
    reference: text({ unique: true }),
    /** JSON: PaymentForm, as typed. */
    form: json(),
    body_sha256: text({ null: true }),
    /** The approval hash that approvals refer to. */
    approval_hash: text({ null: true }),
    policy_version: integer({ null: true }),
    submitted_at: text({ null: true }),
    submitted_by: text({ null: true }),
    released_at: text({ null: true }),
    released_by: text({ null: true }),
    /** Why the last attempt sent nothing. */
    not_sent: text({ null: true }),
    /** JSON: who sent it back, when, why. */
    sent_back: json({ null: true }),
    payee_id: text({ null: true, references: 'payees.id' }),
    payee_version: integer({ null: true }),
    ownership_validation_id: text({ null: true, references: 'validations.id' }),
    ownership_by: text({ null: true }),
    validate_call_id: text({ null: true }),
    /** The body that the bank validated. */
    validate_body_sha256: text({ null: true }),
    validate_at: text({ null: true }),
    validate_by: text({ null: true }),
    /** The kind of the bank's answer. */
    validate_kind: text({ null: true }),
    /** As it is sent, including leading zeros; empty in a draft without one. */
    debit_account: text(),
    debit_significant: text(),
    debit_label: text(),
    amount: integer({ null: true }),
    currency: text(),
    value_date: text(),
    beneficiary: text(),
    beneficiary_account: text(),
    beneficiary_significant: text(),
    beneficiary_bank: text(),
    transaction_id: text({ null: true }),
    bank_status: text({ of: bankStatuses, default: 'not-reported' }),
    bank_status_text: text({ null: true }),
    bank_status_at: text({ null: true }),
    is_final: flag({ default: 0 }),
    last_call_id: text({ null: true }),
    next_inquiry_at: text({ null: true }),
    /** JSON: who requested a resend, when, why, on which evidence. */
    resend: json({ null: true }),
    search_text: text(),
    /** JSON: RestoreMark of `money/order/restore-hold.ts`; null: no restore has made it a draft. */
    restored: json({ default: null }),
    /**
     * When it was closed as not made, because bank support reported so; the outcome stays
     * unknown. Null: not closed.
     */
    closed_at: text({ default: null }),
    /** Text of the list without case and accents, as long as it is sorted by. */
    beneficiary_folded: computed((engine) => foldedName('beneficiary', engine)),
    /** What a line of the list shows, so of an account its end: never more than can be found there. */
    shown_folded: computed((engine) => folded(shownText, engine)),
    /** The place of its state, or of the bank's status once it was accepted, in a sorted list. */
    state_place: computed(() =>
      placeAmong(shownStates, "CASE WHEN state = 'accepted' THEN bank_status ELSE state END"),
    ),
    /** The workstation that released it and alone sends it; null: this computer, or not released. */
    home: text({ default: null }),
    /** JSON: the approvals that it had and needed when a sending of it was last journalled. */
    sent_approvals: json({ default: null }),
    /** The key by which the banks of payments are compared. */
    beneficiary_routing: computed(() => routingKey(`json_extract(form, '$.creditPartyBank.aba')`)),
    /**
     * The exact text that is sent; null while it is a draft. Last: SQLite reads all pages of a body to
     * reach a column behind it, and a batch's body has hundreds.
     */
    body: text({ null: true }),
  },
  {
    indexes: {
      orders_by_state: ['state', 'updated_at', 'id'],
      orders_by_next_inquiry: { on: ['next_inquiry_at'], where: 'next_inquiry_at IS NOT NULL' },
      orders_by_transaction: {
        on: ['transaction_id'],
        where: 'transaction_id IS NOT NULL',
        postgres: 'any-length',
      },
      orders_by_payee: ['payee_id', 'state'],
      // What the inbox and the overview look for, without reading the rows that need nothing.
      orders_ended_badly: {
        on: ['bank_status', 'bank_status_at'],
        where: "bank_status IN ('returned', 'failed', 'cancelled', 'contradictory')",
      },
      orders_open_by_bank_status: {
        on: ['bank_status_text'],
        where: "state = 'accepted' AND is_final = 0 AND bank_status_text IS NOT NULL",
        postgres: 'any-length',
      },
      orders_to_beneficiary: {
        on: ['beneficiary_significant'],
        where: "beneficiary_significant <> ''",
        postgres: 'any-length',
      },
      orders_on_ownership: {
        on: ['ownership_validation_id'],
        where: 'ownership_validation_id IS NOT NULL',
      },
      orders_validated_in: { on: ['validate_call_id'], where: 'validate_call_id IS NOT NULL' },
      orders_at_a_glance: ['state', 'is_final', 'bank_status', 'service', 'currency', 'amount'],
      orders_by_debit: ['debit_significant', 'value_date'],
      orders_by_submission: { on: ['submitted_at'], where: 'submitted_at IS NOT NULL' },
      // In the order of times, with what a list compares, so that a search goes along one index.
      orders_for_list: {
        on: [
          'updated_at',
          'id',
          'state',
          'is_final',
          'closed_at',
          'service',
          'maker',
          'shown_folded',
        ],
        // A B-tree takes no long text.
        postgres: ['updated_at', 'id', 'state', 'is_final', 'closed_at', 'service', 'maker'],
      },
      // One for each sort of the list, with its tie, and the service, which never changes: batches
      // among many payments are found without reading those.
      orders_by_maker: ['maker', 'id', 'service'],
      orders_by_creation: ['created_at', 'id', 'service'],
      orders_by_reference: ['(lower(reference))', 'id', 'service'],
      orders_by_state_place: ['state_place', 'id', 'service'],
      orders_by_beneficiary: ['beneficiary_folded', 'id', 'service'],
      orders_by_value_date: ['value_date', 'id', 'service'],
      orders_by_amount: ['(coalesce(amount, -9007199254740991))', 'id', 'service'],
      // Ascending: orders without a value come last.
      orders_by_beneficiary_up: [
        `(coalesce(nullif(beneficiary_folded, ''), '\u{10ffff}'))`,
        'id',
        'service',
      ],
      orders_by_value_date_up: [
        `(coalesce(nullif(value_date, ''), '\u{10ffff}'))`,
        'id',
        'service',
      ],
      orders_by_amount_up: ['(coalesce(amount, 9007199254740991))', 'id', 'service'],
    },
  },
)
export type OrdersTable = Row<typeof orders>
