import type { SharedMigration } from './migration.ts'

/** As in `account-number.ts` of the contract, whose keys are in the other columns. */
const separators =
  '\t\n\r -\u00a0\u00ad\u2007\u2009\u200a\u200b\u200c\u200d\u200e\u200f\u2010\u2011\u2012\u2013\u2212\u202f'

const unspaced = (text: string): string =>
  `upper(${Array.from(separators).reduce((inner, one) => `replace(${inner}, '${one}', '')`, text)})`

const account = (text: string): string => `ltrim(${unspaced(text)}, '0')`

const routing = (text: string): string => {
  const plain = unspaced(text)
  return `CASE WHEN ${plain} <> '' AND ltrim(${plain}, '0123456789') = '' AND length(${plain}) < 9
    THEN substr('00000000' || ${plain}, -9) ELSE ${plain} END`
}

const computed = (table: string, name: string, key: string, keeping: string): string => `
ALTER TABLE ${table} ADD COLUMN ${name} text GENERATED ALWAYS AS (${key}) ${keeping};`

const columns = (keeping: string): string =>
  [
    computed(
      'payee_versions',
      'account_significant',
      account(`json_extract(details, '$.accountNumber')`),
      keeping,
    ),
    computed(
      'payee_versions',
      'routing_number',
      routing(`json_extract(details, '$.bank.aba')`),
      keeping,
    ),
    computed(
      'orders',
      'beneficiary_routing',
      routing(`json_extract(form, '$.creditPartyBank.aba')`),
      keeping,
    ),
  ].join('')

const index = (order: string): string => `
DROP INDEX payee_versions_by_account;
CREATE INDEX payee_versions_by_account ON payee_versions (account_significant${order})
  WHERE details IS NOT NULL;
`

const again = (table: string, column: string, key = account): string => `
UPDATE ${table} SET ${column} = ${key(column)} WHERE ${column} <> ${key(column)};`

const stored = [
  again('own_accounts', 'account_significant'),
  again('validations', 'account_significant'),
  // Two spellings in one alert are one account.
  `
INSERT INTO alert_accounts (account, alert_seq)
  SELECT DISTINCT ${account('account')}, alert_seq FROM alert_accounts
  WHERE account <> ${account('account')} AND ${account('account')} <> ''
  ON CONFLICT DO NOTHING;
DELETE FROM alert_accounts WHERE account <> ${account('account')};`,
  again('orders', 'debit_significant'),
  again('orders', 'beneficiary_significant'),
  again('batches', 'debited_significant'),
  again('batch_entries', 'account_significant'),
  again('batch_entries', 'debited_significant'),
  again('batch_entries', 'routing_number', routing),
  again('recovered_items', 'account_significant'),
  again('reconciliation_sign_offs', 'account_significant'),
].join('')

/**
 * One key for each spelling of an account and of a bank: without separators and leading zeros, in
 * capitals. The store computes those of payees and of the banks of payments; the others are stored.
 */
export const comparingKeysMigration: SharedMigration = {
  version: 36,
  name: '0036-comparing-keys',
  sql: {
    sqlite: columns('VIRTUAL') + index('') + stored,
    postgres: columns('STORED') + index(' NULLS FIRST') + stored,
  },
}
