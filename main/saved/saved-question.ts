/** What is kept of a question, and what a list says of it: no number in full. */
import { isCalendarDate } from '../../preload/contract/calendar-date.ts'
import { isJson } from '../../preload/contract/json-text.ts'
import type { SavedKind, SavedLine } from '../../preload/contract/saved.ts'
import { savedQuestion } from '../../preload/contract/saved-questions.ts'
import { leftOut, redactorFor } from '../bank/redaction.ts'
import { titleOf } from '../reports/report-question.ts'

/**
 * The text as it is kept: the body of a report without its owner's numbers, as the record of its call would be
 * (trap 39). Throws RangeError for what is no question of its kind: the handler has checked.
 */
export function keptText(kind: SavedKind, request: string): string {
  const search = kind === 'ach-search' ? savedQuestion(kind, request) : undefined
  if (search) return JSON.stringify(search)
  const report = kind === 'report' ? savedQuestion(kind, request) : undefined
  if (!report) throw new RangeError('request')
  return JSON.stringify({ ...report, body: redactorFor({ secrets: [] }).text(report.body) })
}

const dateIn = (text: string): string => (isCalendarDate(text) ? text : '')
const numberIn = (text: string): number | null =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text) : null

/** What a list says of it; null where this version does not understand it. */
export function aboutOf(kind: SavedKind, request: string): SavedLine['about'] {
  if (kind === 'ach-search') {
    const search = savedQuestion(kind, request)
    if (!search) return null
    const { kind: of, account, accounts, dateSearchType, range, fromDate, toDate } = search
    const dates = { fromDate: dateIn(fromDate), toDate: dateIn(toDate) }
    return { of: kind, search: of, account, accounts, dateSearchType, range, ...dates }
  }
  const question = savedQuestion(kind, request)
  if (!question) return null
  const { report, body, first, second } = question
  const asked = { report, body, first: numberIn(first), second: numberIn(second) }
  const isTold = body === leftOut || isJson(body)
  return { of: kind, report, title: isTold ? titleOf(asked) : 'A body that is no JSON yet' }
}
