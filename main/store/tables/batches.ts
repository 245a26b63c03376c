import { secCodes } from '../../../preload/contract/bank/ach-origination/batch.ts'
import { entryVerdicts } from '../../../preload/contract/bank/ach-origination/answered-entries.ts'
import { entrySources, entryStates } from '../../../preload/contract/domain/batches/batch.ts'
import { returnReplyResults } from '../../../preload/contract/domain/batches/return-reply.ts'
import { integer, json, real, table, text, type Row } from './define-table.ts'

/** Data of an order that is a batch; submitted data does not change. */
export const batches = table(
  'batches',
  {
    order_id: text({ key: true, references: 'orders.id' }),
    sec_code: text({ in: secCodes }),
    entries: integer({ default: 0 }),
    /** Cents, of the entries that can be read. */
    credits: integer({ default: 0 }),
    debits: integer({ default: 0 }),
    /** The source file, the number of this part, and the number of parts; null: not from a file. */
    source_file: text({ null: true }),
    source_sha256: text({ null: true }),
    part: integer({ null: true }),
    parts: integer({ null: true }),
    /** The order that it reverses, or whose entries it presents again. */
    reversal_of: text({ null: true, references: 'orders.id' }),
    reentry_of: text({ null: true, references: 'orders.id' }),
    template_id: text({ null: true }),
    /** JSON: ids of the operators who wrote the source of this batch. */
    authors: json({ default: null }),
    /** From the bank's answer, as the bank wrote it. */
    bank_status: text({ null: true }),
    bank_effective_date: text({ null: true }),
    bank_accepted_at: text({ null: true }),
    /** JSON: { informationMessages, errorMessages, strays }. */
    bank_messages: json({ null: true }),
    answer_call_id: text({ null: true }),
    polled_at: text({ null: true }),
    next_poll_at: text({ null: true }),
    /**
     * The own account that an operator named as the one the bank debits, as the bank writes it; null:
     * the one that the batch names.
     */
    debited_account: text({ default: null }),
    debited_significant: text({ default: null }),
  },
  {
    isStoredByKey: true,
    indexes: {
      batches_by_next_poll: { on: ['next_poll_at'], where: 'next_poll_at IS NOT NULL' },
      batches_by_source: { on: ['source_sha256'], where: 'source_sha256 IS NOT NULL' },
      batches_by_reversed: { on: ['reversal_of'], where: 'reversal_of IS NOT NULL' },
      batches_by_reentered: { on: ['reentry_of'], where: 'reentry_of IS NOT NULL' },
    },
  },
)
export type BatchesTable = Row<typeof batches>

/** An entry of a batch: the typed fields, and the bank's data. */
export const batchEntries = table(
  'batch_entries',
  {
    /** The detail's uuid. */
    id: text({ key: true, check: 'length(id) = 32' }),
    order_id: text({ references: 'orders.id' }),
    position: real(),
    /** JSON: TypedEntry. */
    typed: json(),
    /** Cents; null where it cannot be read. */
    amount: integer({ null: true }),
    direction: text(),
    routing_number: text(),
    account_significant: text(),
    receiver_folded: text(),
    payee_id: text({ null: true }),
    /** The entry that this one presents again, or reverses. */
    follows_entry: text({ null: true }),
    verdict: text({ null: true, in: entryVerdicts }),
    /** JSON: { informationMessages, errorMessages }. */
    messages: json({ null: true }),
    trace_number: text({ null: true }),
    par_number: text({ null: true }),
    bank_status: text({ in: entryStates, default: 'not-reported' }),
    bank_status_text: text({ null: true }),
    bank_status_at: text({ null: true }),
    return_code: text({ null: true }),
    return_text: text({ null: true }),
    return_date: text({ null: true }),
    /** Since when the bank's lists or details show the return, without a report against it since. */
    returned_at: text({ null: true }),
    change_code: text({ null: true }),
    change_text: text({ null: true }),
    change_data: text({ null: true }),
    changed_at: text({ null: true }),
    /** The call of the newest detail that was fetched. */
    detail_call_id: text({ null: true }),
    /**
     * JSON of `entry-correction.ts`: the proposed correction, and the operator who marked it as
     * applied.
     */
    correction: json({ null: true }),
    /** The entry as the bank showed it: JSON text of its amount as the bank wrote it. */
    shown_amount: text({ null: true }),
    /**
     * The account on the client's side as the bank showed it, without leading zeros; null: not shown.
     */
    debited_significant: text({ default: null }),
    /**
     * JSON of `sent-anyway.ts`: the operator who sends the entry although the bank is certain to
     * reject it; null: nobody.
     */
    sent_anyway: text({ default: null }),
    /** The state by the bank's lists and details alone. */
    shown_bank_status: text({ in: entryStates, default: 'not-reported' }),
    /** Since when alerts report a return that these do not show. */
    return_reported_at: text({ default: null }),
    /** The newest report that no list or detail has answered; null: none. */
    unanswered_since: text({ default: null }),
  },
  {
    indexes: {
      batch_entries_in_order: ['order_id', 'position', 'id'],
      batch_entries_by_trace: {
        on: ['trace_number'],
        where: 'trace_number IS NOT NULL',
        postgres: 'any-length',
      },
      batch_entries_by_account: ['account_significant', 'routing_number', 'amount'],
      batch_entries_by_followed: { on: ['follows_entry'], where: 'follows_entry IS NOT NULL' },
      batch_entries_by_exception: {
        on: ['order_id'],
        where: 'returned_at IS NOT NULL OR changed_at IS NOT NULL',
      },
      batch_entries_not_accepted: {
        on: ['order_id'],
        where: "verdict IS NOT NULL AND verdict <> 'accepted'",
      },
      batch_entries_by_par: {
        on: ['par_number'],
        where: 'par_number IS NOT NULL',
        postgres: 'any-length',
      },
      batch_entries_by_payee: { on: ['payee_id'], where: 'payee_id IS NOT NULL' },
      batch_entries_by_call: { on: ['detail_call_id'], where: 'detail_call_id IS NOT NULL' },
      batch_entries_returned: { on: ['returned_at', 'amount'], where: 'returned_at IS NOT NULL' },
      batch_entries_changed: { on: ['changed_at', 'amount'], where: 'changed_at IS NOT NULL' },
      // A B-tree takes no long text.
      batch_entries_by_debited: {
        on: ['order_id', 'debited_significant'],
        where: 'debited_significant IS NOT NULL',
        postgres: ['order_id'],
      },
      batch_entries_return_reported: {
        on: ['return_reported_at'],
        where: 'return_reported_at IS NOT NULL',
      },
    },
  },
)
export type BatchEntriesTable = Row<typeof batchEntries>

/** Status updates of an entry from the bank; each status is stored once. */
export const batchEntryStatusEvents = table(
  'batch_entry_status_events',
  {
    entry_id: text({ references: 'batch_entries.id' }),
    seq: integer(),
    at: text(),
    source: text({ in: entrySources }),
    text: text(),
    detail: text({ default: '' }),
    call_id: text({ null: true }),
    alert_seq: integer({ null: true }),
  },
  {
    key: ['entry_id', 'seq'],
    indexes: {
      batch_entry_status_events_by_alert: { on: ['alert_seq'], where: 'alert_seq IS NOT NULL' },
    },
  },
)
export type BatchEntryStatusEventsTable = Row<typeof batchEntryStatusEvents>

/** Replies of the bank's support about the return of an entry that an alert reports. */
export const entrySupportReplies = table(
  'entry_support_replies',
  {
    entry_id: text({ references: 'batch_entries.id' }),
    seq: integer(),
    result: text({ in: returnReplyResults }),
    /** The name of the person at the bank. */
    contact: text(),
    replied_at: text(),
    /** The bank's reference for the reply. */
    ticket: text(),
    evidence: text(),
    recorded_by: text(),
    recorded_at: text(),
    confirmed_by: text({ null: true }),
    confirmed_at: text({ null: true }),
    withdrawn_at: text({ null: true }),
  },
  {
    key: ['entry_id', 'seq'],
    checks: [
      'confirmed_by IS NULL OR confirmed_by <> recorded_by',
      'confirmed_by IS NULL OR withdrawn_at IS NULL',
    ],
  },
)
export type EntrySupportRepliesTable = Row<typeof entrySupportReplies>

/** Every version of the ACH origination settings. */
export const achSettings = table('ach_settings', {
  version: integer({ key: true }),
  /** JSON: AchSettings. */
  settings: json(),
  at: text(),
  actor: text(),
})
export type AchSettingsTable = Row<typeof achSettings>
