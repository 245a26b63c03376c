/** Channels of `overview`. */
import { nothing, query } from '../verbs.ts'
import { overviewFigures } from './overview.ts'

export const overview = {
  get: query(nothing, overviewFigures),
} as const
