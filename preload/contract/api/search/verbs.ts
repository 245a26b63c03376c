/** The verbs of the noun `search`. */
import { query } from '../verbs.ts'
import { relatedAnswer, relatedRequest, searchAnswer, searchRequest } from './search.ts'

/** Finds things wherever they stand, and leads from each to what it has to do with. */
export const search = {
  find: query(searchRequest, searchAnswer),
  /** Nothing, where there is no such thing. */
  related: query(relatedRequest, relatedAnswer),
} as const
