import type { Migration } from './migration.ts'

// Status inquiries of earlier versions have the reason as a sentence in `word`, and stay as they
// are; `inquiriesOf` reads both.
const reasons = `
ALTER TABLE order_look_ups ADD COLUMN reason TEXT CHECK (reason IN ('route-shows-nothing',
  'not-agreed', 'account-too-long', 'too-old', 'not-collected', 'accounts-alike'));
`

/** Why a status inquiry has no result, as a code. */
export const lookUpReasonsMigration: Migration = {
  version: 22,
  name: '0022-look-up-reasons',
  sql: reasons,
}
