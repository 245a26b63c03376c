/** Texts of the inquiry screens that are not from the document. */
import type {
  AchInquiry,
  AchQuestion,
  AchRow,
} from '../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { assertNever } from '../../../../preload/contract/kernel/assert-never.ts'
import type { Tone } from '../../../ui/tone.ts'
import type { SearchKind } from './search-values.ts'

export const kindLabels: Readonly<Record<SearchKind, string>> = {
  list: 'Transactions of an account',
  par: 'One PAR number',
  returned: 'Returned',
  collected: 'Collected',
  posted: 'Posted',
  'status-par': 'Status by PAR',
  'status-trace': 'Status by trace',
}

/** The mode of an inquiry, as one word. */
export const modeLabels: Readonly<Record<AchQuestion['mode'], string>> = {
  list: 'ACH list',
  par: 'PAR number',
  returned: 'Returned',
  collected: 'Collected',
  posted: 'Posted',
  status: 'Status',
}

/** The label of a search by each kind of date. */
export const dateKindLabels = {
  COLLECTED: 'Collected dates',
  SETTLED: 'Settled dates',
  RETURNED: 'Returned dates',
} as const

const statusTones: Readonly<Record<string, Tone>> = {
  COLLECTED: 'neutral',
  SETTLED: 'good',
  POSTED: 'good',
  RETURNED: 'bad',
}
/** The tone of a status in a list; unknown for an undocumented one. */
export const statusTone = (status: string): Tone => statusTones[status.trim()] ?? 'unknown'

/** The meaning of a row's date. */
export const dateTexts: Readonly<Record<NonNullable<AchRow['dateIs']>, string>> = {
  settled: 'settled',
  returned: 'returned',
  processed: 'processed',
  posted: 'posted',
  collected: 'collected',
}

/** The progress of a list, as its mark. */
export function progressMark({ progress }: AchInquiry): { tone: Tone; label: string } {
  switch (progress.kind) {
    case 'complete':
      return { tone: 'good', label: 'Complete' }
    case 'open':
      return { tone: 'info', label: 'More may follow' }
    case 'reading':
      return { tone: 'info', label: 'Loading' }
    case 'broken-off':
      return { tone: 'warning', label: 'Interrupted' }
    default:
      return assertNever(progress)
  }
}

/** The number of loaded rows, and the bank's total. */
export function rowsText({ rows, total, progress }: AchInquiry): string {
  const here = rows.toLocaleString('en-US')
  if (total !== null) {
    return `${here} of ${total.toLocaleString('en-US')} ${total === 1 ? 'row' : 'rows'}`
  }
  const noun = rows === 1 ? 'row' : 'rows'
  return progress.kind === 'complete' ? `${here} ${noun}` : `${here} ${noun}, total unknown`
}

/** The additional data of a detail, by the counts of a list item; empty if none. */
export function detailHolds(row: AchRow): string {
  const counts = [
    [row.addenda, 'addendum', 'addenda'],
    [row.notificationsOfChange, 'notification of change', 'notifications of change'],
    [row.internationalAddenda, 'international addendum', 'international addenda'],
  ] as const
  return counts
    .filter(([count]) => (count ?? 0) > 0)
    .map(([count, one, several]) => `${String(count)} ${count === 1 ? one : several}`)
    .join(', ')
}
