import { gapCauses, gapStates } from '../../../preload/contract/api/coverage/coverage.ts'
import { integer, rowNumber, table, text, type Row } from './define-table.ts'

/**
 * A span in which the listener was running. Its end moves on while it runs, so that any interruption,
 * such as a kill or a laptop's sleep, shows as the time between two spans.
 */
export const listenerWatch = table(
  'listener_watch',
  {
    id: rowNumber(),
    from_at: text(),
    /** Last moment at which it certainly ran. */
    until_at: text(),
    /** Why it ended, in a word; null: still running, or cut short. */
    ended: text({ null: true }),
    /** Id of the workstation that listened; null: the store is a file. */
    workstation: text({ null: true }),
  },
  {
    indexes: {
      listener_watch_by_end: ['until_at'],
    },
  },
)
export type ListenerWatchTable = Row<typeof listenerWatch>

/** A time in which alerts may have been missed. */
export const alertGaps = table(
  'alert_gaps',
  {
    id: text({ key: true }),
    cause: text({ in: gapCauses }),
    from_at: text(),
    /** Null: still open. */
    until_at: text({ null: true }),
    found_at: text(),
    state: text({ in: gapStates }),
    /** The sweep that covered it. */
    sweep_id: text({ null: true }),
    detail: text({ default: '' }),
  },
  {
    indexes: {
      alert_gaps_by_time: ['from_at'],
      alert_gaps_unhealed: { on: ['state'], where: "state IN ('open', 'waiting')" },
    },
  },
)
export type AlertGapsTable = Row<typeof alertGaps>

/** A sweep: queries to the bank that replace missed alerts. */
export const sweeps = table(
  'sweeps',
  {
    id: text({ key: true }),
    /** An operator's id, or `system`. */
    actor: text(),
    from_at: text(),
    until_at: text(),
    planned_at: text(),
    ended_at: text({ null: true }),
    state: text({ in: ['running', 'done', 'partly', 'stopped'] }),
    calls: integer({ default: 0 }),
    healed: integer({ default: 0 }),
  },
  {
    indexes: {
      sweeps_by_time: ['planned_at'],
      sweeps_running: { on: ['planned_at'], where: "state = 'running'" },
    },
  },
)
export type SweepsTable = Row<typeof sweeps>

/** One query of a sweep, or something that the bank cannot be queried for. */
export const sweepParts = table(
  'sweep_parts',
  {
    sweep_id: text({ references: 'sweeps.id' }),
    seq: integer(),
    kind: text({ in: ['ach', 'payment', 'incoming'] }),
    state: text({ in: ['waiting', 'done', 'failed', 'impossible'] }),
    /** Why it failed or is not possible. */
    why: text({ null: true }),
    account_id: text({ null: true }),
    /** Masked. */
    account_label: text({ default: '' }),
    search: text({ null: true, in: ['COLLECTED', 'SETTLED', 'RETURNED'] }),
    /** YYYY-MM-DD. */
    from_day: text({ null: true }),
    to_day: text({ null: true }),
    order_id: text({ null: true, references: 'orders.id' }),
    calls: integer({ default: 0 }),
    rows: integer({ default: 0 }),
    healed: integer({ default: 0 }),
    tries: integer({ default: 0 }),
    ended_at: text({ null: true }),
    /** The operator who checked by hand. */
    checked_by: text({ null: true }),
    checked_at: text({ null: true }),
    check_note: text({ default: '' }),
  },
  {
    key: ['sweep_id', 'seq'],
    indexes: {
      sweep_parts_failed: { on: ['sweep_id'], where: "state = 'failed'" },
      sweep_parts_to_check: {
        on: ['sweep_id'],
        where: "state IN ('impossible', 'failed') AND checked_at IS NULL",
      },
    },
  },
)
export type SweepPartsTable = Row<typeof sweepParts>

/** An event found by a sweep that no alert had reported. */
export const recoveredItems = table(
  'recovered_items',
  {
    seq: rowNumber(),
    id: text({ unique: true }),
    at: text(),
    sweep_id: text({ references: 'sweeps.id' }),
    kind: text({ in: ['ach', 'payment'] }),
    /** Equal for the same event. */
    item_key: text({ unique: true }),
    /** As the bank writes it. */
    event: text(),
    /** YYYY-MM-DD. */
    event_day: text({ null: true }),
    account_significant: text(),
    trace_number: text({ null: true }),
    par_number: text({ null: true }),
    direction: text({ null: true, in: ['credit', 'debit'] }),
    /** As the bank wrote it. */
    amount: text({ null: true }),
    currency: text({ null: true }),
    party: text({ null: true }),
    return_code: text({ null: true }),
    call_id: text({ null: true }),
    order_id: text({ null: true, references: 'orders.id' }),
    entry_id: text({ null: true, references: 'batch_entries.id' }),
    /** The alert that reported the same event later; null: none yet. */
    alert_seq: integer({ null: true, references: 'alerts.seq' }),
  },
  {
    indexes: {
      recovered_items_by_trace: {
        on: ['trace_number'],
        where: 'trace_number IS NOT NULL',
        postgres: 'any-length',
      },
      recovered_items_by_par: {
        on: ['par_number'],
        where: 'par_number IS NOT NULL',
        postgres: 'any-length',
      },
      recovered_items_by_day: ['event_day'],
      recovered_items_by_order: { on: ['order_id'], where: 'order_id IS NOT NULL' },
      recovered_items_by_entry: { on: ['entry_id'], where: 'entry_id IS NOT NULL' },
      recovered_items_by_sweep: ['sweep_id'],
      recovered_items_without_alert: { on: ['seq'], where: 'alert_seq IS NULL' },
      recovered_items_by_alert: { on: ['alert_seq'], where: 'alert_seq IS NOT NULL' },
      recovered_items_by_call: { on: ['call_id'], where: 'call_id IS NOT NULL' },
    },
  },
)
export type RecoveredItemsTable = Row<typeof recoveredItems>
