import type { Migration } from './migration.ts'

// A thing's number in the search: VACUUM may renumber an implicit rowid, but never this one.
const places = `
CREATE TABLE search_places (
  seq INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('payment', 'batch', 'entry', 'validation', 'payee')),
  id TEXT NOT NULL,
  UNIQUE (kind, id)
) STRICT;
`

/**
 * Marks a word that nobody can type: an exact amount, or an exact account. The index treats it as a
 * letter.
 */
const sign = 'char(57344)'
const plain = (text: string): string => `replace(coalesce(${text}, ''), ${sign}, ' ')`
const spaced = (parts: readonly string[]): string => parts.join(` || ' ' || `)

/**
 * The whole account as one word, and its last four digits as they are shown. A search by beginnings
 * would otherwise reveal the rest.
 */
const account = (significant: string): string => `
  CASE WHEN ${significant} = '' THEN '' ELSE ${sign} || 'a' || hex(lower(replace(replace(${significant}, '-', ''), ' ', ''))) END || ' ' ||
  CASE WHEN length(${significant}) > 4 THEN substr(${significant}, -4) ELSE '' END`

const without = `'BIF','CLP','DJF','GNF','ISK','JPY','KMF','KRW','PYG','RWF','UGX','UYI','VND','VUV','XAF','XOF','XPF'`
const ofThree = `'BHD','IQD','JOD','KWD','LYD','OMR','TND'`
/** An amount in the smallest units, with the number of its decimals. */
const amount = (units: string, currency: string): string => `
  coalesce(${sign} || 'm' || CASE WHEN upper(${currency}) IN (${without}) THEN '0'
    WHEN upper(${currency}) IN (${ofThree}) THEN '3' ELSE '2' END || 'x' || ${units}, '')`

const typed = (row: string, field: string): string =>
  plain(`json_extract(${row}.typed, '$.${field}')`)
const all = (row: string, ...columns: readonly string[]): readonly string[] =>
  columns.map((column) => plain(`${row}.${column}`))

/** What the search finds of a table; each engine's triggers are written from it. */
export interface Searched {
  readonly kind: 'payment' | 'batch' | 'entry' | 'validation' | 'payee'
  readonly table: string
  /** Condition for rows of this kind. */
  readonly only?: (row: string) => string
  readonly words: (row: string) => string
  /** Columns that are used in `words`. */
  readonly columns: readonly string[]
}

const payments = `('WIRE', 'RTP')`
const orderColumns = [
  'reference',
  'beneficiary',
  'beneficiary_bank',
  'debit_label',
  'transaction_id',
]
const orderFacts = [
  ...orderColumns,
  'amount',
  'currency',
  'beneficiary_significant',
  'debit_significant',
]
const ofOrder = (row: string): readonly string[] => [
  ...all(row, ...orderColumns),
  amount(`${row}.amount`, `${row}.currency`),
  account(`${row}.beneficiary_significant`),
  account(`${row}.debit_significant`),
]

/** Everything that the global search finds, but the alerts. */
export const searched: readonly Searched[] = [
  {
    kind: 'payment',
    table: 'orders',
    only: (row) => `${row}.service IN ${payments}`,
    words: (row) => spaced(ofOrder(row)),
    columns: orderFacts,
  },
  {
    kind: 'batch',
    table: 'orders',
    only: (row) => `${row}.service NOT IN ${payments}`,
    words: (row) =>
      spaced([
        ...ofOrder(row),
        plain(`(SELECT source_file FROM batches WHERE order_id = ${row}.id)`),
      ]),
    columns: orderFacts,
  },
  {
    kind: 'entry',
    table: 'batch_entries',
    words: (row) =>
      spaced([
        typed(row, 'receiverName'),
        typed(row, 'identificationNumber'),
        typed(row, 'individualIdentificationNumber'),
        amount(`${row}.amount`, `'USD'`),
        account(`${row}.account_significant`),
      ]),
    columns: ['typed', 'amount', 'account_significant'],
  },
  {
    kind: 'validation',
    table: 'validations',
    words: (row) =>
      spaced([
        ...all(row, 'owner_name', 'routing_number', 'user_defined'),
        account(`${row}.account_significant`),
      ]),
    columns: ['owner_name', 'routing_number', 'user_defined', 'account_significant'],
  },
  {
    kind: 'payee',
    table: 'payees',
    words: (row) => plain(`${row}.search_text`),
    columns: ['search_text'],
  },
]

const placeOf = (kind: string, id: string): string =>
  `(SELECT seq FROM search_places WHERE kind = '${kind}' AND id = ${id})`

/**
 * Whole words and their beginnings, as for alerts. A beginning of a length that is not indexed is
 * computed from those one letter longer: ten thousand entries are inserted at once, and each
 * further length would cost them more time.
 */
const prefixes = '2 3 5 7 9'

const everyRow = (): string => 'true'

/** Inserts the words of every row into an empty index. */
const fill = ({ kind, table, only = everyRow, words }: Searched): string => `
INSERT INTO search_places (kind, id) SELECT '${kind}', t.id FROM ${table} AS t WHERE ${only('t')} ORDER BY t.rowid;
INSERT INTO ${kind}_words (rowid, words)
  SELECT p.seq, ${words('t')} FROM search_places AS p JOIN ${table} AS t ON t.id = p.id WHERE p.kind = '${kind}';
`

/** Rebuilds the search from the current rows, by the same rules as the triggers. */
export const rebuildSearch: string = [
  'DELETE FROM search_places;',
  ...searched.map(({ kind }) => `DELETE FROM ${kind}_words;`),
  ...searched.map(fill),
].join('\n')

const indexOf = (one: Searched): string => {
  const { kind, table, only = everyRow, words, columns } = one
  return `
CREATE VIRTUAL TABLE ${kind}_words USING fts5(
  words, content='', contentless_delete=1, detail=none, tokenize='unicode61 remove_diacritics 2',
  prefix='${prefixes}');
${fill(one)}
CREATE TRIGGER ${table}_are_found_as_${kind} AFTER INSERT ON ${table} WHEN ${only('NEW')} BEGIN
  INSERT INTO search_places (kind, id) VALUES ('${kind}', NEW.id);
  INSERT INTO ${kind}_words (rowid, words) VALUES (last_insert_rowid(), ${words('NEW')});
END;
CREATE TRIGGER ${table}_are_found_anew_as_${kind} AFTER UPDATE OF ${columns.join(', ')} ON ${table}
WHEN ${only('NEW')} AND (${columns.map((column) => `NEW.${column} IS NOT OLD.${column}`).join(' OR ')}) BEGIN
  DELETE FROM ${kind}_words WHERE rowid = ${placeOf(kind, 'NEW.id')};
  INSERT INTO ${kind}_words (rowid, words) VALUES (${placeOf(kind, 'NEW.id')}, ${words('NEW')});
END;
CREATE TRIGGER ${table}_are_found_no_more_as_${kind} AFTER DELETE ON ${table} WHEN ${only('OLD')} BEGIN
  DELETE FROM ${kind}_words WHERE rowid = ${placeOf(kind, 'OLD.id')};
  DELETE FROM search_places WHERE kind = '${kind}' AND id = OLD.id;
END;
`
}

/** The name of a file is written after its order. */
const files = (): string => {
  const batch = searched.find(({ kind }) => kind === 'batch')
  if (!batch) throw new TypeError('batches are searched')
  const update = `
  DELETE FROM batch_words WHERE rowid = ${placeOf('batch', 'NEW.order_id')};
  INSERT INTO batch_words (rowid, words)
    SELECT ${placeOf('batch', 'NEW.order_id')}, ${batch.words('o')} FROM orders AS o WHERE o.id = NEW.order_id;`
  return `
CREATE TRIGGER batches_are_found_by_file AFTER INSERT ON batches WHEN NEW.source_file IS NOT NULL BEGIN ${update}
END;
CREATE TRIGGER batches_are_found_by_other_file AFTER UPDATE OF source_file ON batches
WHEN NEW.source_file IS NOT OLD.source_file BEGIN ${update}
END;
`
}

// Indexes for links between records.
const ways = `
CREATE INDEX batch_entries_by_par ON batch_entries (par_number) WHERE par_number IS NOT NULL;
CREATE INDEX batch_entries_by_payee ON batch_entries (payee_id) WHERE payee_id IS NOT NULL;
CREATE INDEX payee_versions_by_account
  ON payee_versions (ltrim(json_extract(details, '$.accountNumber'), '0')) WHERE details IS NOT NULL;
CREATE INDEX orders_to_beneficiary ON orders (beneficiary_significant) WHERE beneficiary_significant <> '';
CREATE INDEX orders_on_ownership ON orders (ownership_validation_id) WHERE ownership_validation_id IS NOT NULL;
CREATE INDEX batches_by_reversed ON batches (reversal_of) WHERE reversal_of IS NOT NULL;
CREATE INDEX batches_by_reentered ON batches (reentry_of) WHERE reentry_of IS NOT NULL;
CREATE INDEX order_attempts_by_call ON order_attempts (call_id) WHERE call_id IS NOT NULL;
CREATE INDEX order_look_ups_by_call ON order_look_ups (call_id) WHERE call_id IS NOT NULL;
CREATE INDEX order_statements_by_call ON order_statements (call_id) WHERE call_id IS NOT NULL;
CREATE INDEX orders_validated_in ON orders (validate_call_id) WHERE validate_call_id IS NOT NULL;
CREATE INDEX batch_entries_by_call ON batch_entries (detail_call_id) WHERE detail_call_id IS NOT NULL;
CREATE INDEX batch_entry_events_by_alert ON batch_entry_events (alert_seq) WHERE alert_seq IS NOT NULL;
CREATE INDEX recovered_items_by_alert ON recovered_items (alert_seq) WHERE alert_seq IS NOT NULL;
CREATE INDEX recovered_items_by_call ON recovered_items (call_id) WHERE call_id IS NOT NULL;
`

/** Tables and indexes of the global search. */
export const searchMigration: Migration = {
  version: 10,
  name: '0010-search',
  sql: places + searched.map(indexOf).join('') + files() + ways,
}
