/** The title of an inquiry in lists: accounts by name or masked, dates, numbers. */
import type { AchQuestion } from '../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { amountForReading, minorUnits } from '../../../preload/contract/kernel/money.ts'

const several = (names: readonly string[]): string => {
  const [first = '', ...rest] = names
  return rest.length === 0 ? first : `${first} and ${String(rest.length)} more`
}

const numbered = (what: string, numbers: readonly string[] | undefined): string[] => {
  if (!numbers || numbers.length === 0) return []
  const [only = ''] = numbers
  return [numbers.length === 1 ? `${what} ${only}` : `${String(numbers.length)} ${what} numbers`]
}

const dated = (from: string | undefined, to: string | undefined): string => {
  if (from === undefined) return to === undefined ? '' : ` to ${to}`
  return to === undefined ? ` from ${from}` : ` ${from} to ${to}`
}

const amounts = (from: number | undefined, to: number | undefined): string[] => {
  const parts = [
    ...(from === undefined ? [] : [`from ${amountForReading(minorUnits(from))}`]),
    ...(to === undefined ? [] : [`up to ${amountForReading(minorUnits(to))}`]),
  ]
  return parts.length === 0 ? [] : [parts.join(' ')]
}

/** Returns the title of a query. `accounts` must already be fit to show (named or masked). */
export function titleOf(question: AchQuestion, accounts: readonly string[]): string {
  const on = several(accounts)
  switch (question.mode) {
    case 'par':
      return `PAR ${question.parNumber}`
    case 'status':
      return [
        `${on}, status`,
        ...numbered('PAR', question.parNumbers),
        ...numbered('trace', question.traceNumbers),
      ].join(', ')
    case 'list': {
      const by = (question.dateSearchType ?? 'COLLECTED').toLowerCase()
      return [
        `${on}, ${by}${dated(question.fromDate, question.toDate)}`,
        ...amounts(question.minimumAmount, question.maximumAmount),
        ...(question.traceNumber === undefined ? [] : [`trace ${question.traceNumber}`]),
      ].join(', ')
    }
    case 'returned':
    case 'collected':
    case 'posted':
      return [
        `${on}, ${question.mode} transactions${dated(question.fromDate, question.toDate)}`,
        ...amounts(question.fromAmount, question.toAmount),
        ...numbered('PAR', question.parNumbers),
        ...('traceNumbers' in question ? numbered('trace', question.traceNumbers) : []),
      ].join(', ')
  }
}
