/** The tables of the inbox, as Kysely sees them; the rules are those of `tables.ts`. */
import type { ColumnType, Generated } from 'kysely'
import type { InboxKind } from '../../preload/contract/inbox/inbox.ts'

/** A column with a default, so that a new row need not name it. */
type WithDefault<T> = ColumnType<T, T | undefined, T>

/** What needs a person. */
export interface InboxItemsTable {
  seq: Generated<number>
  id: string
  kind: InboxKind
  /** What it is about, such as an order's id: with its kind it comes once. */
  subject: string
  at: string
  /** In a few words, accounts masked. */
  title: string
  /** In the currency's smallest unit. */
  amount: number | null
  currency: string | null
  /** The window's address of the thing. */
  address: string
  assigned_to: string | null
  note: WithDefault<string>
  done_at: string | null
  done_by: string | null
  changed_at: string
}

/** How far a source was looked through. */
export interface InboxCursorsTable {
  name: string
  seq: number
}

/** The tables of this file, by their names. */
export interface InboxTables {
  inbox_items: InboxItemsTable
  inbox_cursors: InboxCursorsTable
}
