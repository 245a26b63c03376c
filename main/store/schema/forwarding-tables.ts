/** The tables of forwarding, as Kysely sees them, under the rules of `tables.ts`. */
import type { Generated } from 'kysely'
import type {
  ForwardingOutcome,
  ForwardingTry,
  ParkedReason,
} from '../../../preload/contract/api/forwarding/forwarding.ts'

/** Settings and progress: one row. */
export interface ForwardStateTable {
  id: 1
  enabled: 0 | 1
  url: string | null
  /** Alerts up to this seq were forwarded or parked. */
  cursor_seq: number
  /** Failed attempts of the next post. */
  tries: number
  /** Since when no post was accepted; null: the last post was accepted. */
  stuck_since: string | null
  next_at: string | null
  last_taken_at: string | null
}

/** An alert that is set aside. */
export interface ForwardParkedTable {
  alert_seq: number
  at: string
  why: ParkedReason
  status: number | null
  problem: string | null
}

/** One attempt of a post. */
export interface ForwardTriesTable {
  seq: Generated<number>
  at: string
  kind: ForwardingTry['kind']
  from_seq: number | null
  to_seq: number | null
  alerts: number
  outcome: ForwardingOutcome
  status: number | null
  problem: string | null
  ms: number
  bytes: number
}

export interface ForwardingTables {
  forward_state: ForwardStateTable
  forward_parked: ForwardParkedTable
  forward_tries: ForwardTriesTable
}
