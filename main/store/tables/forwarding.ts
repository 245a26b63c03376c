import {
  forwardingOutcomes,
  forwardingTry,
  parkedReasons,
} from '../../../preload/contract/api/forwarding/forwarding.ts'
import { flag, integer, rowNumber, table, text, type Row } from './define-table.ts'

/** Settings and progress: one row. */
export const forwardState = table('forward_state', {
  id: integer({ key: true, in: [1] }),
  enabled: flag(),
  url: text({ null: true }),
  /** Alerts up to this seq were forwarded or parked. */
  cursor_seq: integer(),
  /** Failed attempts of the next post. */
  tries: integer(),
  /** Since when no post was accepted; null: the last post was accepted. */
  stuck_since: text({ null: true }),
  next_at: text({ null: true }),
  last_taken_at: text({ null: true }),
})
export type ForwardStateTable = Row<typeof forwardState>

/** An alert that is set aside. */
export const forwardParked = table('forward_parked', {
  alert_seq: integer({ key: true }),
  at: text(),
  why: text({ of: parkedReasons }),
  status: integer({ null: true }),
  problem: text({ null: true }),
})
export type ForwardParkedTable = Row<typeof forwardParked>

/** One attempt of a post; kept for a limited time. */
export const forwardTries = table(
  'forward_tries',
  {
    seq: rowNumber(),
    at: text(),
    kind: text({ of: forwardingTry.shape.kind.options }),
    from_seq: integer({ null: true }),
    to_seq: integer({ null: true }),
    alerts: integer(),
    outcome: text({ of: forwardingOutcomes }),
    status: integer({ null: true }),
    problem: text({ null: true }),
    ms: integer(),
    bytes: integer(),
  },
  {
    indexes: {
      forward_tries_by_time: ['at'],
    },
  },
)
export type ForwardTriesTable = Row<typeof forwardTries>
