/**
 * The tables of operators, payees and payment orders, as Kysely sees them, under the rules of
 * `tables.ts`.
 */
import type { ColumnType, Generated } from 'kysely'
import type { OrderState } from '../../../preload/contract/domain/orders/order-states.ts'
import type { ScheduleState } from '../../../preload/contract/domain/orders/payment-schedule.ts'
import type {
  InquiryReason,
  RouteReliability,
  InquiryRoute,
} from '../../../preload/contract/domain/orders/order-course.ts'
import type { OrderService } from '../../../preload/contract/domain/orders/order.ts'
import type {
  StatusEvent,
  bankStatuses,
} from '../../../preload/contract/domain/orders/bank-status.ts'

/** A column with a default, so that a new row need not name it. */
type WithDefault<T> = ColumnType<T, T | undefined, T>

/** Operators of this profile. */
export interface OperatorsTable {
  id: string
  name: string
  /** JSON array of roles. */
  roles: string
  /**
   * JSON: the scrypt hash with its salt and cost; null in practice, which requires no passphrase.
   */
  passphrase: string | null
  must_change: 0 | 1
  disabled: 0 | 1
  added_at: string
  /** The other operator who last set name, roles or passphrase; null: nobody else did. */
  set_by: string | null
  set_at: string
  last_sign_in_at: string | null
  failed_sign_ins: WithDefault<number>
  paused_until: string | null
}

/** Every version of the policy. */
export interface PoliciesTable {
  version: number
  /** JSON. */
  policy: string
  at: string
  actor: string
}

export interface PayeesTable {
  id: string
  at: string
  /** 0: none yet. */
  approved_version: WithDefault<number>
  approved_at: string | null
  proposed_version: number | null
  removed_at: string | null
  changed_at: string
  search_text: string
}

/**
 * A proposed version of a payee, and the decision. The store computes the keys by which its account
 * and bank are compared, `account_significant` and `routing_number`; null for a removal.
 */
export interface PayeeVersionsTable {
  payee_id: string
  version: number
  /** JSON: PayeeDetails; null: to remove it. */
  details: string | null
  proposed_by: string
  proposed_at: string
  state: 'proposed' | 'approved' | 'refused' | 'withdrawn' | 'replaced'
  decided_by: string | null
  decided_at: string | null
  comment: WithDefault<string>
}

/**
 * The store computes three more columns, which only conditions and sorts read: `beneficiary_folded`
 * and `shown_folded`, the texts of the list without case and accents, and `beneficiary_routing`, the
 * key by which the banks of payments are compared.
 */
export interface OrdersTable {
  id: string
  created_at: string
  updated_at: string
  maker: string
  service: OrderService
  state: OrderState
  /** requestReference: written once, never changed. */
  reference: string
  /** JSON: PaymentForm, as typed. */
  form: string
  /** The exact text that is sent; null while it is a draft. */
  body: string | null
  body_sha256: string | null
  /** The approval hash that approvals refer to. */
  binding: string | null
  policy_version: number | null
  submitted_at: string | null
  submitted_by: string | null
  released_at: string | null
  released_by: string | null
  /** Why the last attempt sent nothing. */
  not_sent: string | null
  /** JSON: who sent it back, when, why. */
  sent_back: string | null
  payee_id: string | null
  payee_version: number | null
  ownership_validation_id: string | null
  ownership_by: string | null
  validate_call_id: string | null
  /** The body that the bank validated. */
  validate_body_sha256: string | null
  validate_at: string | null
  validate_by: string | null
  /** The kind of the bank's answer. */
  validate_kind: string | null
  /** As it is sent, including leading zeros; empty in a draft without one. */
  debit_account: string
  debit_significant: string
  debit_label: string
  amount: number | null
  currency: string
  value_date: string
  beneficiary: string
  beneficiary_account: string
  beneficiary_significant: string
  beneficiary_bank: string
  transaction_id: string | null
  standing: WithDefault<(typeof bankStatuses)[number]>
  standing_word: string | null
  standing_at: string | null
  is_final: WithDefault<0 | 1>
  last_call_id: string | null
  next_look_up_at: string | null
  /** JSON: who requested a resend, when, why, on which evidence. */
  second_sending: string | null
  search_text: string
  /** JSON: StoredMark of `money/order/restore-hold.ts`; null: no restore has made it a draft. */
  restored: WithDefault<string | null>
  /**
   * When it was closed as not made, because bank support reported so; the outcome stays
   * unknown. Null: not closed.
   */
  closed_at: WithDefault<string | null>
  /** The workstation that released it and alone sends it; null: this computer, or not released. */
  home: WithDefault<string | null>
}

/** Approvals of an order, each with the reason why it ended. */
export interface OrderApprovalsTable {
  order_id: string
  seq: number
  operator: string
  at: string
  binding: string
  /** Why it was given although the owner of an account is uncertain. */
  reason: WithDefault<string | null>
  voided_at: string | null
  voided_because: string | null
}

/** The journal: an attempt is written and flushed here before its first byte is sent. */
export interface OrderAttemptsTable {
  order_id: string
  seq: number
  released_by: string
  confirmed_by: string | null
  journalled_at: string
  ended_at: string | null
  body_sha256: string
  outcome: 'under-way' | 'not-sent' | 'accepted' | 'rejected' | 'unknown' | 'interrupted'
  reason: string | null
  status: number | null
  call_id: string | null
  /** The bank's id of this attempt; status inquiries use the id of the order. */
  transaction_id: string | null
  /**
   * 1: not an attempt of this store, but one that may have been made since the backup it was
   * restored from.
   */
  is_bar: WithDefault<0 | 1>
  /** JSON: ResendRecord, the confirmations of two people for a resend; null: a first sending. */
  second_sending: WithDefault<string | null>
  /** The workstation that sends; null: this computer. */
  home: WithDefault<string | null>
}

/** What a sending sent, once its order became a draft again. */
export interface SentVersionsTable {
  order_id: string
  attempt: number
  /** JSON: SentVersion of `money/order/sent-version.ts`. */
  version: string
}

/** Status inquiries about an order. */
export interface OrderInquiriesTable {
  order_id: string
  seq: number
  at: string
  actor: string
  looked_by: InquiryRoute
  verdict: 'found' | 'not-found' | 'undecided' | 'no-answer'
  word: string | null
  /** Number of attempts in the journal at the time of the inquiry. */
  after_attempt: number
  call_id: string | null
  /**
   * For a result of not found: whether its route had shown since the sending that it finds the
   * bank's orders.
   */
  route: Generated<RouteReliability | null>
  /**
   * Why the inquiry decides nothing, where this program knows it.
   */
  reason: Generated<InquiryReason | null>
}

/**
 * Answers of the bank's support about an order with an unknown outcome: one person records,
 * another confirms.
 */
export interface SupportRepliesTable {
  order_id: string
  seq: number
  said: 'made' | 'not-made'
  /** The person at the bank who gave the answer. */
  contact: string
  said_at: string
  ticket: string
  /** The last attempt at that time: the answer does not cover a later one. */
  after_attempt: number
  /** The hash of the evidence shown to the person who recorded it. */
  evidence: string
  recorded_by: string
  recorded_at: string
  confirmed_by: string | null
  confirmed_at: string | null
  withdrawn_at: string | null
}

/** Status events of an order from the bank, each stored once. */
export interface StatusEventsTable {
  order_id: string
  seq: number
  at: string
  source: StatusEvent['source']
  vocabulary: StatusEvent['vocabulary']
  word: string
  said_at: string | null
  call_id: string | null
  alert_seq: number | null
}

/** Which alerts are about which order. */
export interface OrderAlertsTable {
  order_id: string
  alert_seq: number
  matched_by: 'reference' | 'transaction-id' | 'suggestion'
  decision: 'counts' | 'open' | 'dismissed'
  decided_by: string | null
  at: string
}

/** The order as an operator saw it when last opening it for approval. */
export interface OrderViewsTable {
  order_id: string
  operator: string
  at: string
  /** JSON: the form, and the approval hash. */
  seen: string
}

/** Comments of operators on an order; nothing here is ever changed or removed. */
export interface OrderCommentsTable {
  order_id: string
  seq: number
  at: string
  author: string
  /** `duplicate`: why its maker submitted it although it may be a duplicate. */
  purpose: 'comment' | 'duplicate'
  text: string
}

/** Files attached to an order, without their content. */
export interface OrderFilesTable {
  id: string
  order_id: string
  at: string
  author: string
  /** Without its folder, as it is shown. */
  name: string
  bytes: number
  sha256: string
}

/** Scheduled payments. */
export interface PaymentSchedulesTable {
  id: string
  /** JSON: PaymentForm, without date and references. */
  form: string
  /** JSON: ScheduleRule. */
  rule: string
  state: ScheduleState
  /** The next planned day, YYYY-MM-DD; null: none. */
  next_on: string | null
  /** The order whose content it repeats. */
  made_from: string
  /** The operator who becomes the maker of its drafts. */
  owner: string
  at: string
  /** Rises with every change. */
  version: WithDefault<number>
}

/** The draft of each occurrence. */
export interface PaymentScheduleDraftsTable {
  schedule_id: string
  /** The banking day that its nominal day is moved to. */
  planned_on: string
  order_id: string
  /** The day as the rule counts it. */
  nominal_on: string
}

/** The content of attached files; read only to save one. */
export interface OrderFileContentsTable {
  file_id: string
  content: Uint8Array
}

/** Signed ends of the audit chain. */
export interface AuditCheckpointsTable {
  seq: number
  at: string
  hash: string
  /** Ed25519, SPKI in base64. */
  public_key: string
  /** Base64. */
  signature: string
}

export interface MoneyTables {
  operators: OperatorsTable
  policies: PoliciesTable
  payees: PayeesTable
  payee_versions: PayeeVersionsTable
  orders: OrdersTable
  order_approvals: OrderApprovalsTable
  order_attempts: OrderAttemptsTable
  order_sent_versions: SentVersionsTable
  order_look_ups: OrderInquiriesTable
  order_desk_words: SupportRepliesTable
  order_statements: StatusEventsTable
  order_alerts: OrderAlertsTable
  order_views: OrderViewsTable
  order_comments: OrderCommentsTable
  order_files: OrderFilesTable
  order_file_contents: OrderFileContentsTable
  payment_schedules: PaymentSchedulesTable
  payment_schedule_drafts: PaymentScheduleDraftsTable
  audit_checkpoints: AuditCheckpointsTable
}
