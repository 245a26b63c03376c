/** The tables of the inbox, as Kysely sees them, under the rules of `tables.ts`. */
import type { ColumnType, Generated } from 'kysely'
import type { inboxEvents, InboxKind } from '../../../preload/contract/api/inbox/inbox.ts'

/** A column with a default, so that a new row need not name it. */
type WithDefault<T> = ColumnType<T, T | undefined, T>

/** An item that needs a person. */
export interface InboxItemsTable {
  seq: Generated<number>
  id: string
  kind: InboxKind
  /**
   * Subject of the item, such as `order/` and an order's id; unique together with the kind. Never
   * shown.
   */
  subject: string
  at: string
  /** In a few words, accounts masked. */
  title: string
  /** In the currency's smallest unit. */
  amount: number | null
  currency: string | null
  /** Number of things in the item. */
  things: WithDefault<number>
  /** YYYY-MM-DD. */
  deadline: string | null
  /** Address of the thing in the window. */
  address: string
  assigned_to: string | null
  note: WithDefault<string>
  done_at: string | null
  /** An operator's id, or `system` if it was closed automatically. */
  done_by: string | null
  changed_at: string
}

/** History of an item. */
export interface InboxEventsTable {
  seq: Generated<number>
  item_id: string
  at: string
  actor: string
  what: (typeof inboxEvents)[number]
  /** The operator to whom it was assigned. */
  about: string | null
}

/**
 * Alerts grouped in one item because they have no payment or entry yet; an alert leaves the item
 * when it is matched.
 */
export interface InboxAlertsTable {
  alert_seq: number
  item_id: string
}

/** Progress of the scan of a source. */
export interface InboxCursorsTable {
  name: string
  seq: number
}

export interface InboxTables {
  inbox_items: InboxItemsTable
  inbox_events: InboxEventsTable
  inbox_alerts: InboxAlertsTable
  inbox_cursors: InboxCursorsTable
}
