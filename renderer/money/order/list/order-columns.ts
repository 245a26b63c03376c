/** The columns of payment and batch lists; sortable ones have the names that main uses. */
import { amountText, minorUnits } from '../../../../preload/contract/kernel/money.ts'
import type { OrderLine } from '../../../../preload/contract/domain/orders/order.ts'
import { amountUnit } from '../../../text/amount-unit.ts'
import { centsText, entriesText, furthestTexts } from '../../../text/batch-badges.ts'
import {
  bankStatusNote,
  moneyOf,
  orderStatusBadge,
  orderStatusBadges,
  checkBadges,
} from '../../../text/order-badges.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { localMinute, localTime, zoned } from '../../../text/times.ts'
import { formats, labelsOf } from '../../../text/formats.ts'

const checksOf = (line: OrderLine): string =>
  checkBadges(line)
    .map(({ label }) => label)
    .join(', ')
/** The worst check and the number of the others, as the cell shows them. */
function worstCheckOf(line: OrderLine): string {
  const [worst, ...others] = checkBadges(line)
  return [worst?.label ?? '', ...(others.length > 0 ? [`+${String(others.length)}`] : [])].join(' ')
}

const inDollars = (unit: string, cents: number) => ({
  amount: amountText(minorUnits(cents), 'USD'),
  unit: amountUnit(unit, 'USD'),
})

const columns = {
  state: {
    id: 'state',
    header: 'Status',
    width: 168,
    fits: labelsOf(orderStatusBadges),
    fitsRows: true,
    hasSign: true,
    least: 120,
    isKey: true,
    sortable: true,
    copy: (row) => orderStatusBadge(row).label,
  },
  bankStatus: {
    id: 'bankStatus',
    header: 'Bank status',
    width: 210,
    grow: 2,
    hidden: true,
    text: bankStatusNote,
  },
  amount: {
    id: 'amount',
    header: 'Amount',
    width: 152,
    fits: formats.amount,
    align: 'right',
    isKey: true,
    sortable: true,
    text: (row) => (row.amount === null ? '\u2014' : moneyOf(row)),
    copy: (row) => (row.amount === null ? null : moneyOf(row)),
    sum: ({ amount, currency, batch }) => ({
      amount: amount === null ? null : amountText(minorUnits(amount), currency),
      unit: amountUnit(batch ? 'Batches' : 'Debits', currency),
    }),
  },
  beneficiary: {
    id: 'beneficiary',
    header: 'Beneficiary',
    width: 150,
    least: 110,
    grow: 6,
    sortable: true,
    fixed: true,
    text: ({ beneficiary, batch }) =>
      batch ? `${beneficiary}, ${entriesText(batch)}` : beneficiary,
  },
  account: {
    id: 'account',
    header: 'Account',
    width: 92,
    fits: formats.account,
    text: ({ beneficiaryAccount }) => beneficiaryAccount,
  },
  service: { id: 'service', header: 'Service', width: 66, text: ({ service }) => service },
  date: {
    id: 'value-date',
    header: 'Value date',
    width: 96,
    fits: formats.day,
    sortable: true,
    text: ({ valueDate }) => valueDate,
  },
  flags: {
    id: 'flags',
    header: 'Checks',
    width: 130,
    grow: 3,
    text: worstCheckOf,
    copy: checksOf,
  },
  approvals: {
    id: 'approvals',
    header: 'Approvals',
    width: 84,
    align: 'right',
    text: ({ approvals }) => `${String(approvals.have)} of ${String(approvals.needed)}`,
  },
  maker: {
    id: 'maker',
    header: 'Maker',
    width: 110,
    grow: 1,
    sortable: true,
    text: ({ maker }) => maker.name,
  },
  debit: {
    id: 'debit',
    header: 'From',
    width: 150,
    grow: 2,
    hidden: true,
    text: ({ debitAccount }) => debitAccount,
  },
  bank: {
    id: 'bank',
    header: 'Bank',
    width: 150,
    grow: 2,
    hidden: true,
    text: ({ beneficiaryBank }) => beneficiaryBank,
  },
  reference: {
    id: 'reference',
    header: 'Reference',
    width: 216,
    mono: true,
    sortable: true,
    text: ({ reference }) => reference,
  },
  description: {
    id: 'beneficiary',
    header: 'Description',
    width: 150,
    least: 110,
    grow: 4,
    sortable: true,
    fixed: true,
    text: ({ beneficiary, batch }) =>
      batch?.isReversal ? `${beneficiary} (reversal)` : beneficiary,
  },
  sec: { id: 'service', header: 'SEC', width: 56, text: ({ service }) => service },
  entries: {
    id: 'entries',
    header: 'Entries',
    width: 72,
    align: 'right',
    holds: 'number',
    text: ({ batch }) => (batch?.entries ?? 0).toLocaleString('en-US'),
  },
  credits: {
    id: 'credits',
    header: 'Credits',
    width: 152,
    fits: formats.amount,
    isKey: true,
    align: 'right',
    text: ({ batch }) => centsText(batch?.credits ?? 0),
    sum: ({ batch }) => inDollars('Credits', batch?.credits ?? 0),
  },
  debits: {
    id: 'debits',
    header: 'Debits',
    width: 152,
    fits: formats.amount,
    align: 'right',
    text: ({ batch }) => centsText(batch?.debits ?? 0),
    sum: ({ batch }) => inDollars('Debits', batch?.debits ?? 0),
  },
  tally: {
    id: 'tally',
    header: 'Entries at the bank',
    width: 170,
    least: 120,
    grow: 5,
    text: ({ batch }) => (batch ? furthestTexts(batch).join(', ') : ''),
  },
  part: {
    id: 'part',
    header: 'Part of',
    width: 130,
    grow: 2,
    hidden: true,
    text: ({ batch }) =>
      batch?.part
        ? `${batch.part.file}, ${String(batch.part.part)} of ${String(batch.part.of)}`
        : '',
  },
  created: {
    id: 'created',
    header: zoned('Created'),
    width: 132,
    fits: formats.minute,
    sortable: true,
    copy: ({ createdAt }) => localTime(createdAt),
    text: ({ createdAt }) => localMinute(createdAt),
  },
  updated: {
    id: 'updated',
    header: zoned('Changed'),
    width: 132,
    fits: formats.minute,
    sortable: true,
    copy: ({ updatedAt }) => localTime(updatedAt),
    text: ({ updatedAt }) => localMinute(updatedAt),
  },
} as const satisfies Readonly<Record<string, Column<OrderLine>>>

/** All payments; in a narrow window account and reference are hidden by default. */
export const orderColumns = (isWide: boolean): readonly Column<OrderLine>[] => [
  columns.updated,
  { ...columns.state, width: isWide ? 190 : columns.state.width },
  columns.amount,
  columns.beneficiary,
  { ...columns.account, hidden: !isWide },
  columns.service,
  columns.date,
  { ...columns.flags, hidden: true },
  columns.maker,
  columns.debit,
  columns.bank,
  { ...columns.reference, hidden: !isWide },
  columns.bankStatus,
  { ...columns.created, hidden: true },
]

/** All batches; in a narrow window the uuid is hidden by default. */
export const batchColumns = (isWide: boolean): readonly Column<OrderLine>[] => [
  { ...columns.updated, hidden: !isWide },
  { ...columns.state, width: isWide ? 190 : columns.state.width },
  columns.sec,
  { ...columns.description, width: isWide ? columns.description.width : 112 },
  columns.entries,
  columns.credits,
  columns.debits,
  { ...columns.date, header: 'Effective' },
  { ...columns.tally, width: isWide ? columns.tally.width : 150 },
  { ...columns.maker, hidden: !isWide },
  { ...columns.approvals, hidden: true },
  { ...columns.debit, hidden: true },
  columns.part,
  columns.bankStatus,
  { ...columns.reference, header: 'Batch id', width: 272, hidden: true },
  { ...columns.created, hidden: true },
]

/** Orders that wait for approval; arguments against one are shown in its line. */
export const approvalColumns = (isWide: boolean): readonly Column<OrderLine>[] => [
  columns.created,
  // No wider than the amounts: names need the room.
  { ...columns.amount, width: 112, fitsRows: true },
  { ...columns.beneficiary, header: 'For' },
  { ...columns.account, hidden: !isWide },
  columns.service,
  columns.date,
  // Room for the longest check and the number of the others.
  { ...columns.flags, width: isWide ? 220 : 196, least: 176, isKey: true },
  columns.approvals,
  columns.maker,
  columns.debit,
  columns.bank,
  { ...columns.reference, hidden: !isWide },
]

/** Orders with an unknown outcome, by age. */
export const unknownOutcomeColumns = (isWide: boolean): readonly Column<OrderLine>[] => [
  columns.created,
  columns.amount,
  { ...columns.beneficiary, header: 'For' },
  columns.account,
  columns.service,
  columns.date,
  columns.maker,
  columns.debit,
  columns.bank,
  { ...columns.reference, hidden: !isWide },
  columns.updated,
]

/**
 * The columns beside an open order, which shows the rest; the most important first, as many as fit.
 */
export const besideOrder = (
  list: 'orders' | 'batches' | 'approvals' | 'unknown-outcome',
  isWide: boolean,
): readonly string[] => {
  if (list === 'batches') {
    const least = ['state', 'credits', 'beneficiary', 'value-date', 'debits', 'entries', 'service']
    return isWide ? [...least, 'tally'] : least
  }
  if (list === 'orders') {
    const least = ['state', 'amount', 'beneficiary', 'value-date']
    return isWide ? [...least, 'updated', 'service', 'maker'] : least
  }
  const rest = ['created', 'account', 'service', 'approvals', 'maker']
  if (list === 'unknown-outcome') {
    const least = ['amount', 'beneficiary', 'created']
    return isWide ? [...least, 'flags', ...rest] : least
  }
  // An approver sees the worst check of every item, also beside an open one.
  const least = ['amount', 'flags', 'beneficiary']
  return isWide ? [...least, ...rest] : least
}
