/** The verbs of the noun `reconciliation`. */
import { page } from '../../kernel/paging.ts'
import { writtenFile } from '../profiles/profile.ts'
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, nothing, query } from '../verbs.ts'
import * as of from './reconciliation.ts'

/** What was originated against what the bank says, a day and an account at a time. */
export const reconciliation = {
  getAccounts: query(nothing, of.reconciliationAccounts),
  /** Makes the report anew. */
  get: query(of.dayOfAccount, of.reconciliationReport),
  /** Its lines: all pages of one reading are of one moment. */
  list: query(of.linesRequest, page(of.reconciliationLine)),
  /** Asks the bank's lists for the day; they are kept as inquiries and stand in the report from then on. */
  ask: command(
    of.dayOfAccount,
    of.reconciliationReport,
    [
      'not-found',
      'rate-paused',
      'bank-not-running',
      'profile-incomplete',
      'profile-retired',
      'product-not-agreed',
    ],
    anyOperator,
  ),
  exportFile: command(of.exportRequest, writtenFile, ['not-found', 'file-failed'], anyOperator),
  printReport: command(of.dayOfAccount, writtenFile, ['not-found', 'file-failed'], anyOperator),
  /** Kept with the sums as they stand: a later change shows. */
  signOff: command(of.signOffRequest, of.reconciliationReport, ['not-found'], anyOperator),
} as const
