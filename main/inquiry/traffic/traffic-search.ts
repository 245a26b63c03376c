/**
 * Turns an operator's search text into store queries. Every text is plain search text; there is no
 * query language.
 */
import type { StoreJob } from '../../store/store-jobs.ts'

/** The words of one search; a call matches if it holds all of them. */
export interface TrafficSearch {
  /** Words that are long enough for the full-text index. */
  readonly long: readonly string[]
  /** Words too short for the index, in lower case. */
  readonly short: readonly string[]
}

/** The index works on sequences of three letters. */
const shortest = 3
/** Counts letters; the index does not treat a combining mark as a letter of its own. */
const letters = (word: string): number => Array.from(word.replace(/\p{M}/gu, '')).length

/** Parses a search. NUL, which would end a text in the database, counts as a blank. */
export function readSearch(typed: string): TrafficSearch {
  const words = typed
    .toWellFormed()
    .replaceAll('\0', ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
  return {
    long: words.filter((word) => letters(word) >= shortest),
    short: words.filter((word) => letters(word) < shortest).map((word) => word.toLowerCase()),
  }
}

/** Brings the calls into the index that still wait for the rest of their group. */
export const indexLatestCalls: StoreJob<null, null> = {
  name: 'traffic.index-latest',
  run: async (job) => {
    const isIndexed = (await job.one('SELECT 1 FROM bank_calls_to_index LIMIT 1')) === undefined
    if (!isIndexed) await job.tally(() => job.run(indexLatest))
    return null
  },
}

const indexLatest = `
  INSERT INTO bank_call_text (rowid, words) SELECT seq, words FROM bank_calls_to_index`
