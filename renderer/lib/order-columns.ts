/** The columns of lists of payment orders; those that main sorts by have its names. */
import { amountText, minorUnits } from '../../preload/contract/money.ts'
import type { OrderLine } from '../../preload/contract/orders/order.ts'
import { amountUnit } from '../banking/amount-unit.ts'
import { flagWords, moneyOf, orderLooks, standingLooks } from '../banking/order-looks.ts'
import type { Column } from '../ui/table/columns.ts'
import { localTime } from './times.ts'

/** A line has no room for the year and the seconds; the order beside the list says them. */
const short = (instant: string): string => localTime(instant).slice('2026-'.length, -':00'.length)

/** What the bank said stands beside the state and never in its place. */
const standingOf = ({ standing }: OrderLine): string =>
  standing.kind === 'not-said' ? '' : standingLooks[standing.kind].label

const flagsOf = ({ flags }: OrderLine): string =>
  flags.map((flag) => flagWords[flag].label).join(', ')

const columns = {
  state: {
    id: 'state',
    header: 'State',
    width: 168,
    least: 156,
    sortable: true,
    copy: ({ state, notSent }) =>
      notSent === null ? orderLooks[state].label : `${orderLooks[state].label}, not sent`,
  },
  standing: { id: 'standing', header: 'Bank', width: 130, copy: standingOf },
  amount: {
    id: 'amount',
    header: 'Amount',
    width: 138,
    align: 'right',
    sortable: true,
    text: (row) => (row.amount === null ? '\u2014' : moneyOf(row)),
    copy: (row) => (row.amount === null ? null : moneyOf(row)),
    sum: ({ amount, currency }) => ({
      amount: amount === null ? null : amountText(minorUnits(amount), currency),
      unit: amountUnit('Debits', currency),
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
    text: ({ beneficiary }) => beneficiary,
  },
  account: {
    id: 'account',
    header: 'Account',
    width: 92,
    text: ({ beneficiaryAccount }) => beneficiaryAccount,
  },
  service: { id: 'service', header: 'Service', width: 66, text: ({ service }) => service },
  date: {
    id: 'value-date',
    header: 'Value date',
    width: 96,
    sortable: true,
    text: ({ valueDate }) => valueDate,
  },
  flags: { id: 'flags', header: 'Payee', width: 130, grow: 3, copy: flagsOf },
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
  created: {
    id: 'created',
    header: 'Made',
    width: 96,
    sortable: true,
    copy: ({ createdAt }) => localTime(createdAt),
    text: ({ createdAt }) => short(createdAt),
  },
  updated: {
    id: 'updated',
    header: 'Changed',
    width: 96,
    sortable: true,
    copy: ({ updatedAt }) => localTime(updatedAt),
    text: ({ updatedAt }) => short(updatedAt),
  },
} as const satisfies Readonly<Record<string, Column<OrderLine>>>

/** All payments; in a narrow window account and reference stand where somebody asks for them. */
export const orderColumns = (isWide: boolean): readonly Column<OrderLine>[] => [
  columns.updated,
  { ...columns.state, width: isWide ? 190 : columns.state.width },
  columns.standing,
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
  { ...columns.created, hidden: true },
]

/** What waits for approval: what speaks against it stands in its line. */
export const approvalColumns = (isWide: boolean): readonly Column<OrderLine>[] => [
  columns.created,
  columns.amount,
  columns.beneficiary,
  { ...columns.account, hidden: !isWide },
  columns.service,
  columns.date,
  columns.flags,
  columns.approvals,
  columns.maker,
  columns.debit,
  columns.bank,
  { ...columns.reference, hidden: !isWide },
]

/** What is in doubt, by its age. */
export const doubtColumns = (isWide: boolean): readonly Column<OrderLine>[] => [
  columns.created,
  columns.amount,
  columns.beneficiary,
  columns.account,
  columns.service,
  columns.date,
  columns.maker,
  columns.debit,
  columns.bank,
  { ...columns.reference, hidden: !isWide },
  columns.updated,
]

/** What stays of a line beside an open order, which repeats the rest. */
export const besideOrder = (
  list: 'orders' | 'approvals' | 'doubt',
  isWide: boolean,
): readonly string[] => {
  if (list === 'orders') {
    const least = ['state', 'amount', 'beneficiary']
    return isWide ? ['updated', ...least, 'standing', 'service', 'value-date', 'maker'] : least
  }
  const first = list === 'doubt' ? ['created', 'amount', 'beneficiary'] : ['amount', 'beneficiary']
  if (isWide) return [...first, 'created', 'account', 'service', 'flags', 'approvals', 'maker']
  return first
}
