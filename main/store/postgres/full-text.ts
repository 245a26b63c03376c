/**
 * Full text: tables with the names and the answers of SQLite's FTS5, fed by triggers of the same
 * names. A text becomes words by SQLite's tables of letters, so that both engines find the same
 * rows; of the texts themselves nothing is kept but a copy of each call, in which parts are found.
 */
import { placeOf, searched, textOfCall, type Searched } from '../schema/searched.ts'
import { foldedLetters, removedMarks, separators } from './unicode61.ts'

const letters = foldedLetters
  .trim()
  .split(/\s+/)
  .map((group) => Array.from(group))
const from = letters.flatMap(([, ...sources]) => sources).join('')
const to = letters.flatMap(([letter = '', ...sources]) => sources.map(() => letter)).join('')

/** What SQLite's fold changes, beside the capital letters of ASCII. */
const changed = `${from}${removedMarks}`

const codePoint = (hex: string): string => `\\U${hex.padStart(8, '0')}`
const betweenWords = separators
  .trim()
  .split(/\s+/)
  .map((range) => range.split('-').map(codePoint).join('-'))
  .join('')

const functions = String.raw`
-- Without case and accents. Only what they change is translated, which compares it with each letter.
CREATE FUNCTION lite.folded(source text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  source := replace(replace(source, chr(983040) || '0', ''), chr(983040) || '1', chr(983040));
  IF source !~ '[${changed}]' THEN RETURN lower(source); END IF;
  RETURN (
    SELECT string_agg(
      coalesce(lower(run[1]), translate(run[2], '${changed}', '${to}')), '' ORDER BY place)
    FROM regexp_matches(source, '([^${changed}]+)|([${changed}]+)', 'g')
      WITH ORDINALITY AS m (run, place));
END $$;

-- A tsvector takes 2,046 bytes of a word, and a million bytes of all: no longer text is refused.
CREATE FUNCTION lite.word(source text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT left(lite.folded(source), 511)
$$;
CREATE FUNCTION lite.words(source text) RETURNS tsvector
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_to_tsvector(coalesce(array_agg(w.word), '{}')) FROM (
    SELECT lite.word(part) AS word FROM regexp_split_to_table(
      left(replace(source, chr(983040) || '0', ' '), 250000), '[${betweenWords}]+') AS part
  ) AS w WHERE w.word <> ''
$$;

-- A question as the program writes it for FTS5: words in quotation marks, each perhaps a
-- beginning, with AND, OR and brackets.
CREATE FUNCTION lite.question(source text) RETURNS tsquery
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CAST(string_agg(CASE part[1]
      WHEN 'AND' THEN '&' WHEN 'OR' THEN '|' WHEN '(' THEN '(' WHEN ')' THEN ')'
      ELSE '''' || lite.word(trim('"*' FROM part[1])) || '''' || CASE WHEN part[1] LIKE '%*' THEN ':*' ELSE '' END
    END, ' ' ORDER BY place) AS tsquery)
  FROM regexp_matches(source, '"[^"]*"\*?|AND|OR|[()]', 'g') WITH ORDINALITY AS m (part, place)
$$;

-- A pattern for LIKE, which finds the text inside of folded ones.
CREATE FUNCTION lite.part(source text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT '%' || regexp_replace(lite.folded(source), '([\\%_])', '\\\1', 'g') || '%'
$$;

CREATE FUNCTION lite.hex(source text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT upper(encode(convert_to(source, 'UTF8'), 'hex'))
$$;

-- The text goes once its words are known.
CREATE FUNCTION index_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.indexed := lite.words(NEW.words);
  NEW.words := '';
  RETURN NEW;
END $$;
`

const tableOfWords = (kind: string): string => `
CREATE TABLE ${kind}_text (
  rowid bigint PRIMARY KEY,
  words text NOT NULL,
  indexed tsvector NOT NULL
);
CREATE INDEX ${kind}_text_indexed ON ${kind}_text USING gin (indexed) WITH (fastupdate = off);
CREATE TRIGGER ${kind}_text_are_indexed BEFORE INSERT ON ${kind}_text
  FOR EACH ROW EXECUTE FUNCTION index_words();
`

const inDialect = (words: string): string => words.replaceAll(/\bchar\(/g, 'chr(')

// Parts of words, three letters at a time: in a schema of its own, so that the extension's
// operators are not among the store's.
const calls = `
CREATE SCHEMA trigrams;
CREATE EXTENSION pg_trgm SCHEMA trigrams;
CREATE TABLE bank_call_text (
  rowid bigint PRIMARY KEY,
  words text NOT NULL
);
CREATE INDEX bank_call_text_indexed
  ON bank_call_text USING gin (words trigrams.gin_trgm_ops) WITH (fastupdate = off);
CREATE FUNCTION feed_bank_call_text() RETURNS trigger
LANGUAGE plpgsql SET search_path TO store, lite, pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM bank_call_text WHERE rowid = OLD.seq;
  ELSE
    INSERT INTO bank_call_text (rowid, words) VALUES (NEW.seq, lite.folded(${inDialect(
      textOfCall('NEW'),
    )}));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER bank_calls_are_searched AFTER INSERT ON bank_calls
  FOR EACH ROW EXECUTE FUNCTION feed_bank_call_text();
CREATE TRIGGER bank_calls_go_from_search AFTER DELETE ON bank_calls
  FOR EACH ROW EXECUTE FUNCTION feed_bank_call_text();
`

const wordsOf = ({ words }: Searched, row: string): string => inDialect(words(row))

const feedOf = (one: Searched): string => {
  const { kind, table, only = () => 'true', columns } = one
  const differs = columns.map((column) => `NEW.${column} IS DISTINCT FROM OLD.${column}`)
  return `${tableOfWords(kind)}
CREATE FUNCTION feed_${kind}_text() RETURNS trigger
LANGUAGE plpgsql SET search_path TO store, lite, pg_catalog, pg_temp AS $$
DECLARE
  place bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO search_places (kind, id) VALUES ('${kind}', NEW.id) RETURNING seq INTO place;
  ELSE
    place := ${placeOf(kind, 'OLD.id')};
    DELETE FROM ${kind}_text WHERE rowid = place;
  END IF;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_places WHERE seq = place;
  ELSE
    INSERT INTO ${kind}_text (rowid, words) VALUES (place, ${wordsOf(one, 'NEW')});
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ${table}_are_found_as_${kind} AFTER INSERT ON ${table}
  FOR EACH ROW WHEN (${only('NEW')}) EXECUTE FUNCTION feed_${kind}_text();
CREATE TRIGGER ${table}_are_found_anew_as_${kind} AFTER UPDATE OF ${columns.join(', ')} ON ${table}
  FOR EACH ROW WHEN (${only('NEW')} AND (${differs.join(' OR ')}))
  EXECUTE FUNCTION feed_${kind}_text();
CREATE TRIGGER ${table}_are_found_no_more_as_${kind} AFTER DELETE ON ${table}
  FOR EACH ROW WHEN (${only('OLD')}) EXECUTE FUNCTION feed_${kind}_text();
${kind === 'batch' ? filesOf(one) : ''}`
}

/** The name of a file is written after its order. */
const filesOf = (batch: Searched): string => `
CREATE FUNCTION feed_batch_files() RETURNS trigger
LANGUAGE plpgsql SET search_path TO store, lite, pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM batch_text WHERE rowid = ${placeOf('batch', 'NEW.order_id')};
  INSERT INTO batch_text (rowid, words)
    SELECT ${placeOf('batch', 'NEW.order_id')}, ${wordsOf(batch, 'o')} FROM orders AS o
    WHERE o.id = NEW.order_id;
  RETURN NULL;
END $$;
CREATE TRIGGER batches_are_found_by_file AFTER INSERT ON batches
  FOR EACH ROW WHEN (NEW.source_file IS NOT NULL) EXECUTE FUNCTION feed_batch_files();
CREATE TRIGGER batches_are_found_by_other_file AFTER UPDATE OF source_file ON batches
  FOR EACH ROW WHEN (NEW.source_file IS DISTINCT FROM OLD.source_file)
  EXECUTE FUNCTION feed_batch_files();
`

export const fullText = functions + tableOfWords('alert') + calls + searched.map(feedOf).join('')
