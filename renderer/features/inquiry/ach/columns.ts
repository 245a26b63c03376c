/** The columns of the two lists: transactions, and past inquiries. */
import type {
  AchInquiry,
  AchMode,
  AchQuestion,
  AchRow,
} from '../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import {
  amountAsWritten,
  amountFromAnswer,
  amountText,
} from '../../../../preload/contract/kernel/money.ts'
import { amountUnit, sideOf, sideOfCode } from '../../../text/amount-unit.ts'
import { localMinute, localTime, zoned } from '../../../text/times.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { dateTexts, modeLabels, progressMark, rowsText } from './text.ts'
import { formats } from '../../../text/formats.ts'

/** The sign for a value that the endpoint does not return. */
export const none = '\u2014'

/** The amount as decimal text; null for a text that is no amount, which no sum may count. */
function summed({ amount }: AchRow): string | null {
  const read = amountFromAnswer(amount ?? '')
  return 'minor' in read ? amountText(read.minor) : null
}
/**
 * By the bank's direction, otherwise by the transaction code, which is all that the list returns.
 */
const sideOfRow = ({ creditOrDebit, transactionCode }: AchRow): string | null =>
  creditOrDebit !== null && creditOrDebit.trim() !== ''
    ? sideOf(creditOrDebit)
    : sideOfCode(transactionCode)
const countsText = (counts: readonly (number | null)[]): string =>
  counts.every((count) => count === null)
    ? none
    : counts.map((count) => count ?? 0).join(' \u00b7 ')

const all: readonly Column<AchRow>[] = [
  {
    id: 'status',
    header: 'Status',
    width: 128,
    sortable: true,
    text: ({ status }) => status ?? none,
    copy: ({ status }) => status,
  },
  {
    id: 'amount',
    header: 'Amount, USD',
    width: 120,
    fits: formats.cents,
    align: 'right',
    sortable: true,
    holds: 'number',
    text: ({ amount }) => (amount === null ? none : amountAsWritten(amount)),
    copy: ({ amount }) => amount,
    sum: (row) => ({ amount: summed(row), unit: amountUnit(sideOfRow(row), 'USD') }),
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
    fits: Object.values(dateTexts).map((meaning) => `${formats.day[0]} ${meaning}`),
    least: 140,
    sortable: true,
    text: ({ date, dateIs }) =>
      date === null ? none : `${date} ${dateIs ? dateTexts[dateIs] : ''}`,
    copy: ({ date }) => date,
  },
  {
    id: 'receiver',
    header: 'Receiver',
    width: 120,
    // Beside details the date is never cut, so the name gives way.
    least: 96,
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
    fits: formats.trace,
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
    fits: formats.account,
    text: ({ account }) => account ?? none,
    copy: ({ account }) => account,
  },
  {
    id: 'addenda',
    header: 'Addenda \u00b7 NOC \u00b7 IAT',
    width: 148,
    text: (row) => countsText([row.addenda, row.notificationsOfChange, row.internationalAddenda]),
  },
]
/** The columns that remain beside open details, which show the rest. */
const beside: Readonly<Record<'narrow' | 'wide', readonly string[]>> = {
  narrow: ['status', 'amount', 'date', 'receiver'],
  wide: ['status', 'amount', 'direction', 'date', 'receiver', 'reason', 'sec', 'trace'],
}

const onlyOfEntries = ['receiver', 'originator', 'reason', 'sec', 'trace', 'addenda']
/** Fields that an endpoint never returns: a column of dashes would be useless. */
const missing: Readonly<Record<AchMode, readonly string[]>> = {
  list: ['direction'],
  par: ['direction'],
  returned: ['status', 'addenda'],
  collected: ['status', 'reason'],
  posted: ['status', ...onlyOfEntries],
  status: ['addenda'],
}

/** Whether an endpoint returns a status, which rows can be filtered by. */
export const hasStatus = (mode: AchMode): boolean => !missing[mode].includes('status')

/** The columns of transactions for an endpoint. The first cannot be hidden. */
export const rowColumns = (mode: AchMode): readonly Column<AchRow>[] =>
  all
    .filter(({ id }) => !missing[mode].includes(id))
    .map((column, at) => ({ ...column, fixed: at === 0 }))

/** The columns beside open details, in a wide or a narrow window. */
export function besideDetails(mode: AchMode, isWide: boolean): readonly string[] {
  // Nothing else distinguishes one posted transaction from another.
  if (mode === 'posted') return ['amount', 'direction', 'date', 'account']
  return beside[isWide ? 'wide' : 'narrow']
}

/** The days of a query, which distinguish the many inquiries of a list. */
const datesOf = (question: AchQuestion): string => {
  const from = 'fromDate' in question ? question.fromDate : undefined
  const to = 'toDate' in question ? question.toDate : undefined
  if (from === undefined && to === undefined) return none
  return from === to ? (from ?? none) : `${from ?? ''} to ${to ?? ''}`.trim()
}

/** The columns of past inquiries. */
export const inquiryColumns: readonly Column<AchInquiry>[] = [
  {
    id: 'at',
    header: zoned('Requested'),
    width: 132,
    fits: formats.minute,
    sortable: true,
    text: ({ at }) => localMinute(at),
    copy: ({ at }) => localTime(at),
  },
  {
    id: 'mode',
    header: 'Type',
    width: 90,
    sortable: true,
    text: ({ question }) => modeLabels[question.mode],
  },
  {
    id: 'title',
    header: 'Search',
    width: 180,
    grow: 4,
    sortable: true,
    text: ({ title }) => title,
  },
  {
    id: 'dates',
    header: 'Dates',
    width: 190,
    fits: formats.days,
    text: ({ question }) => datesOf(question),
  },
  { id: 'rows', header: 'Rows', width: 110, align: 'right', sortable: true, text: rowsText },
  {
    id: 'progress',
    header: 'State',
    width: 130,
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
