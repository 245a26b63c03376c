/**
 * Which part of an order each column holds; what is read, kept and emptied follows. A column that is
 * missing here does not compile, because `findSummary` lacks it.
 */
import type { OrderRow } from './types.ts'

const parts = {
  order: [
    'id',
    'created_at',
    'updated_at',
    'maker',
    'state',
    'reference',
    'search_text',
    'bank_status',
    'is_final',
  ],
  /** What its maker decides. */
  content: [
    'service',
    'form',
    'payee_id',
    'payee_version',
    'debit_account',
    'debit_significant',
    'debit_label',
    'amount',
    'currency',
    'value_date',
    'beneficiary',
    'beneficiary_account',
    'beneficiary_significant',
    'beneficiary_bank',
    'restored',
  ],
  /** The owner check and the bank's validation. */
  check: [
    'ownership_validation_id',
    'ownership_by',
    'validate_call_id',
    'validate_body_sha256',
    'validate_at',
    'validate_by',
    'validate_kind',
  ],
  body: ['body'],
  /** What is approved of it, by whom it was submitted and released. */
  submission: [
    'body_sha256',
    'approval_hash',
    'policy_version',
    'submitted_at',
    'submitted_by',
    'released_at',
    'released_by',
  ],
  /** Of a release, and not of what was sent. */
  release: ['home', 'not_sent', 'resend'],
  /** Null until something is reported. */
  later: [
    'sent_back',
    'sent_approvals',
    'transaction_id',
    'bank_status_text',
    'bank_status_at',
    'last_call_id',
    'next_inquiry_at',
    'closed_at',
  ],
} as const satisfies Readonly<Record<string, readonly (keyof OrderRow)[]>>

type Part = keyof typeof parts

const columnsOf = <P extends Part>(...of: readonly P[]) =>
  of.flatMap((part): readonly (typeof parts)[P][number][] => parts[part])
const emptied = <P extends Part>(...of: readonly P[]) =>
  Object.fromEntries(columnsOf(...of).map((name) => [name, null])) as Readonly<
    Record<(typeof parts)[P][number], null>
  >

export const summaryColumns = columnsOf(
  'order',
  'content',
  'check',
  'submission',
  'release',
  'later',
)

/** What its makers and approvers decide, apart from the bank's reports. */
export const sentColumns = columnsOf('content', 'check', 'body', 'submission')

/** An order that becomes a draft again loses its body and everything that was approved of it. */
export const withoutSubmission = emptied('body', 'submission', 'release')

/** What only later events fill in a new draft. */
export const nothingYet = { ...withoutSubmission, ...emptied('later') }

/** What only the owner check and the bank's validation fill. */
export const noEvidence = emptied('check')
