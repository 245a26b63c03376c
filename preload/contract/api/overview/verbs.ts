/** The verbs of the noun `overview`. */
import { nothing, query } from '../verbs.ts'
import { overviewFigures } from './overview.ts'

/** The day at a glance. */
export const overview = {
  get: query(nothing, overviewFigures),
} as const
