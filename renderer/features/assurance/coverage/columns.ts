/** The texts of the four lists. */
import type {
  CoverageDay,
  CoverageGap,
  RecoveredItem,
  SweepPart,
} from '../../../../preload/contract/api/coverage/coverage.ts'
import { amountAsWritten } from '../../../../preload/contract/kernel/money.ts'
import { localTime, zoned } from '../../../text/times.ts'
import type { Column } from '../../../ui/table/columns.ts'
import {
  causeText,
  dayBadges,
  gapBadges,
  lengthText,
  partDays,
  partLook,
  partText,
  reasonText,
  shortTime,
  watchedText,
} from './text.ts'
import { formats, labelsOf } from '../../../text/formats.ts'

/** A line with a permanent id. */
export type DayRow = CoverageDay & { readonly id: string }
export type PartRow = SweepPart & { readonly id: string }

const number = (value: number): string => value.toLocaleString('en-US')

export const dayColumns: readonly Column<DayRow>[] = [
  { id: 'day', header: 'Day', width: 100, fits: formats.day, fixed: true, text: ({ day }) => day },
  {
    id: 'state',
    header: 'Coverage',
    width: 130,
    fits: labelsOf(dayBadges),
    hasSign: true,
    text: ({ state }) => dayBadges[state].label,
  },
  { id: 'listener', header: 'Listener', width: 124, grow: 1, text: watchedText },
  {
    id: 'received',
    header: 'Alerts',
    width: 82,
    align: 'right',
    holds: 'number',
    text: ({ received }) => number(received),
  },
  {
    id: 'gaps',
    header: 'Gaps',
    width: 64,
    align: 'right',
    holds: 'number',
    text: ({ gaps }) => number(gaps),
  },
  {
    id: 'swept',
    header: zoned('Checked to'),
    width: 132,
    fits: formats.minute,
    grow: 1,
    text: ({ sweptTo, gaps }) => shortTime(sweptTo) || (gaps > 0 ? 'not yet' : ''),
  },
  {
    id: 'recovered',
    header: 'Recovered',
    width: 96,
    align: 'right',
    holds: 'number',
    text: ({ recovered }) => number(recovered),
  },
  {
    id: 'check',
    header: 'To check',
    width: 80,
    align: 'right',
    holds: 'number',
    text: ({ toCheck }) => number(toCheck),
  },
  {
    id: 'collected',
    header: zoned('Collected to'),
    width: 132,
    fits: formats.minute,
    hidden: true,
    text: ({ collected }) => shortTime(collected),
  },
  {
    id: 'settled',
    header: zoned('Settled to'),
    width: 132,
    fits: formats.minute,
    hidden: true,
    text: ({ settled }) => shortTime(settled),
  },
  {
    id: 'returned',
    header: zoned('Returned to'),
    width: 132,
    fits: formats.minute,
    hidden: true,
    text: ({ returned }) => shortTime(returned),
  },
  {
    id: 'payments',
    header: zoned('Payments to'),
    width: 132,
    fits: formats.minute,
    hidden: true,
    text: ({ payments }) => shortTime(payments),
  },
]

export const gapColumns: readonly Column<CoverageGap>[] = [
  {
    id: 'from',
    header: zoned('From'),
    width: 150,
    fits: formats.instant,
    fixed: true,
    text: ({ from }) => localTime(from),
  },
  {
    id: 'until',
    header: zoned('Until'),
    width: 150,
    fits: formats.instant,
    text: ({ until }) => (until === null ? 'ongoing' : localTime(until)),
  },
  { id: 'length', header: 'Length', width: 92, align: 'right', text: lengthText },
  {
    id: 'state',
    header: 'State',
    width: 136,
    fits: labelsOf(gapBadges),
    hasSign: true,
    text: ({ state }) => gapBadges[state].label,
  },
  { id: 'cause', header: 'Cause', width: 190, grow: 3, text: causeText },
  {
    id: 'healed',
    header: 'Recovered',
    width: 96,
    align: 'right',
    holds: 'number',
    text: ({ sweep }) => (sweep ? number(sweep.healed) : ''),
  },
  {
    id: 'calls',
    header: 'Calls',
    width: 72,
    align: 'right',
    holds: 'number',
    text: ({ sweep }) => (sweep ? number(sweep.calls) : ''),
  },
]
export const besideGap = ['from', 'state', 'cause']

/** The amount with thousands separators; a text that is no amount as the bank wrote it. */
export const amountOf = ({ amount, currency }: RecoveredItem): string =>
  amount === null ? '' : `${currency ?? ''} ${amountAsWritten(amount)}`.trim()

export const recoveredColumns: readonly Column<RecoveredItem>[] = [
  {
    id: 'at',
    header: zoned('Found'),
    width: 132,
    fits: formats.minute,
    text: ({ at }) => shortTime(at),
  },
  { id: 'event', header: 'Event', width: 104, fixed: true, text: ({ event }) => event },
  {
    id: 'day',
    header: 'Event day',
    width: 100,
    fits: formats.day,
    text: ({ eventDay }) => eventDay ?? '',
  },
  {
    id: 'account',
    header: 'Account',
    width: 84,
    fits: formats.account,
    text: ({ account }) => account,
  },
  {
    id: 'party',
    header: 'Party',
    width: 96,
    grow: 3,
    text: ({ party }) => party ?? '',
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 132,
    fits: formats.amount,
    align: 'right',
    text: amountOf,
  },
  {
    id: 'trace',
    header: 'Trace or wire number',
    width: 148,
    fits: formats.trace,
    mono: true,
    text: ({ traceNumber, transactionId }) => traceNumber ?? transactionId ?? '',
  },
  { id: 'code', header: 'Code', width: 60, text: ({ returnCode }) => returnCode ?? '' },
  {
    id: 'alert',
    header: 'Alert',
    width: 100,
    text: ({ alert }) => (alert ? 'arrived later' : 'not received'),
  },
]
export const besideRecovered = ['event', 'party', 'amount']

export const partColumns: readonly Column<PartRow>[] = [
  { id: 'what', header: 'Request', width: 236, grow: 3, fixed: true, text: partText },
  { id: 'days', header: 'Days', width: 176, fits: formats.days, text: partDays },
  { id: 'state', header: 'State', width: 152, text: (part) => partLook(part).label },
  { id: 'why', header: 'Reason', width: 200, grow: 4, text: ({ why }) => reasonText(why) },
  {
    id: 'swept',
    header: zoned('Swept'),
    width: 132,
    fits: formats.minute,
    text: ({ plannedAt }) => shortTime(plannedAt),
  },
]
export const besidePart = ['what', 'days']
