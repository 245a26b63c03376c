/** Channels of `reconciliation`. */
import { page } from '../../kernel/paging.ts'
import { writtenFile } from '../profiles/profile.ts'
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, nothing, query } from '../define-channel.ts'
import * as of from './reconciliation.ts'

/** Compares originated items with the bank's events, for one day and one account. */
export const reconciliation = {
  getAccounts: query(nothing, of.reconciliationAccounts),
  /** Builds the report again. */
  get: query(of.dayOfAccount, of.reconciliationReport),
  /** Lines of the report; all pages of one reading show the same moment. */
  list: query(of.linesRequest, page(of.reconciliationLine)),
  /**
   * Requests the bank's lists for the day. They are stored as inquiries and included in the report
   * from then on.
   */
  fetchLists: command(
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
  /**
   * Stored with the totals that were shown, so later changes are visible; refused if the lines have
   * changed since.
   */
  signOff: command(
    of.signOffRequest,
    of.reconciliationReport,
    ['not-found', 'changed-meanwhile'],
    anyOperator,
  ),
} as const
