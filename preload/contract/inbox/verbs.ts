/** The verbs of the noun `inbox`. */
import { event, nothing, query } from '../verbs.ts'
import { z } from '../zod.ts'
import { inboxCounts } from './inbox.ts'

/** What needs a person. */
export const inbox = {
  getCounts: query(nothing, inboxCounts),
  changed: event(z.strictObject({})),
} as const
