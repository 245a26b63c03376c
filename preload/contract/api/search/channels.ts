/** Channels of `search`. */
import { query } from '../define-channel.ts'
import { relatedAnswer, relatedRequest, searchAnswer, searchRequest } from './search.ts'

/** Finds objects in all lists, and their related objects. */
export const search = {
  find: query(searchRequest, searchAnswer),
  /** Empty if no such object exists. */
  related: query(relatedRequest, relatedAnswer),
} as const
