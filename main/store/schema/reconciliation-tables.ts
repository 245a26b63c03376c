/** The tables of reconciliation, as Kysely sees them, under the rules of `tables.ts`. */

/** The sign-off of an account's day. */
export interface ReconciliationSignOffsTable {
  id: string
  /** YYYY-MM-DD. */
  day: string
  account_significant: string
  at: string
  actor: string
  note: string
  /** JSON: the sums at the sign-off. */
  totals: string
  /** Hash of the lines at the sign-off. */
  digest: string
}

export interface ReconciliationTables {
  reconciliation_sign_offs: ReconciliationSignOffsTable
}
