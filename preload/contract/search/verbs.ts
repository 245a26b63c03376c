/** The verbs of the noun `search`. */
import { query } from '../verbs.ts'
import { searchAnswer, searchRequest } from './search.ts'

/** Finds things wherever they stand. */
export const search = {
  find: query(searchRequest, searchAnswer),
} as const
