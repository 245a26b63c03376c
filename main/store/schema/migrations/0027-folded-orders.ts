import type { SharedMigration } from './migration.ts'

/** The accented letters of Latin, each with its letters without case and accents. */
const accented = Array.from({ length: 0x180 - 0xc0 }, (_, at) => String.fromCodePoint(0xc0 + at))
  .map((letter) => [letter, letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()] as const)
  .filter(([, plain]) => /^[a-z]+$/.test(plain))

/** Folds a text as `foldedInSql` does, so that a list finds and sorts the same as before. */
const foldedText = (text: string, hasAccent: string): string => {
  const plain = accented.reduce(
    (inner, [letter, folds]) => `replace(${inner}, '${letter}', '${folds}')`,
    `lower(${text})`,
  )
  return `CASE WHEN ${text} ${hasAccent} THEN ${plain} ELSE lower(${text}) END`
}

/** As many letters as a list sorts by. */
const name = (folded: (text: string) => string): string =>
  `substr(${folded('substr(beneficiary, 1, 60)')}, 1, 60)`

/** Only what a line of the list shows, so of an account its end: never more than can be found there. */
const shown = `(reference || '\n' || beneficiary || '\n' || beneficiary_bank || '\n' || debit_label
  || '\n' || currency || '\n' || value_date || '\n' || substr(beneficiary_account, -4)
  || '\n' || coalesce(standing_word, '') || '\n' || replace(state, '-', ' ')
  || '\n' || coalesce(replace(json_extract(form, '$.amount'), ',', ''),
    CAST(amount / 100 AS text) || '.' || substr(CAST(100 + amount % 100 AS text), 2), ''))`

// The order of times also has what a list compares, so that a search goes along one index. PostgreSQL
// refuses a row whose part in an index is long, as a typed text may be.
const indexes = (searched: string): string => `
DROP INDEX orders_by_time;
CREATE INDEX orders_for_list ON orders
  (updated_at, id, state, is_final, closed_at NULLS FIRST, service, maker${searched});
CREATE INDEX orders_by_maker ON orders (maker);
CREATE INDEX orders_by_beneficiary ON orders (beneficiary_folded NULLS FIRST, id);
-- Ascending: orders without a name come last.
CREATE INDEX orders_by_beneficiary_up
  ON orders ((coalesce(nullif(beneficiary_folded, ''), '\u{10ffff}')) NULLS FIRST, id);
`

const inline = (text: string): string => foldedText(text, `GLOB '*[À-ſ]*'`)
const byFunction = (text: string): string => `folded(${text})`
const columns = (folded: (text: string) => string, keeping: string): string => `
ALTER TABLE orders ADD COLUMN beneficiary_folded text
  GENERATED ALWAYS AS (${name(folded)}) ${keeping};
ALTER TABLE orders ADD COLUMN shown_folded text GENERATED ALWAYS AS (${folded(shown)}) ${keeping};`

/**
 * The text by which orders are searched and sorted, without case and accents. The store computes it
 * from the other columns: SQLite holds it in the indexes alone.
 */
export const foldedOrdersMigration: SharedMigration = {
  version: 27,
  name: '0027-folded-orders',
  sql: {
    sqlite: columns(inline, 'VIRTUAL') + indexes(', shown_folded').replaceAll(' NULLS FIRST', ''),
    postgres: `
CREATE FUNCTION folded(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ${foldedText('value', `~ '[À-ſ]'`)}
$$;
${columns(byFunction, 'STORED')}${indexes('')}`,
  },
}
