import { integer, json, table, text, type Row } from './define-table.ts'

/** A request to the bank; its answers are stored with their calls. */
export const inquiries = table(
  'inquiries',
  {
    id: text({ key: true }),
    at: text(),
    actor: text(),
    /** Such as `ach`, `ach-detail`, `payment`, `report`. */
    kind: text(),
    /** JSON: the complete request. */
    question: json(),
    /** Equal for equal requests: finds a cached answer. */
    question_key: text(),
    /** In a few words, accounts masked. */
    title: text(),
    /** JSON: the data that a list shows. */
    summary: json(),
    /** Equal for the same list of one account, however its number is written; null: no such list. */
    list_key: text({ null: true }),
  },
  {
    indexes: {
      inquiries_by_time: ['kind', 'at', 'id'],
      inquiries_by_question: ['kind', 'question_key', 'at'],
      inquiries_by_list: { on: ['list_key', 'at'], where: 'list_key IS NOT NULL' },
    },
  },
)
export type InquiriesTable = Row<typeof inquiries>

/** One call of an inquiry, in order. */
export const inquiryCalls = table(
  'inquiry_calls',
  {
    inquiry_id: text({ references: 'inquiries.id' }),
    seq: integer(),
    at: text(),
    /** JSON: the requested page. */
    position: json(),
    /** Null: no call was made, or it could not be stored. */
    bank_call_id: text({ null: true, references: 'bank_calls.id' }),
  },
  {
    key: ['inquiry_id', 'seq'],
    indexes: {
      inquiry_calls_by_bank_call: ['bank_call_id'],
    },
  },
)
export type InquiryCallsTable = Row<typeof inquiryCalls>
