import { accountKey, routingKey } from './computed-texts.ts'
import { computed, integer, json, table, text, type Row } from './define-table.ts'

/** The payee book; what a payee is, is in its versions. */
export const payees = table(
  'payees',
  {
    id: text({ key: true }),
    at: text(),
    /** 0: none yet. */
    approved_version: integer({ default: 0 }),
    approved_at: text({ null: true }),
    proposed_version: integer({ null: true }),
    removed_at: text({ null: true }),
    changed_at: text(),
    search_text: text(),
  },
  {
    indexes: {
      payees_proposed: { on: ['id'], where: 'proposed_version IS NOT NULL' },
    },
  },
)
export type PayeesTable = Row<typeof payees>

/** A proposed version of a payee, which takes effect when another person has approved it. */
export const payeeVersions = table(
  'payee_versions',
  {
    payee_id: text({ references: 'payees.id' }),
    version: integer(),
    /** JSON: PayeeDetails; null: to remove it. */
    details: json({ null: true }),
    proposed_by: text(),
    proposed_at: text(),
    state: text({ in: ['proposed', 'approved', 'refused', 'withdrawn', 'replaced'] }),
    decided_by: text({ null: true }),
    decided_at: text({ null: true }),
    comment: text({ default: '' }),
    /** The keys by which its account and bank are compared; null for a removal. */
    account_significant: computed(() => accountKey(`json_extract(details, '$.accountNumber')`)),
    routing_number: computed(() => routingKey(`json_extract(details, '$.bank.aba')`)),
  },
  {
    key: ['payee_id', 'version'],
    checks: ["decided_by IS NULL OR state = 'withdrawn' OR decided_by <> proposed_by"],
    indexes: {
      payee_versions_by_account: { on: ['account_significant'], where: 'details IS NOT NULL' },
    },
  },
)
export type PayeeVersionsTable = Row<typeof payeeVersions>
