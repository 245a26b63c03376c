/** The columns of the two lists: transactions, and the inquiries that were made. */
import type { AchInquiry, AchMode, AchRow } from '../../../preload/contract/ach-inquiry/inquiry.ts'
import { amountFromAnswer, amountText } from '../../../preload/contract/money.ts'
import { amountAsWritten } from '../../banking/reading-parts.ts'
import { localTime } from '../../lib/times.ts'
import type { Column } from '../../ui/table/columns.ts'
import { dateWords, modeLabels, progressMark, rowsSaid } from './wording.ts'

/** Stands for what the endpoint does not tell. */
export const none = '\u2014'

/** The amount as decimal text; null for what is none, which no sum may count. */
function summed({ amount }: AchRow): string | null {
  const read = amountFromAnswer(amount ?? '')
  return 'minor' in read ? amountText(read.minor) : null
}
const said = (counts: readonly (number | null)[]): string =>
  counts.every((count) => count === null)
    ? none
    : counts.map((count) => count ?? 0).join(' \u00b7 ')

const all: readonly Column<AchRow>[] = [
  {
    id: 'status',
    header: 'Status',
    width: 128,
    sortable: true,
    fixed: true,
    text: ({ status }) => status ?? none,
    copy: ({ status }) => status,
  },
  {
    id: 'amount',
    header: 'Amount, USD',
    width: 120,
    align: 'right',
    sortable: true,
    holds: 'number',
    text: ({ amount }) => (amount === null ? none : amountAsWritten(amount)),
    copy: ({ amount }) => amount,
    sum: (row) => ({ amount: summed(row), unit: 'USD' }),
  },
  {
    id: 'direction',
    header: 'C/D',
    width: 56,
    text: ({ creditOrDebit }) => creditOrDebit ?? none,
    copy: ({ creditOrDebit }) => creditOrDebit,
  },
  {
    id: 'date',
    header: 'Date',
    width: 172,
    sortable: true,
    text: ({ date, dateIs }) =>
      date === null ? none : `${date} ${dateIs ? dateWords[dateIs] : ''}`,
    copy: ({ date }) => date,
  },
  {
    id: 'receiver',
    header: 'Receiver',
    width: 120,
    grow: 2,
    sortable: true,
    text: ({ receiver }) => receiver ?? none,
    copy: ({ receiver }) => receiver,
  },
  {
    id: 'originator',
    header: 'Originator',
    width: 110,
    grow: 2,
    sortable: true,
    text: ({ originator }) => originator ?? none,
    copy: ({ originator }) => originator,
  },
  {
    id: 'reason',
    header: 'Return',
    width: 76,
    sortable: true,
    text: ({ returnReasonCode }) => returnReasonCode ?? none,
    copy: ({ returnReasonCode }) => returnReasonCode,
  },
  {
    id: 'sec',
    header: 'SEC',
    width: 60,
    sortable: true,
    text: ({ secCode }) => secCode ?? none,
    copy: ({ secCode }) => secCode,
  },
  {
    id: 'trace',
    header: 'Trace',
    width: 148,
    mono: true,
    sortable: true,
    text: ({ traceNumber }) => traceNumber ?? none,
    copy: ({ traceNumber }) => traceNumber,
  },
  {
    id: 'par',
    header: 'PAR',
    width: 176,
    mono: true,
    sortable: true,
    text: ({ parNumber }) => parNumber ?? none,
    copy: ({ parNumber }) => parNumber,
  },
  {
    id: 'account',
    header: 'Account',
    width: 96,
    text: ({ account }) => account ?? none,
    copy: ({ account }) => account,
  },
  {
    id: 'addenda',
    header: 'Addenda \u00b7 NOC \u00b7 IAT',
    width: 148,
    text: (row) => said([row.addenda, row.notificationsOfChange, row.internationalAddenda]),
  },
]
/** What tells lines apart beside an open detail, which repeats the rest. */
const beside: Readonly<Record<'narrow' | 'wide', readonly string[]>> = {
  narrow: ['status', 'amount', 'date'],
  wide: ['status', 'amount', 'direction', 'date', 'receiver', 'reason', 'sec', 'trace'],
}

/** What the ACH list does not tell of any row. */
const untoldByList: readonly string[] = ['direction']

/** The columns of transactions, in a window that is wide or not, with a detail open or not. */
export function rowColumns(
  mode: AchMode,
  isWide: boolean,
  isOpen: boolean,
): readonly Column<AchRow>[] {
  if (!isOpen) return mode === 'list' ? all.filter(({ id }) => !untoldByList.includes(id)) : all
  const kept = beside[isWide ? 'wide' : 'narrow']
  return all.filter(({ id }) => kept.includes(id))
}

/** The columns of the inquiries. */
export const inquiryColumns: readonly Column<AchInquiry>[] = [
  { id: 'at', header: 'Asked', width: 154, sortable: true, text: ({ at }) => localTime(at) },
  {
    id: 'mode',
    header: 'Of',
    width: 90,
    sortable: true,
    text: ({ question }) => modeLabels[question.mode],
  },
  {
    id: 'title',
    header: 'What was asked',
    width: 280,
    grow: 4,
    sortable: true,
    text: ({ title }) => title,
  },
  { id: 'rows', header: 'Rows here', width: 136, align: 'right', sortable: true, text: rowsSaid },
  {
    id: 'progress',
    header: 'Standing',
    width: 146,
    sortable: true,
    text: (row) => progressMark(row).label,
  },
  {
    id: 'operator',
    header: 'By',
    width: 104,
    grow: 1,
    sortable: true,
    text: ({ operator }) => operator,
  },
]
