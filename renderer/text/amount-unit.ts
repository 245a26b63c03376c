/** The unit under which an amount is added up: a sum never mixes directions or currencies. */
import { meaningOf } from '../../preload/contract/bank/codes/index.ts'

const codesOfSides: Readonly<Record<string, string>> = { C: 'Credits', D: 'Debits' }

/** The direction by the bank's code C or D; any other code as received. */
export function sideOf(creditOrDebit: string): string {
  const code = creditOrDebit.trim().toUpperCase()
  return codesOfSides[code] ?? `Direction \u201c${creditOrDebit.trim()}\u201d`
}

/**
 * The direction by an ACH transaction code; a return or a change is counted separately from its
 * original. Null: not known.
 */
export function sideOfCode(transactionCode: string | null): string | null {
  const code = (transactionCode ?? '').trim()
  const entry = meaningOf('ach-transaction-code', code)
  const group = entry?.facts?.find(({ label }) => label === 'Group')?.value ?? ''
  const side = ['credits', 'debits'].find((word) => group.endsWith(word))
  if (side === undefined) return null
  if (/[16]$/.test(code)) return `Returns and NOC of ${side}`
  return side === 'credits' ? 'Credits' : 'Debits'
}

/** The label of a sum: direction, then currency; unknown ones are called unknown. */
export function amountUnit(side: string | null, currency: string | null): string {
  const money =
    currency === null || currency.trim() === '' ? 'currency not stated' : currency.trim()
  const isPlain = side === 'Credits' || side === 'Debits'
  if (isPlain && money !== 'currency not stated') return `${side} ${money}`
  return `${side ?? 'Direction not stated'}, ${money}`
}
