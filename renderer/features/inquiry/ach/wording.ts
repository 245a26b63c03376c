/** Words of the inquiry screens that are not the document's own. */
import type {
  AchInquiry,
  AchQuestion,
  AchRow,
} from '../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { assertNever } from '../../../../preload/contract/kernel/assert-never.ts'
import type { Tone } from '../../../ui/tone.ts'
import type { SearchKind } from './search-values.ts'

/** What each kind of search is called in its control. */
export const kindLabels: Readonly<Record<SearchKind, string>> = {
  list: 'Transactions of an account',
  par: 'One PAR number',
  returned: 'Returned',
  collected: 'Collected',
  posted: 'Posted',
  'status-par': 'Status by PAR',
  'status-trace': 'Status by trace',
}

/** What an inquiry asked for, in a word. */
export const modeLabels: Readonly<Record<AchQuestion['mode'], string>> = {
  list: 'ACH list',
  par: 'PAR number',
  returned: 'Returned',
  collected: 'Collected',
  posted: 'Posted',
  status: 'Status',
}

/** What a search by each kind of date is called. */
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
/** How a status stands in a list; one that no document lists is not known. */
export const statusTone = (status: string): Tone => statusTones[status.trim()] ?? 'unknown'

/** Whose date a row shows. */
export const dateWords: Readonly<Record<NonNullable<AchRow['dateIs']>, string>> = {
  settled: 'settled',
  returned: 'returned',
  processed: 'processed',
  posted: 'posted',
  collected: 'collected',
}

/** How far a list is, as its mark. */
export function progressMark({ progress }: AchInquiry): { tone: Tone; label: string } {
  switch (progress.kind) {
    case 'complete':
      return { tone: 'good', label: 'Complete' }
    case 'open':
      return { tone: 'info', label: 'There may be more' }
    case 'reading':
      return { tone: 'info', label: 'Reading on' }
    case 'broken-off':
      return { tone: 'warning', label: 'Broken off' }
    default:
      return assertNever(progress)
  }
}

/** How many rows are here, of how many by the bank's word. */
export function rowsSaid({ rows, total, progress }: AchInquiry): string {
  const here = rows.toLocaleString('en-US')
  if (total !== null) {
    return `${here} of ${total.toLocaleString('en-US')} ${total === 1 ? 'row' : 'rows'}`
  }
  const word = rows === 1 ? 'row' : 'rows'
  return progress.kind === 'complete' ? `${here} ${word}` : `${here} ${word}, in all not known`
}

/** What the counts of a list item make worth asking for; empty: they name nothing more. */
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
