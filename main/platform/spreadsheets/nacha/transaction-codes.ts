/**
 * The transaction codes of entries: account type, direction, and whether money moves (Nacha,
 * transaction codes). The list of valid codes is in the code book only.
 */
import { familyOf } from '../../../../preload/contract/bank/codes/index.ts'

/** Meaning of a code; `why` if its entry cannot be originated unchanged. */
export interface TransactionCode {
  readonly accountType: string
  readonly creditDebitCode: string
  /**
   * L: live; P: a prenotification. The bank's documents do not define L and P; this is an inference
   * (bank note 78).
   */
  readonly transactionType: string
  readonly isZeroDollar: boolean
  readonly why: string | null
}

const known = new Set(familyOf('ach-transaction-code')?.entries.map(({ code }) => code))

/** The only debit to a loan account: reverses a credit, and has no prenotification. */
const loanReversal = '55'

type CodeMeaning = readonly [way: 'C' | 'D', kind: 'live' | 'prenote' | 'zero']

/** Direction and kind of an entry, by the last digit of its code. */
const lastDigits: Readonly<Record<string, CodeMeaning>> = {
  '2': ['C', 'live'],
  '3': ['C', 'prenote'],
  '4': ['C', 'zero'],
  '7': ['D', 'live'],
  '8': ['D', 'prenote'],
  '9': ['D', 'zero'],
}
const accounts: Readonly<Record<string, string>> = { '2': 'C', '3': 'S' }
/** Accounts whose entries are not originated. */
export const refusedAccounts = {
  generalLedger: 'a general ledger account',
  loan: 'a loan account',
} as const
const otherAccounts: Readonly<Record<string, string>> = {
  '4': refusedAccounts.generalLedger,
  '5': refusedAccounts.loan,
}
/** Names the account of an entry that is not originated. */
export const refusedAccountText = (named: string, account: string): string =>
  `${named}: ${account}; only checking and savings are originated`

const unknown = (code: string, why: string): TransactionCode => ({
  accountType: '',
  creditDebitCode: '',
  transactionType: '',
  isZeroDollar: false,
  why: `Transaction code ${code.trim() === '' ? '(blank)' : code.trim()}: ${why}`,
})

/** Reads a code. */
export function transactionCode(code: string): TransactionCode {
  const [account = '', last = ''] = code
  const isReversal = code === loanReversal
  const meaning: CodeMeaning | undefined = isReversal ? ['D', 'live'] : lastDigits[last]
  if (/^[2345][16]$/.test(code))
    return unknown(code, 'a return or a notification of change, which is not originated')
  if (meaning === undefined || !known.has(code)) return unknown(code, 'not a network code')
  const [way, kind] = meaning
  const other = isReversal ? 'the reversal of a loan credit' : otherAccounts[account]
  return {
    accountType: accounts[account] ?? '',
    creditDebitCode: way,
    transactionType: kind === 'prenote' ? 'P' : 'L',
    isZeroDollar: kind === 'zero',
    why: other === undefined ? null : refusedAccountText(`Transaction code ${code}`, other),
  }
}

/** Returns the code of an entry; null if its account type or its direction has none. */
export function transactionCodeOf(entry: {
  readonly accountType: string
  readonly creditDebitCode: string
  readonly isPrenote: boolean
  readonly isZeroDollar: boolean
}): string | null {
  const first = { C: '2', S: '3' }[entry.accountType]
  const base = { C: 2, D: 7 }[entry.creditDebitCode]
  if (first === undefined || base === undefined) return null
  const kind = entry.isPrenote ? 1 : entry.isZeroDollar ? 2 : 0
  return `${first}${String(base + kind)}`
}
