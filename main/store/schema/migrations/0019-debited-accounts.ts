import type { Migration } from './migration.ts'

// The bank decides which account it debits for a batch: the request names none. For an entry: the
// account that the bank showed on the client's side. For a batch: the account that a person named
// to be queried instead of the batch's own. Entries with earlier alerts get theirs from those: the
// one account in them that is not the receiver's.
const debitedAccounts = `
ALTER TABLE batch_entries ADD COLUMN debited_significant TEXT;
ALTER TABLE batches ADD COLUMN debited_account TEXT;
ALTER TABLE batches ADD COLUMN debited_significant TEXT;
UPDATE batch_entries SET debited_significant = (
  SELECT iif(count(DISTINCT a.account) = 1, min(a.account), NULL)
  FROM batch_entry_events AS v JOIN alert_accounts AS a ON a.alert_seq = v.alert_seq
  WHERE v.entry_id = batch_entries.id AND a.account <> batch_entries.account_significant
    AND upper(trim(v.word)) IN ('COLLECTED', 'POSTED', 'SETTLED', 'RETURNED'))
WHERE standing <> 'not-said';
CREATE INDEX batch_entries_by_debited ON batch_entries (order_id, debited_significant)
WHERE debited_significant IS NOT NULL;
`

/** The account that the bank debits for an entry and a batch. */
export const debitedAccountsMigration: Migration = {
  version: 19,
  name: '0019-debited-accounts',
  sql: debitedAccounts,
}
