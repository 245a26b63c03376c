/** The verbs of the noun `coverage`. */
import { event, nothing, query } from '../verbs.ts'
import { z } from '../zod.ts'
import { coverageSummary } from './coverage.ts'

/** What may have been missed, and how it was found again. */
export const coverage = {
  getSummary: query(nothing, coverageSummary),
  changed: event(z.strictObject({})),
} as const
