import { accountUses } from '../../../preload/contract/api/profiles/profile-details.ts'
import { json, table, text, type Row } from './define-table.ts'

/** Settings made by operators. */
export const settings = table('settings', {
  name: text({ key: true }),
  /** JSON. */
  value: json(),
  at: text(),
  actor: text(),
})
export type SettingsTable = Row<typeof settings>

/** Data of the profile itself: `details`, `private-ca`, `recovery-file`. */
export const profileSettings = table('profile_settings', {
  name: text({ key: true }),
  /** JSON. */
  value: json(),
  at: text(),
  actor: text(),
})
export type ProfileSettingsTable = Row<typeof profileSettings>

/** The profile's own accounts; a removed account stays for the records that name it. */
export const ownAccounts = table(
  'own_accounts',
  {
    id: text({ key: true }),
    /** As the bank writes it. */
    account_number: text(),
    /** The key by which accounts are compared (bank note 36). */
    account_significant: text(),
    routing_number: text(),
    bank_number: text(),
    name: text(),
    currency: text(),
    use: text({ in: accountUses }),
    removed_at: text({ null: true }),
    at: text(),
    actor: text(),
    /** Originator in NACHA files; empty: not entered. */
    company_id: text(),
    /** The sender of payments; empty: not entered. */
    legal_name: text(),
    /** One line each. */
    address: text(),
  },
  {
    indexes: {
      own_accounts_by_account: ['account_significant'],
    },
  },
)
export type OwnAccountsTable = Row<typeof ownAccounts>

/** A request that an operator saved under a name. */
export const savedRequests = table(
  'saved_requests',
  {
    id: text({ key: true }),
    kind: text(),
    name: text(),
    request: json(),
    at: text(),
    actor: text(),
  },
  {
    unique: [['kind', 'name']],
  },
)
export type SavedRequestsTable = Row<typeof savedRequests>

/** The layout of a list as an operator arranged it. */
export const tableLayouts = table(
  'table_layouts',
  {
    actor: text(),
    table_id: text(),
    layout: json(),
    at: text(),
  },
  {
    key: ['actor', 'table_id'],
  },
)
export type TableLayoutsTable = Row<typeof tableLayouts>
