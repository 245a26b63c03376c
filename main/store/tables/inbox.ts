import { inboxEvents as eventKinds, inboxKinds } from '../../../preload/contract/api/inbox/inbox.ts'
import { integer, rowNumber, table, text, type Row } from './define-table.ts'

/** One row for each thing that needs a person; it stays when it is done. */
export const inboxItems = table(
  'inbox_items',
  {
    seq: rowNumber(),
    id: text({ unique: true }),
    kind: text({ of: inboxKinds }),
    /**
     * Subject of the item, such as `order/` and an order's id; unique together with the kind. Never
     * shown.
     */
    subject: text(),
    at: text(),
    /** In a few words, accounts masked. */
    title: text(),
    /** In the currency's smallest unit. */
    amount: integer({ null: true }),
    currency: text({ null: true }),
    /** Number of things in the item. */
    things: integer({ default: 1 }),
    /** YYYY-MM-DD. */
    deadline: text({ null: true }),
    /** Address of the thing in the window. */
    address: text(),
    assigned_to: text({ null: true }),
    note: text({ default: '' }),
    done_at: text({ null: true }),
    /** An operator's id, or `system` if it was closed automatically. */
    done_by: text({ null: true }),
    changed_at: text(),
  },
  {
    unique: [['kind', 'subject']],
    indexes: {
      inbox_items_open: { on: ['kind', 'seq'], where: 'done_at IS NULL' },
      inbox_items_assigned: {
        on: ['assigned_to', 'seq'],
        where: 'done_at IS NULL AND assigned_to IS NOT NULL',
      },
    },
  },
)
export type InboxItemsTable = Row<typeof inboxItems>

/** History of an item. */
export const inboxEvents = table(
  'inbox_events',
  {
    seq: rowNumber(),
    item_id: text({ references: 'inbox_items.id' }),
    at: text(),
    actor: text(),
    what: text({ of: eventKinds }),
    /** The operator to whom it was assigned. */
    about: text({ null: true }),
  },
  {
    indexes: {
      inbox_events_of_item: ['item_id', 'seq'],
    },
  },
)
export type InboxEventsTable = Row<typeof inboxEvents>

/**
 * Alerts grouped in one item because they have no payment or entry yet; an alert leaves the item
 * when it is matched.
 */
export const inboxAlerts = table(
  'inbox_alerts',
  {
    alert_seq: integer({ key: true }),
    item_id: text({ references: 'inbox_items.id' }),
  },
  {
    indexes: {
      inbox_alerts_of_item: ['item_id'],
    },
  },
)
export type InboxAlertsTable = Row<typeof inboxAlerts>

/** Progress of the scan of a source. */
export const inboxCursors = table('inbox_cursors', {
  name: text({ key: true }),
  seq: integer(),
})
export type InboxCursorsTable = Row<typeof inboxCursors>
