/** The verbs of the noun `reconciliation`. */
import { query } from '../verbs.ts'
import { reconciliationReport, reconciliationRequest } from './reconciliation.ts'

/** What was originated against what the bank says. */
export const reconciliation = {
  get: query(reconciliationRequest, reconciliationReport),
} as const
