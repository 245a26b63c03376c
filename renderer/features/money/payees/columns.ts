/** The text of a payee in a line of the book. */
import type { PayeeLine } from '../../../../preload/contract/domain/payees/payee.ts'
import { localDay } from '../../../../preload/contract/kernel/calendar.ts'
import { localMinute, localTime, zoned } from '../../../text/times.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { kindText, servicesText, stateBadges } from './text.ts'
import { formats, labelsOf } from '../../../text/formats.ts'

/** All columns; in a narrow window the number of payments is hidden by default. */
export const payeeColumns = (isWide: boolean): readonly Column<PayeeLine>[] => [
  {
    id: 'name',
    header: 'Payee',
    width: 150,
    grow: 3,
    sortable: true,
    fixed: true,
    text: (row) => row.name,
  },
  {
    id: 'state',
    header: 'State',
    width: 136,
    fits: labelsOf(stateBadges),
    hasSign: true,
    least: 124,
    sortable: true,
    copy: (row) => stateBadges[row.state].label,
  },
  { id: 'kind', header: 'Kind', width: 76, fits: ['Business'], text: (row) => kindText(row.kind) },
  {
    id: 'account',
    header: 'Account',
    width: 92,
    fits: formats.account,
    mono: true,
    text: (row) => row.account,
  },
  {
    id: 'bank',
    header: 'Bank',
    width: 96,
    grow: 2,
    sortable: true,
    text: (row) => row.bankName,
  },
  {
    id: 'aba',
    header: 'ABA',
    width: 104,
    fits: formats.routing,
    mono: true,
    text: (row) => row.aba,
  },
  {
    id: 'services',
    header: 'Paid by',
    width: 88,
    fits: ['RTP, WIRE'],
    text: (row) => servicesText(row.services),
  },
  {
    id: 'payments',
    hidden: !isWide,
    header: 'Payments',
    width: 88,
    align: 'right',
    sortable: true,
    holds: 'number',
    text: (row) => row.payments.toLocaleString('en-US'),
    copy: (row) => String(row.payments),
  },
  {
    id: 'last-paid',
    header: zoned('Last paid'),
    width: 96,
    fits: formats.day,
    sortable: true,
    text: ({ lastPaidAt }) => (lastPaidAt === null ? 'never' : localDay(lastPaidAt)),
    copy: ({ lastPaidAt }) => (lastPaidAt === null ? 'never' : localTime(lastPaidAt)),
  },
  {
    id: 'changed',
    header: zoned('Changed'),
    width: 132,
    fits: formats.minute,
    sortable: true,
    hidden: true,
    text: (row) => localMinute(row.changedAt),
    copy: (row) => localTime(row.changedAt),
  },
]

/** The columns that remain beside an open payee. */
export const besidePayee: readonly string[] = ['name', 'state', 'account']
