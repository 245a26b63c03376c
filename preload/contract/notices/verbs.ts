/** The verbs of the noun `notices`. */
import { nothing, query } from '../verbs.ts'
import { noticeSettings } from './notices.ts'

/** Desktop notifications. */
export const notices = {
  getSettings: query(nothing, noticeSettings),
} as const
