/** The text of an alert in a line of the list. */
import {
  alertKindLabels,
  type AlertGroup,
  type AlertLine,
} from '../../../preload/contract/api/alerts/alert.ts'
import { amountForReading, minorUnits } from '../../../preload/contract/kernel/money.ts'
import { amountUnit } from '../../text/amount-unit.ts'
import { localTime, localMinute, zoned } from '../../text/times.ts'
import type { Column, Summand } from '../../ui/table/columns.ts'
import { amountOf, currencyOf } from './heading.ts'
import { eventLabels, eventOfLine, markTexts, shownMinor } from './text.ts'
import { formats } from '../../text/formats.ts'

/** The sign for a missing value. */
export const none = '\u2014'

/**
 * The receiver of an ACH entry may be this client, so the text names the role instead of the other
 * party.
 */
export const partyOf = ({ kind, party }: Pick<AlertLine, 'kind' | 'party'>): string => {
  if (party === null) return none
  return kind === 'ach' ? `to ${party}` : party
}

const sides = { credit: 'Credits', debit: 'Debits' } as const

const marksOf = ({ marks }: AlertLine): string => marks.join(', ')

/** The texts of the badges, each with the room of its sign and its edges. */
const badgesOf = ({ marks, receipts }: AlertLine): string =>
  [
    ...marks.map((mark) => markTexts[mark].label),
    ...(receipts > 1 ? [`received ${String(receipts)} times`] : []),
  ]
    .map((label) => `${label}${'\u2003'.repeat(5)}`)
    .join('')

const summandOf = ({ amount, direction, ...alert }: AlertLine): Summand => ({
  amount,
  unit: amountUnit(direction === null ? null : sides[direction], currencyOf(alert)),
})

/** All columns; marks are text, and the reference is shown by default, if there is room. */
export const alertColumns = (isWide: boolean): readonly Column<AlertLine>[] => [
  {
    id: 'at',
    header: zoned('Received'),
    width: isWide ? 150 : 128,
    fits: isWide ? formats.instant : formats.minute,
    sortable: true,
    copy: ({ receivedAt }) => localTime(receivedAt),
    text: ({ receivedAt }) => (isWide ? localTime(receivedAt) : localMinute(receivedAt)),
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
    width: 122,
    fits: eventLabels,
    fitsRows: true,
    hasSign: true,
    grow: isWide ? 4 : 0,
    isKey: true,
    sortable: true,
    copy: (row) => eventOfLine(row).label,
    ...(isWide && { text: (row) => `${eventOfLine(row).label} ${eventOfLine(row).meaning}` }),
  },
  {
    id: 'direction',
    header: 'Direction',
    width: 100,
    fits: ['incoming', 'credit', 'debit'],
    hasSign: true,
    hideEmpty: true,
    sortable: true,
    copy: ({ direction }) => direction,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: isWide ? 164 : 126,
    fits: formats.amount,
    align: 'right',
    isKey: true,
    sortable: true,
    text: (row) => amountOf(row) || none,
    copy: (row) => amountOf(row) || null,
    sum: summandOf,
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
    isKey: true,
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
    ? {
        id: 'marks',
        header: 'Marks',
        width: 200,
        grow: 3,
        hideEmpty: true,
        text: badgesOf,
        copy: marksOf,
      }
    : { id: 'marks', header: 'Marks', width: 60, hideEmpty: true, copy: marksOf },
]

/** A wire, RTP payment or ACH entry that no order of this workstation explains. */
export const isUnmatched = ({ group, kind, isIncomingCredit }: AlertLine): boolean =>
  group === null && kind !== 'other' && !isIncomingCredit

/** A payment by its alert, a batch by its description; the rest belongs to no order. */
function groupTitle(line: AlertLine): string {
  const { group, party } = line
  if (group?.kind === 'batch') return group.title || 'No description'
  if (group) return party ?? group.title
  if (!isUnmatched(line)) return partyOf(line)
  return party === null ? 'Unmatched' : `Unmatched, ${partyOf(line)}`
}

const readable = (minor: number | null, currency: string): string =>
  minor === null ? 'unknown' : amountForReading(minorUnits(minor), currency)

/** The amount of a whole batch. */
export const batchAmount = ({ minor, currency }: AlertGroup): string =>
  `${currency} ${readable(minor, currency)}`

/** The amount of the shown event of a batch: a return is not of the whole batch. */
const amountOfEvent = (line: AlertLine): string | null =>
  line.group?.kind === 'batch' ? readable(shownMinor(line), line.group.currency) : null
/** The amount of a line: of the event that it shows, or of its alert. */
const lineAmount = (line: AlertLine): string => {
  const ofEvent = amountOfEvent(line)
  return ofEvent === null ? amountOf(line) : `${line.group?.currency ?? ''} ${ofEvent}`
}

/**
 * The columns of a list with one line for each payment or batch: its newest alert, the number of
 * its alerts and the amount of what they report.
 */
export const groupColumns = (isWide: boolean): readonly Column<AlertLine>[] =>
  alertColumns(isWide).flatMap((column): readonly Column<AlertLine>[] => {
    switch (column.id) {
      case 'amount':
        return [
          {
            ...column,
            text: (row) => lineAmount(row) || none,
            copy: (row) => lineAmount(row) || null,
            sum: (row) => ({
              ...summandOf(row),
              ...(row.group?.kind === 'batch' && { amount: amountOfEvent(row) }),
            }),
          },
        ]
      case 'party':
        return [{ ...column, header: 'Payment or batch', text: groupTitle, copy: groupTitle }]
      case 'marks':
        return [
          {
            id: 'alerts',
            header: 'Alerts',
            width: 72,
            align: 'right',
            text: ({ group }) => (group?.alerts ?? 1).toLocaleString('en-US'),
          },
          column,
        ]
      default:
        return [column]
    }
  })

/** The columns beside an open alert, which shows the rest; the most important first. */
export const besideDetails = (isWide: boolean): readonly string[] => {
  const first = ['event', 'amount', 'marks', 'party', 'at', 'alerts']
  return isWide ? [...first, 'direction', 'kind'] : first
}
