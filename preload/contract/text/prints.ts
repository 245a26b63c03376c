/** Sentences that every print of the program has. */

/** Returns the footer; `at`: when the print was written. */
export const writtenBy = (at: Date): string => `Written ${at.toISOString()} by Countersign`

/** Parts of the footer of prints that show accounts. */
export const accountsMasked = 'Account numbers are masked'
export const timesUtc = 'Times are UTC'

/** The audit entry that ties a print to the chain. */
export const auditSection = {
  heading: 'Audit',
  entry: 'Entry',
  newestEntry: 'Newest entry',
  entryTime: 'Entry time',
  hash: 'SHA-256',
} as const
