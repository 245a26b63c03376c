/** The tables of reconciliation, as Kysely sees them; the rules are those of `tables.ts`. */

/** That somebody stands for a day of an account. */
export interface ReconciliationSignOffsTable {
  id: string
  /** YYYY-MM-DD. */
  day: string
  account_significant: string
  at: string
  actor: string
  note: string
  /** JSON: the sums as they stood. */
  totals: string
  /** Of the lines as they stood. */
  digest: string
}

/** The tables of this file, by their names. */
export interface ReconciliationTables {
  reconciliation_sign_offs: ReconciliationSignOffsTable
}
