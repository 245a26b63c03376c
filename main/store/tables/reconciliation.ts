import { json, table, text, type Row } from './define-table.ts'

/** The tables of reconciliation, as Kysely sees them, under the rules of `tables.ts`. */
export const reconciliationSignOffs = table(
  'reconciliation_sign_offs',
  {
    id: text({ key: true }),
    /** YYYY-MM-DD. */
    day: text(),
    account_significant: text(),
    at: text(),
    actor: text(),
    note: text(),
    /** JSON: the sums at the sign-off. */
    totals: json(),
    /** Hash of the lines at the sign-off: shows whether any has changed since. */
    digest: text(),
  },
  {
    indexes: {
      reconciliation_sign_offs_of_day: ['day', 'account_significant', 'at'],
    },
  },
)
export type ReconciliationSignOffsTable = Row<typeof reconciliationSignOffs>
