/** The tables of forwarding, as Kysely sees them; the rules are those of `tables.ts`. */
import type { Generated } from 'kysely'
import type {
  ForwardingOutcome,
  ForwardingTry,
  ParkedReason,
} from '../../../preload/contract/api/forwarding/forwarding.ts'

/** What is set, and how far it has come: one row. */
export interface ForwardStateTable {
  id: 1
  enabled: 0 | 1
  url: string | null
  /** Alerts up to this seq were handed on, or parked. */
  cursor_seq: number
  /** How often the next post was tried in vain. */
  tries: number
  /** Since when nothing was taken; null: the last post was. */
  stuck_since: string | null
  next_at: string | null
  last_taken_at: string | null
}

/** An alert that stands aside. */
export interface ForwardParkedTable {
  alert_seq: number
  at: string
  why: ParkedReason
  status: number | null
  problem: string | null
}

/** One post. */
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

/** The tables of this file, by their names. */
export interface ForwardingTables {
  forward_state: ForwardStateTable
  forward_parked: ForwardParkedTable
  forward_tries: ForwardTriesTable
}
