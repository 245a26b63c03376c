/**
 * A row of any endpoint as a line of the list; a field is null if its endpoint does not supply it
 * (bank notes 48-54).
 */
import type { AchRow } from '../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import { countIn } from '../../bank/answers/page-facts.ts'
import { meaningOf, type CodeFamilyId } from '../../../preload/contract/bank/codes/index.ts'
import type { RowReading } from './endpoints.ts'

type Line = Omit<AchRow, 'row'>
type Of<K extends RowReading['of']> = Extract<RowReading, { of: K }>['reading']
type StatusOf = Of<'status'>

const blank: Line = {
  status: null,
  parNumber: null,
  traceNumber: null,
  amount: null,
  creditOrDebit: null,
  date: null,
  dateIs: null,
  secCode: null,
  transactionCode: null,
  account: null,
  receiver: null,
  originator: null,
  returnReasonCode: null,
  addenda: null,
  notificationsOfChange: null,
  internationalAddenda: null,
}

/** Returns the first date present, and its meaning. */
function firstDate(
  ...dates: readonly (readonly [string | null, NonNullable<AchRow['dateIs']>])[]
): Pick<Line, 'date' | 'dateIs'> {
  const [date, dateIs] = dates.find(([one]) => one !== null) ?? [null, null]
  return { date, dateIs }
}

function current(reading: Of<'list-item'> | Of<'detail'>): Line {
  const { receivingParty, originatingParty } = reading
  return {
    ...blank,
    status: reading.transactionStatus,
    parNumber: reading.parNumber,
    traceNumber: reading.traceNumber,
    amount: reading.transactionAmount,
    ...firstDate([reading.returnDate, 'returned'], [reading.settlementDate, 'settled']),
    secCode: reading.secCode,
    transactionCode: reading.transactionCode,
    account: reading.receivingAccount?.accountNumber ?? null,
    receiver: receivingParty?.companyName ?? receivingParty?.customerName ?? null,
    originator: originatingParty?.companyName ?? originatingParty?.customerName ?? null,
    returnReasonCode: reading.returnReasonCode,
    addenda: countIn(reading.addendaCount),
    notificationsOfChange: countIn(reading.notificationOfChangeAddendaCount),
    internationalAddenda: countIn(reading.internationalAddendaCount),
  }
}

/** The fields that return and collected transactions share. */
function entry(reading: Of<'returned'> | Of<'collected'>): Line {
  return {
    ...blank,
    parNumber: reading.parNumber,
    traceNumber: reading.traceNumber,
    amount: reading.transactionAmount,
    creditOrDebit: reading.creditOrDebit,
    secCode: reading.secCode,
    transactionCode: reading.transactionCode,
    account: reading.receivingAccountNumber ?? reading.sourceAccountNumber,
    receiver: reading.receivingCompanyName ?? reading.receivingCustomerName,
    originator: reading.originatingCompanyName ?? reading.originatingCustomerName,
  }
}

const returned = (reading: Of<'returned'>): Line => ({
  ...entry(reading),
  ...firstDate(
    [reading.returnReleaseDate, 'returned'],
    [reading.sourceTransactionSettledDate, 'settled'],
    [reading.sourceTransactionProcessDate, 'processed'],
  ),
  returnReasonCode: reading.returnReasonCode,
})

function collected(reading: Of<'collected'>): Line {
  const addenda = reading.addendaInformation
  return {
    ...entry(reading),
    ...firstDate(
      [reading.sourceTransactionPostDate, 'posted'],
      [reading.sourceTransactionSettledDate, 'settled'],
      [reading.sourceTransactionProcessDate, 'processed'],
    ),
    addenda: addenda?.nonIatAddendum.length ?? null,
    notificationsOfChange: addenda?.nocAddendum.length ?? null,
    internationalAddenda: addenda?.iatAddendum.length ?? null,
  }
}

const posted = (reading: Of<'posted'>): Line => ({
  ...blank,
  parNumber: reading.parNumber,
  amount: reading.transactionAmount,
  creditOrDebit: reading.creditOrDebit,
  ...firstDate([reading.processDate, 'processed']),
  account: reading.sourceAccountNumber,
})

/** One of three results; POSTED was removed from the document and is still read (bank note 50). */
function statusLine({ achStatus: status, ...groups }: StatusOf): Line {
  const of = groups.collected ?? groups.returned ?? groups.posted
  if (!of) return { ...blank, status }
  const common = {
    ...blank,
    status,
    parNumber: of.parNumber,
    amount: of.transactionAmount,
    creditOrDebit: of.creditOrDebit,
  }
  if (groups.collected) return { ...common, ...collectedResult(groups.collected) }
  if (groups.returned) {
    return {
      ...common,
      ...firstDate([groups.returned.returnReleaseDate, 'returned']),
      transactionCode: groups.returned.transactionCode,
      returnReasonCode: groups.returned.returnReasonCode,
    }
  }
  return { ...common, ...firstDate([groups.posted?.processDate ?? null, 'processed']) }
}

const collectedResult = (reading: NonNullable<StatusOf['collected']>): Partial<Line> => ({
  ...firstDate(
    [reading.sourceTransactionPostDate, 'posted'],
    [reading.sourceTransactionSettledDate, 'settled'],
    [reading.sourceTransactionProcessDate, 'processed'],
  ),
  traceNumber: reading.traceNumber,
  secCode: reading.secCode,
  transactionCode: reading.transactionCode,
  account: reading.sourceAccountNumber,
  receiver: reading.receivingCompanyName ?? reading.receivingCustomerName,
  originator: reading.originatingCompanyName ?? reading.originatingCustomerName,
})

function lineOf(row: RowReading): Line {
  switch (row.of) {
    case 'list-item':
    case 'detail':
      return current(row.reading)
    case 'returned':
      return returned(row.reading)
    case 'collected':
      return collected(row.reading)
    case 'posted':
      return posted(row.reading)
    case 'status':
      return statusLine(row.reading)
  }
}

/** Returns the line of a row, masked if its reading is masked. */
export const rowLine = (row: number, reading: RowReading): AchRow => ({ row, ...lineOf(reading) })

const codes = {
  status: 'ach-transaction-status',
  secCode: 'sec-code',
  transactionCode: 'ach-transaction-code',
  creditOrDebit: 'credit-or-debit',
  returnReasonCode: 'return-reason',
} as const satisfies Partial<Record<keyof Line, CodeFamilyId>>

/**
 * Returns the line of a masked row with its listed codes restored. Otherwise a party named like a
 * code, such as a company whose name begins with "Web", would mask that code in every row of its
 * page.
 */
export function maskedLine(row: number, masked: RowReading, full: RowReading): AchRow {
  const line = rowLine(row, masked)
  const inFull = rowLine(row, full)
  const listed = Object.entries(codes).flatMap(([name, family]) => {
    const code = inFull[name as keyof typeof codes]
    return code !== null && meaningOf(family, code) !== undefined ? [[name, code] as const] : []
  })
  return { ...line, ...Object.fromEntries(listed) }
}

/** The full accounts of a row for searching, without leading zeros (bank note 36). */
export function accountsOf(row: RowReading): string {
  const { reading } = row
  const named = (part: object | null): (string | null)[] =>
    Object.entries(part ?? {}).map(([name, value]) =>
      /AccountNumber$|^accountNumber$/.test(name) && typeof value === 'string' ? value : null,
    )
  const parts =
    row.of === 'list-item' || row.of === 'detail'
      ? [row.reading.receivingAccount, row.reading.originatingAccount]
      : row.of === 'status'
        ? [row.reading.collected, row.reading.posted, row.reading.returned]
        : [reading]
  return parts
    .flatMap(named)
    .flatMap((account) => (account === null ? [] : [significantAccount(account)]))
    .join('\n')
}

/**
 * The receiver of a row as the validation form takes it; blank where the row does not supply it.
 */
export function receiverOf(row: RowReading): {
  readonly accountNumber: string
  readonly routingNumber: string
  readonly name: string
} {
  switch (row.of) {
    case 'list-item':
    case 'detail': {
      const { receivingAccount: account, receivingParty: party } = row.reading
      return {
        accountNumber: account?.accountNumber ?? '',
        routingNumber: account?.routingNumber ?? '',
        name: party?.companyName ?? party?.customerName ?? '',
      }
    }
    case 'returned':
    case 'collected':
      return {
        accountNumber: row.reading.receivingAccountNumber ?? '',
        routingNumber: row.reading.receivingFIRoutingNumber ?? '',
        name: row.reading.receivingCompanyName ?? row.reading.receivingCustomerName ?? '',
      }
    case 'status': {
      const { collected: of } = row.reading
      const name = of?.receivingCompanyName ?? of?.receivingCustomerName ?? ''
      return { accountNumber: '', routingNumber: '', name }
    }
    case 'posted':
      return { accountNumber: '', routingNumber: '', name: '' }
  }
}
