/** Search in the code book: code, meaning, field name and family at once. */
import {
  codeFamilies,
  type CodeFamily,
  type CodeFamilyId,
  type ExplainedCode,
} from '../../../../preload/contract/bank/codes/index.ts'

export interface BookRow {
  readonly key: string
  readonly family: CodeFamily<CodeFamilyId>
  readonly entry: ExplainedCode
}

/** The permanent key of a line: family and code. */
export const rowKey = (family: string, code: string): string => `${family}/${code}`

/** A search ignores case and diacritics. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

interface IndexedRow extends BookRow {
  readonly code: string
  readonly text: string
}

/** The code again without spaces, as alerts write it. */
const indexed: readonly IndexedRow[] = codeFamilies.flatMap((family) =>
  family.entries.map((entry) => {
    const { code, meaning, publicText = '', notes = '', facts = [], source } = entry
    const ownTexts = [code, code.replace(/\s/g, ''), meaning, publicText, notes, source]
    const known = facts.map(({ value }) => value)
    const around = [family.title, family.topic, ...family.fields]
    return {
      key: rowKey(family.id, code),
      family,
      entry,
      code: plain(code),
      text: plain([...ownTexts, ...known, ...around].join('\n')),
    }
  }),
)

/**
 * The code itself first, then codes that begin with the text, then texts that contain it; 0 is not
 * found.
 */
function rank(row: IndexedRow, words: readonly string[], phrase: string): number {
  if (!words.every((word) => row.text.includes(word))) return 0
  if (row.code === phrase) return 3
  return row.code.startsWith(phrase) ? 2 : 1
}

/**
 * Returns every line with all words of the query, the best first; without a query the whole book.
 */
export function searchBook(query: string): readonly BookRow[] {
  const phrase = plain(query).trim()
  const words = phrase.split(/\s+/).filter(Boolean)
  if (words.length === 0) return indexed
  return indexed
    .map((row) => ({ row, score: rank(row, words, phrase) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ row }) => row)
}
