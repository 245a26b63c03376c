/** Outcomes and addenda of the seeded entries. */
import type { SecCode } from './code-texts.ts'
import type { Counterparty } from './entry.ts'

const creditReturns = ['R03', 'R02', 'R04', 'R06', 'R16']
const debitReturns = ['R01', 'R10', 'R09', 'R07', 'R08', 'R05', 'R29', 'R20']
const changes = Array.from({ length: 13 }, (_, at) => `C${String(at + 1).padStart(2, '0')}`)

/** Outcomes of the entries, by their number. */
export interface Fates {
  /** Returns the return reason of an entry; null for most entries. */
  returnReason(count: number, credit: boolean): string | null
  /** Returns the change code of an entry; null for most entries. */
  changeCode(count: number): string | null
}

/** Cycles through every return reason and every change code. */
export function seededFates(): Fates {
  const turns = { credit: 0, debit: 0, change: 0 }
  const next = (codes: readonly string[], of: keyof typeof turns): string | null => {
    turns[of] += 1
    return codes[(turns[of] - 1) % codes.length] ?? null
  }
  return {
    returnReason: (count, credit) => {
      if (count % 11 !== 6) return null
      return credit ? next(creditReturns, 'credit') : next(debitReturns, 'debit')
    },
    changeCode: (count) => (count % 8 === 3 ? next(changes, 'change') : null),
  }
}

/** Returns the corrected data of a notification of change. */
export function correctedData(
  changeCode: string,
  { accountNumber, routingNumber, name }: Counterparty,
): { correctedData: string } {
  const account = `${accountNumber.slice(0, 15)}9`
  const data: Readonly<Record<string, string>> = {
    C01: account,
    C02: routingNumber,
    C03: `${routingNumber} ${account}`,
    C04: name.toUpperCase(),
    C05: '37',
    C06: `${account} 37`,
    C07: `${routingNumber}${account} 37`,
    C08: routingNumber.slice(0, 8),
    C09: 'M20417',
    C10: 'ALDER FALLS TOWN',
    C11: '9550142001',
    C12: 'ALDER FALLS TOWN 9550142001',
    C13: 'ADDENDA FORMAT',
  }
  return { correctedData: data[changeCode] ?? '' }
}

/** One CTX of the history carries this many addenda records. */
export const manyAddenda = 120

const invoices = (turn: number, howMany: number): string[] =>
  Array.from(
    { length: howMany },
    (_, at) =>
      `RMR*IV*INV${String(40_000 + turn * 150 + at)}**${String(125 + at)}.50*${String(130 + at)}.00\\`,
  )

/** Returns the payment related information for entries of an SEC code. */
export function remittanceOf(secCode: SecCode, turn: number): string[] {
  if (secCode === 'CTX') return invoices(turn, turn === 3 ? manyAddenda : 2 + (turn % 7))
  if (secCode === 'CCD' && turn % 2 === 0) return [`REF*CR*PO${String(7_000 + turn)}\\`]
  return secCode === 'WEB' && turn % 5 === 2 ? [`ORDER ${String(90_000 + turn)}`] : []
}
