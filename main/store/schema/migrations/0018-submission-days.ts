import type { Migration } from './migration.ts'

// Limits sum the orders submitted on a day, at each submission, approval, release and sending.
const submissionDays = `
CREATE INDEX orders_by_submission ON orders (submitted_at) WHERE submitted_at IS NOT NULL;
`

/** Orders by the time of their submission. */
export const submissionDaysMigration: Migration = {
  version: 18,
  name: '0018-submission-days',
  sql: submissionDays,
}
