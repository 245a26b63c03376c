/** Texts that the store computes of others, so that one spelling is found by another. */
import type { EngineKind } from '../dialect.ts'

/** The accented letters of Latin, each with its letters without case and accents. */
const accented = Array.from({ length: 0x180 - 0xc0 }, (_, at) => String.fromCodePoint(0xc0 + at))
  .map((letter) => [letter, letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()] as const)
  .filter(([, plain]) => /^[a-z]+$/.test(plain))

/** Folds a text as `foldedInSql` does, so that a list finds and sorts the same. */
const foldedText = (text: string, hasAccent: string): string => {
  const plain = accented.reduce(
    (inner, [letter, folds]) => `replace(${inner}, '${letter}', '${folds}')`,
    `lower(${text})`,
  )
  return `CASE WHEN ${text} ${hasAccent} THEN ${plain} ELSE lower(${text}) END`
}

/** Returns a text without case and accents. */
export const folded = (text: string, engine: EngineKind): string =>
  engine === 'sqlite' ? foldedText(text, `GLOB '*[À-ſ]*'`) : `folded(${text})`

/** Returns as many letters of a name as a list sorts by. */
export const foldedName = (name: string, engine: EngineKind): string =>
  `substr(${folded(`substr(${name}, 1, 60)`, engine)}, 1, 60)`

/** The function of PostgreSQL that {@link folded} calls. */
export const foldedFunction = `
CREATE FUNCTION folded(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ${foldedText('value', `~ '[À-ſ]'`)}
$$;
`

/** As in `account-number.ts` of the contract, whose keys are in other columns. */
const separators =
  '\t\n\r -\u00a0\u00ad\u2007\u2009\u200a\u200b\u200c\u200d\u200e\u200f\u2010\u2011\u2012\u2013\u2212\u202f'

const unspaced = (text: string): string =>
  `upper(${Array.from(separators).reduce((inner, one) => `replace(${inner}, '${one}', '')`, text)})`

/** Returns the key by which accounts are compared (bank note 36). */
export const accountKey = (text: string): string => `ltrim(${unspaced(text)}, '0')`

/** Returns the key by which routing numbers are compared. */
export const routingKey = (text: string): string => {
  const plain = unspaced(text)
  return `CASE WHEN ${plain} <> '' AND ltrim(${plain}, '0123456789') = '' AND length(${plain}) < 9
    THEN substr('00000000' || ${plain}, -9) ELSE ${plain} END`
}

/** Returns the place of a code in a list of fewer than a hundred, which sorts as the list does. */
export const placeAmong = (codes: readonly string[], code: string): string =>
  `CASE ${code} ${codes
    .map((each, at) => `WHEN '${each}' THEN '${String(at).padStart(2, '0')}'`)
    .join(' ')} ELSE '99' END`
