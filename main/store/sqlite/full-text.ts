/** Full text: tables of FTS5 without the texts themselves, and the triggers that feed them. */
import { placeOf, searched, textOfCall, type Searched } from '../schema/searched.ts'

// Whole words and their beginnings: an operator searches for a name, a reference, or the last four
// digits of an account, which are indexed as a separate word. Positions of words are not stored, so
// phrases cannot be searched.
const tableOfWords = (kind: string, prefixes: string): string => `
CREATE VIRTUAL TABLE ${kind}_text USING fts5(
  words, content='', contentless_delete=1, detail=none, tokenize='unicode61 remove_diacritics 2',
  prefix='${prefixes}');
`

/**
 * Beginnings of up to ten letters: otherwise each query would compute the beginning of a thousand
 * references again.
 */
const prefixesOfAlerts = '2 3 4 5 6 7 8 9 10'
/**
 * A beginning of a length that is not indexed is computed from those one letter longer: ten thousand
 * entries are inserted at once, and each further length would cost them more time.
 */
const prefixes = '2 3 5 7 9'

// Three letters at a time, so that a part of an account or of a transaction id is found too. The
// index writes some ten pages in each transaction, for one call as for many. So the calls go into it
// in groups, and a search adds the last ones before it looks.
const calls = `
CREATE VIRTUAL TABLE bank_call_text USING fts5(
  words, content='', contentless_delete=1, tokenize='trigram remove_diacritics 1');
CREATE VIEW bank_calls_to_index (seq, words) AS
  SELECT c.seq, ${textOfCall('c')} FROM bank_calls c
  WHERE c.seq > coalesce((SELECT rowid FROM bank_call_text ORDER BY rowid DESC LIMIT 1), 0);
CREATE TRIGGER bank_calls_are_searched AFTER INSERT ON bank_calls WHEN NEW.seq % 32 = 0
BEGIN INSERT INTO bank_call_text (rowid, words) SELECT seq, words FROM bank_calls_to_index; END;
CREATE TRIGGER bank_calls_go_from_search AFTER DELETE ON bank_calls
BEGIN DELETE FROM bank_call_text WHERE rowid = OLD.seq; END;
`

const feedOf = (one: Searched): string => {
  const { kind, table, only = () => 'true', words, columns } = one
  const differs = columns.map((column) => `NEW.${column} IS NOT OLD.${column}`)
  return `${tableOfWords(kind, prefixes)}
CREATE TRIGGER ${table}_are_found_as_${kind} AFTER INSERT ON ${table} WHEN ${only('NEW')} BEGIN
  INSERT INTO search_places (kind, id) VALUES ('${kind}', NEW.id);
  INSERT INTO ${kind}_text (rowid, words) VALUES (last_insert_rowid(), ${words('NEW')});
END;
CREATE TRIGGER ${table}_are_found_anew_as_${kind} AFTER UPDATE OF ${columns.join(', ')} ON ${table}
WHEN ${only('NEW')} AND (${differs.join(' OR ')}) BEGIN
  DELETE FROM ${kind}_text WHERE rowid = ${placeOf(kind, 'NEW.id')};
  INSERT INTO ${kind}_text (rowid, words) VALUES (${placeOf(kind, 'NEW.id')}, ${words('NEW')});
END;
CREATE TRIGGER ${table}_are_found_no_more_as_${kind} AFTER DELETE ON ${table} WHEN ${only('OLD')} BEGIN
  DELETE FROM ${kind}_text WHERE rowid = ${placeOf(kind, 'OLD.id')};
  DELETE FROM search_places WHERE kind = '${kind}' AND id = OLD.id;
END;
${kind === 'batch' ? filesOf(one) : ''}`
}

/** The name of a file is written after its order. */
const filesOf = ({ words }: Searched): string => {
  const update = `
  DELETE FROM batch_text WHERE rowid = ${placeOf('batch', 'NEW.order_id')};
  INSERT INTO batch_text (rowid, words)
    SELECT ${placeOf('batch', 'NEW.order_id')}, ${words('o')} FROM orders AS o WHERE o.id = NEW.order_id;`
  return `
CREATE TRIGGER batches_are_found_by_file AFTER INSERT ON batches WHEN NEW.source_file IS NOT NULL BEGIN ${update}
END;
CREATE TRIGGER batches_are_found_by_other_file AFTER UPDATE OF source_file ON batches
WHEN NEW.source_file IS NOT OLD.source_file BEGIN ${update}
END;
`
}

export const fullText =
  tableOfWords('alert', prefixesOfAlerts) + calls + searched.map(feedOf).join('')
