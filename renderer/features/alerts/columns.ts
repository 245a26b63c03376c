/** What a line of the list says of an alert. */
import type { AlertLine } from '../../../preload/contract/alerts/alert.ts'
import { localTime } from '../../lib/times.ts'
import type { Column } from '../../ui/table/columns.ts'
import { amountOf } from './heading.ts'
import { kindLabels } from './wording.ts'

/** A line has no room for the year; the alert beside the list says it. */
const yearLength = '2026-'.length

/** Stands where an alert holds nothing of it. */
export const none = '\u2014'

/** All columns, as a list with nothing beside it shows them. */
export const alertColumns: readonly Column<AlertLine>[] = [
  {
    id: 'at',
    header: 'Received',
    width: 120,
    text: ({ receivedAt }) => localTime(receivedAt).slice(yearLength),
  },
  { id: 'kind', header: 'Kind', width: 58, text: ({ kind }) => kindLabels[kind] },
  { id: 'event', header: 'Event', width: 118, grow: 4 },
  { id: 'direction', header: 'Direction', width: 100 },
  {
    id: 'amount',
    header: 'Amount',
    width: 164,
    align: 'right',
    text: (row) => amountOf(row) || none,
  },
  { id: 'account', header: 'Account', width: 86, text: ({ account }) => account ?? none },
  { id: 'party', header: 'Counterparty', width: 112, grow: 3, text: ({ party }) => party ?? none },
  {
    id: 'reference',
    header: 'Reference',
    width: 90,
    grow: 2,
    mono: true,
    text: ({ reference }) => reference ?? none,
  },
  { id: 'marks', header: 'Marks', width: 120, grow: 3 },
]

/** Beside an open alert, which repeats the rest, a list keeps what tells its lines apart. */
export const besideDetails = (isWide: boolean): readonly string[] =>
  isWide
    ? ['at', 'kind', 'event', 'direction', 'amount', 'party', 'marks']
    : ['at', 'event', 'amount', 'party']
