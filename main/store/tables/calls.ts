import { lanes } from '../../../preload/contract/bank/lanes.ts'
import { flag, integer, json, rowNumber, table, text, type Row } from './define-table.ts'

/** Every call to the bank with its answer, without secrets. The bodies are last. */
export const bankCalls = table(
  'bank_calls',
  {
    /** The order in which calls were stored; the row number of the search. */
    seq: rowNumber(),
    id: text({ unique: true }),
    at: text(),
    /** The operator who made the call, or `system`. */
    actor: text(),
    /** The id of the endpoint. */
    purpose: text(),
    method: text({ of: ['GET', 'POST'] }),
    path: text(),
    lane: text({ in: lanes }),
    /**
     * From the request to the start on the wire, by the monotonic clock: the wait for a token and for
     * a slot.
     */
    waited_ms: integer(),
    /** 2: repeated after a 401. */
    attempt: integer({ in: [1, 2] }),
    status: integer({ null: true }),
    outcome: text(),
    /** JSON. */
    detail: json(),
    correlation_id: text({ null: true }),
    started_at: text(),
    /** Time of the request's last written byte; null: not known. */
    written_at: text({ null: true }),
    /** Time when the answer's headers arrived. */
    answered_at: text({ null: true }),
    finished_at: text(),
    /** JSON. */
    request_headers: json(),
    request_body: text({ null: true }),
    /** JSON. */
    response_headers: json({ null: true }),
    response_body_base64: flag({ default: 0 }),
    /** The text of the answer, or its bytes in base64 if they are not UTF-8. */
    response_body: text({ null: true }),
  },
  {
    indexes: {
      // Calls are found and counted by these fields alone: a row spans pages with its body. A B-tree takes
      // no long text.
      bank_calls_for_list: {
        on: [
          'at',
          'id',
          'purpose',
          'lane',
          'status',
          'outcome',
          'method',
          'path',
          'correlation_id',
        ],
        postgres: ['at', 'id', 'purpose', 'lane', 'status', 'outcome', 'method'],
      },
    },
  },
)
export type BankCallsTable = Row<typeof bankCalls>
