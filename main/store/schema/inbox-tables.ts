/** The tables of the inbox, as Kysely sees them; the rules are those of `tables.ts`. */
import type { ColumnType, Generated } from 'kysely'
import type { inboxEvents, InboxKind } from '../../../preload/contract/api/inbox/inbox.ts'

/** A column with a default, so that a new row need not name it. */
type WithDefault<T> = ColumnType<T, T | undefined, T>

/** What needs a person. */
export interface InboxItemsTable {
  seq: Generated<number>
  id: string
  kind: InboxKind
  /** What it is about, such as `order/` and an order's id: with its kind it comes once. Never shown. */
  subject: string
  at: string
  /** In a few words, accounts masked. */
  title: string
  /** In the currency's smallest unit. */
  amount: number | null
  currency: string | null
  /** How many things it stands for. */
  things: WithDefault<number>
  /** YYYY-MM-DD. */
  deadline: string | null
  /** The window's address of the thing. */
  address: string
  assigned_to: string | null
  note: WithDefault<string>
  done_at: string | null
  /** An operator's id, or `system` where it ended by itself. */
  done_by: string | null
  changed_at: string
}

/** What became of an item. */
export interface InboxEventsTable {
  seq: Generated<number>
  item_id: string
  at: string
  actor: string
  what: (typeof inboxEvents)[number]
  /** Whom it was assigned to. */
  about: string | null
}

/** Alerts that an item stands for together: with no payment or entry yet, so that one which finds its own goes. */
export interface InboxAlertsTable {
  alert_seq: number
  item_id: string
}

/** How far a source was looked through. */
export interface InboxCursorsTable {
  name: string
  seq: number
}

/** The tables of this file, by their names. */
export interface InboxTables {
  inbox_items: InboxItemsTable
  inbox_events: InboxEventsTable
  inbox_alerts: InboxAlertsTable
  inbox_cursors: InboxCursorsTable
}
