/** Under which name an amount is added up: a sum never mixes directions or currencies. */
import { meaningOf } from '../../preload/contract/bank/codes/index.ts'

const codesOfSides: Readonly<Record<string, string>> = { C: 'Credits', D: 'Debits' }

/** The direction by a code of the bank, C or D; any other code as it came. */
export function sideOf(creditOrDebit: string): string {
  const code = creditOrDebit.trim().toUpperCase()
  return codesOfSides[code] ?? `Direction \u201c${creditOrDebit.trim()}\u201d`
}

/** The direction by an ACH transaction code; a return or a change counts apart from what it is of. Null: not told. */
export function sideOfCode(transactionCode: string | null): string | null {
  const code = (transactionCode ?? '').trim()
  const entry = meaningOf('ach-transaction-code', code)
  const group = entry?.facts?.find(({ label }) => label === 'Group')?.value ?? ''
  const side = ['credits', 'debits'].find((word) => group.endsWith(word))
  if (side === undefined) return null
  if (/[16]$/.test(code)) return `Returns and NOC of ${side}`
  return side === 'credits' ? 'Credits' : 'Debits'
}

/** What a sum of amounts is called: its direction, then its currency; what is not told is said. */
export function amountUnit(side: string | null, currency: string | null): string {
  const money = currency === null || currency.trim() === '' ? 'currency not told' : currency.trim()
  const isPlain = side === 'Credits' || side === 'Debits'
  if (isPlain && money !== 'currency not told') return `${side} ${money}`
  return `${side ?? 'Direction not told'}, ${money}`
}
