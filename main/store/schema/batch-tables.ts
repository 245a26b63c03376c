/**
 * The tables of ACH batches, as Kysely sees them, under the rules of `tables.ts`. A batch is also
 * an order.
 */
import type { ColumnType } from 'kysely'
import type { EntryVerdict } from '../../../preload/contract/bank/ach-origination/answered-entries.ts'
import type { SecCode } from '../../../preload/contract/bank/ach-origination/batch.ts'
import type { EntryState, entrySources } from '../../../preload/contract/domain/batches/batch.ts'
import type { returnReplyResults } from '../../../preload/contract/domain/batches/return-reply.ts'

/** A column with a default, so that a new row need not name it. */
type WithDefault<T> = ColumnType<T, T | undefined, T>

/** Data of an order that is a batch. */
export interface BatchesTable {
  order_id: string
  sec_code: SecCode
  entries: WithDefault<number>
  /** Cents, of the entries that can be read. */
  credits: WithDefault<number>
  debits: WithDefault<number>
  /** The source file, the number of this part, and the number of parts; null: not from a file. */
  source_file: string | null
  source_sha256: string | null
  part: number | null
  parts: number | null
  /** The order that it reverses, or whose entries it presents again. */
  reversal_of: string | null
  reentry_of: string | null
  template_id: string | null
  /** JSON: ids of the operators who wrote the source of this batch. */
  authors: WithDefault<string | null>
  /** From the bank's answer, as the bank wrote it. */
  bank_status: string | null
  bank_effective_date: string | null
  bank_accepted_at: string | null
  /** JSON: { informationMessages, errorMessages, strays }. */
  bank_messages: string | null
  answer_call_id: string | null
  followed_at: string | null
  next_follow_at: string | null
  /**
   * The own account that an operator named as the one the bank debits, as the bank writes it; null:
   * the one that the batch names.
   */
  debited_account: WithDefault<string | null>
  debited_significant: WithDefault<string | null>
}

/** An entry of a batch: the typed fields, and the bank's data. */
export interface BatchEntriesTable {
  /** The detail's uuid. */
  id: string
  order_id: string
  position: number
  /** JSON: TypedEntry. */
  typed: string
  /** Cents; null where it cannot be read. */
  amount: number | null
  direction: string
  routing_number: string
  account_significant: string
  receiver_folded: string
  payee_id: string | null
  /** The entry that this one presents again, or reverses. */
  follows_entry: string | null
  verdict: EntryVerdict | null
  /** JSON: { informationMessages, errorMessages }. */
  messages: string | null
  trace_number: string | null
  par_number: string | null
  standing: WithDefault<EntryState>
  /** The state by the bank's lists and details alone. */
  shown_standing: WithDefault<EntryState>
  standing_word: string | null
  standing_at: string | null
  return_code: string | null
  return_text: string | null
  return_date: string | null
  /** Since when the bank's lists or details show the return, without a report against it since. */
  returned_at: string | null
  /** Since when alerts report a return that these do not show. */
  return_reported_at: WithDefault<string | null>
  /** The newest report that no list or detail has answered; null: none. */
  unanswered_since: WithDefault<string | null>
  change_code: string | null
  change_text: string | null
  change_data: string | null
  changed_at: string | null
  /** The call of the newest detail that was fetched. */
  detail_call_id: string | null
  /**
   * JSON of `entry-correction.ts`: the proposed correction, and the operator who marked it as
   * applied.
   */
  correction: string | null
  /** The entry as the bank showed it: JSON text of its amount as the bank wrote it. */
  shown_amount: string | null
  /**
   * The account on the client's side as the bank showed it, without leading zeros; null: not shown.
   */
  debited_significant: WithDefault<string | null>
  /**
   * JSON of `sent-anyway.ts`: the operator who sends the entry although the bank is certain to
   * reject it; null: nobody.
   */
  sent_anyway: WithDefault<string | null>
}

/** Status updates of an entry from the bank; each status is stored once. */
export interface BatchEntryEventsTable {
  entry_id: string
  seq: number
  at: string
  source: (typeof entrySources)[number]
  word: string
  detail: WithDefault<string>
  call_id: string | null
  alert_seq: number | null
}

/** Replies of the bank's support about the return of an entry that an alert reports. */
export interface EntrySupportRepliesTable {
  entry_id: string
  seq: number
  said: (typeof returnReplyResults)[number]
  /** The name of the person at the bank. */
  contact: string
  said_at: string
  /** The bank's reference for the reply. */
  ticket: string
  evidence: string
  recorded_by: string
  recorded_at: string
  confirmed_by: string | null
  confirmed_at: string | null
  withdrawn_at: string | null
}

/** Templates of batches, and when the next batch is prepared. */
export interface BatchTemplatesTable {
  id: string
  name: string
  /** JSON: BatchForm. */
  form: string
  /** JSON: TypedEntry[] without ids. */
  entries: string
  entry_count: number
  credits: number
  debits: number
  /** JSON: Recurrence. */
  recurrence: string | null
  /** The effective date of the next draft, YYYY-MM-DD. */
  next_date: string | null
  owner: string
  at: string
  /**
   * The name and id of a removed template stay, so that no occurrence is drafted again under them.
   */
  removed_at: WithDefault<string | null>
  /** Rises with every change. */
  version: WithDefault<number>
}

/** The draft of each occurrence of a template; the first one where it became several. */
export interface BatchTemplateDraftsTable {
  template_id: string
  /** The banking day that its nominal day is moved to. */
  planned_on: string
  order_id: string
  /** The day as the recurrence counts it. */
  nominal_on: string
}

/** Every version of the ACH origination settings. */
export interface AchSettingsTable {
  version: number
  /** JSON: AchSettings. */
  settings: string
  at: string
  actor: string
}

export interface BatchTables {
  batches: BatchesTable
  batch_entries: BatchEntriesTable
  batch_entry_events: BatchEntryEventsTable
  entry_support_replies: EntrySupportRepliesTable
  batch_templates: BatchTemplatesTable
  batch_template_drafts: BatchTemplateDraftsTable
  ach_settings: AchSettingsTable
}
