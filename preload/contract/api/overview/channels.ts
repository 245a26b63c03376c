/** Channels of `overview`. */
import { nothing, query } from '../define-channel.ts'
import { overviewFigures } from './overview.ts'

export const overview = {
  get: query(nothing, overviewFigures),
} as const
