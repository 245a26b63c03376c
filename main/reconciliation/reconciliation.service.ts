/** A day of one account: what was originated here against what the bank says of it. */
import type { ReconciliationReport } from '../../preload/contract/reconciliation/reconciliation.ts'
import type { DeskContext } from '../profiles/desk-context.ts'

/** The desk of one open store. */
export interface ReconciliationDesk {
  report(request: {
    readonly day: string
    readonly accountId: string
  }): Promise<ReconciliationReport>
}

/** Makes the desk. */
export function createReconciliationDesk(_context: DeskContext): ReconciliationDesk {
  return { report: ({ day }) => Promise.resolve({ day, account: '' }) }
}
