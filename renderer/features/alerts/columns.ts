/** The text of an alert in a line of the list. */
import { alertKindLabels, type AlertLine } from '../../../preload/contract/api/alerts/alert.ts'
import { amountUnit } from '../../text/amount-unit.ts'
import { moneyOf } from '../../text/order-badges.ts'
import { localTime } from '../../text/times.ts'
import type { Column } from '../../ui/table/columns.ts'
import { amountOf } from './heading.ts'
import { eventOf } from './text.ts'
import { formats } from '../../text/formats.ts'

/** A line has no room for the year, and a narrow window none for seconds; the details show them. */
const yearLength = '2026-'.length

/** The sign for a missing value. */
export const none = '\u2014'

/**
 * The receiver of an ACH entry may be this client, so the text names the role instead of the other
 * party.
 */
const partyOf = ({ kind, party }: AlertLine): string => {
  if (party === null) return none
  return kind === 'ach' ? `to ${party}` : party
}

const sides = { credit: 'Credits', debit: 'Debits' } as const

const marksOf = ({ marks }: AlertLine): string => marks.join(', ')

/** All columns; marks are text, and the reference is shown by default, if there is room. */
export const alertColumns = (isWide: boolean): readonly Column<AlertLine>[] => [
  {
    id: 'at',
    header: 'Received',
    width: isWide ? 112 : 96,
    fits: isWide ? formats.second : formats.minute,
    sortable: true,
    copy: ({ receivedAt }) => localTime(receivedAt),
    text: ({ receivedAt }) =>
      localTime(receivedAt).slice(yearLength, isWide ? undefined : -':00'.length),
  },
  {
    id: 'kind',
    header: 'Kind',
    width: 58,
    sortable: true,
    text: ({ kind }) => alertKindLabels[kind],
  },
  {
    id: 'event',
    header: 'Event',
    width: 126,
    fits: ['COLLECTED', 'In Process', 'Cancelled'],
    hasSign: true,
    least: isWide ? undefined : 116,
    grow: isWide ? 4 : 3,
    sortable: true,
    copy: (row) => eventOf(row).label,
    ...(isWide && { text: (row) => `${eventOf(row).label} ${eventOf(row).meaning}` }),
  },
  {
    id: 'direction',
    header: 'Direction',
    width: 100,
    fits: ['incoming', 'credit', 'debit'],
    hasSign: true,
    sortable: true,
    copy: ({ direction }) => direction,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: isWide ? 164 : 126,
    fits: formats.amount,
    align: 'right',
    sortable: true,
    text: (row) => amountOf(row) || none,
    copy: (row) => amountOf(row) || null,
    sum: ({ amount, currency, direction }) => ({
      amount,
      unit: amountUnit(direction === null ? null : sides[direction], currency),
    }),
  },
  {
    id: 'account',
    header: 'Account',
    width: 86,
    fits: formats.account,
    sortable: true,
    text: ({ account }) => account ?? none,
    copy: ({ account }) => account,
  },
  {
    id: 'party',
    header: isWide ? 'Other party' : 'Party',
    width: 108,
    least: isWide ? undefined : 92,
    grow: 6,
    sortable: true,
    text: partyOf,
    copy: (row) => (row.party === null ? null : partyOf(row)),
  },
  {
    id: 'reference',
    header: 'Reference',
    width: 136,
    grow: 2,
    mono: true,
    hidden: !isWide,
    sortable: true,
    text: ({ reference }) => reference ?? none,
    copy: ({ reference }) => reference,
  },
  isWide
    ? { id: 'marks', header: 'Marks', width: 120, grow: 3, copy: marksOf }
    : { id: 'marks', header: 'Marks', width: 60, copy: marksOf },
]

const groupTitle = ({ group, ...alert }: AlertLine): string =>
  group?.title ?? (alert.party === null ? 'Unmatched' : `Unmatched, ${partyOf(alert)}`)

const groupAmount = ({ group, ...alert }: AlertLine): string => {
  if (!group) return amountOf(alert) || none
  return group.minor === null
    ? `${group.currency} unknown`
    : moneyOf({ amount: group.minor, currency: group.currency })
}

/**
 * The columns of a list with one line for each payment or batch: its newest alert, the number of
 * its alerts and its amount.
 */
export const groupColumns = (isWide: boolean): readonly Column<AlertLine>[] => {
  const own = alertColumns(isWide).filter(({ id }) => ['at', 'kind', 'event', 'marks'].includes(id))
  return own.flatMap((column) =>
    column.id === 'marks'
      ? [
          {
            id: 'group',
            header: 'Payment or batch',
            width: 160,
            grow: 6,
            text: groupTitle,
          },
          {
            id: 'alerts',
            header: 'Alerts',
            width: 72,
            align: 'right' as const,
            text: ({ group }: AlertLine) => (group?.alerts ?? 1).toLocaleString('en-US'),
          },
          {
            id: 'sum',
            header: 'Amount',
            width: isWide ? 164 : 136,
            fits: formats.amount,
            align: 'right' as const,
            text: groupAmount,
          },
          column,
        ]
      : [column],
  )
}

/** The columns beside an open alert, which shows the rest; the most important first. */
export const besideDetails = (isWide: boolean): readonly string[] => {
  const first = ['event', 'amount', 'sum', 'group', 'party', 'at', 'alerts', 'marks']
  return isWide ? [...first, 'direction', 'kind'] : first
}
