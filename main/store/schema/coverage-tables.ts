/**
 * The tables of missed alerts and of sweeps, as Kysely sees them, under the rules of `tables.ts`.
 */
import type { ColumnType, Generated } from 'kysely'
import type { GapCause, GapState } from '../../../preload/contract/api/coverage/coverage.ts'

/** A column with a default, so that a new row need not name it. */
type WithDefault<T> = ColumnType<T, T | undefined, T>

/** A span in which the listener was running. */
export interface ListenerWatchTable {
  id: Generated<number>
  from_at: string
  /** Last moment at which it certainly ran. */
  until_at: string
  /** Why it ended, in a word; null: still running, or cut short. */
  ended: string | null
  /** Id of the workstation that listened; null: the store is a file. */
  workstation: string | null
}

/** A time in which alerts may have been missed. */
export interface AlertGapsTable {
  id: string
  cause: GapCause
  from_at: string
  /** Null: still open. */
  until_at: string | null
  found_at: string
  state: GapState
  /** The sweep that covered it. */
  sweep_id: string | null
  detail: WithDefault<string>
}

/** A sweep: queries to the bank that replace missed alerts. */
export interface SweepsTable {
  id: string
  /** An operator's id, or `system`. */
  actor: string
  from_at: string
  until_at: string
  planned_at: string
  ended_at: string | null
  state: 'running' | 'done' | 'partly' | 'stopped'
  calls: WithDefault<number>
  healed: WithDefault<number>
}

/** One query of a sweep, or something that the bank cannot be queried for. */
export interface SweepPartsTable {
  sweep_id: string
  seq: number
  kind: 'ach' | 'payment' | 'incoming'
  state: 'waiting' | 'done' | 'failed' | 'impossible'
  /** Why it failed or is not possible. */
  why: string | null
  account_id: string | null
  /** Masked. */
  account_label: WithDefault<string>
  search: 'COLLECTED' | 'SETTLED' | 'RETURNED' | null
  /** YYYY-MM-DD. */
  from_day: string | null
  to_day: string | null
  order_id: string | null
  calls: WithDefault<number>
  rows: WithDefault<number>
  healed: WithDefault<number>
  tries: WithDefault<number>
  ended_at: string | null
  /** The operator who checked by hand. */
  checked_by: string | null
  checked_at: string | null
  check_note: WithDefault<string>
}

/** An event found by a sweep that no alert had reported. */
export interface RecoveredItemsTable {
  seq: Generated<number>
  id: string
  at: string
  sweep_id: string
  kind: 'ach' | 'payment'
  /** Equal for the same event. */
  item_key: string
  /** As the bank writes it. */
  event: string
  /** YYYY-MM-DD. */
  event_day: string | null
  account_significant: string
  trace_number: string | null
  par_number: string | null
  direction: 'credit' | 'debit' | null
  /** As the bank wrote it. */
  amount: string | null
  currency: string | null
  party: string | null
  return_code: string | null
  call_id: string | null
  order_id: string | null
  entry_id: string | null
  /** The alert that reported the same event later; null: none yet. */
  alert_seq: number | null
}

/** Number of alerts received in an hour, counted by a trigger. */
export interface AlertHoursTable {
  /** `2026-11-22T14`, UTC. */
  hour: ColumnType<string, never, never>
  kind: ColumnType<string, never, never>
  received: ColumnType<number, never, never>
}

export interface CoverageTables {
  listener_watch: ListenerWatchTable
  alert_gaps: AlertGapsTable
  sweeps: SweepsTable
  sweep_parts: SweepPartsTable
  recovered_items: RecoveredItemsTable
  alert_hours: AlertHoursTable
}
