/**
 * Amounts as files write them: with a currency, a sign, parentheses, or `DR` behind. A sign alone
 * never decides the direction of money.
 */
import { amountFrom } from '../../../../preload/contract/kernel/money.ts'
import { statementIn } from './cell-statements.ts'

export interface AmountCell {
  /** Without currency, plus and minus; the cell as it is if it is not an amount. */
  readonly text: string
  /** With its minus or parentheses. */
  readonly signed: string
  readonly isNegative: boolean
  readonly isZero: boolean
  /** The direction that the cell itself names. */
  readonly direction: string | undefined
}

const currency = '(?:USD|US\\$|\\$)'
const before = new RegExp(`^(\\(?\\s*(?:[-+]\\s*)?)${currency}\\s*`, 'i')
const behind = new RegExp(`(?<!\\s)\\s*${currency}(\\s*\\)?)$`, 'i')

/** Longer texts are no amounts, and are not searched for one. */
const longest = 60

/** Reads a cell that is not blank. */
export function amountCell(cell: string): AmountCell {
  if (cell.length > longest)
    return { text: cell, signed: cell, isNegative: false, isZero: false, direction: undefined }
  const [, digits = cell, word = ''] = /^(.*[\d)])\s*(cr|dr|credit|debit)\.?$/i.exec(cell) ?? []
  const bare = digits.replace(before, '$1').replace(behind, '$1').trim()
  const signed = asShown(bare.replace(/^\+\s*(?=[\d.])/, '').replace(/(?<=[\d.])\s*\+$/, ''))
  const negative = /^\(\s*([\d.,]+)\s*\)$|^-\s*([\d.,]+)$|^([\d.,]+)\s*-$/.exec(signed)
  const text = negative?.slice(1).join('') ?? signed
  const read = amountFrom(text)
  return {
    text,
    signed,
    isNegative: negative !== null,
    isZero: 'minor' in read && read.minor === 0,
    direction: word === '' ? undefined : statementIn('creditDebitCode', word)?.said.creditDebitCode,
  }
}

/** Returns whether a cell is an amount, whatever its sign. */
export const isAmountCell = (cell: string): boolean => 'minor' in amountFrom(amountCell(cell).text)

/**
 * A number computed by a workbook, rounded to the fifteen digits that the workbook shows: 0.1 + 0.2
 * is shown as 0.3.
 */
function asShown(text: string): string {
  if (!/^-?\d+\.\d+$/.test(text) || text.replace(/\D/g, '').replace(/^0+/, '').length < 16)
    return text
  const shown = Number(Number(text).toPrecision(15))
  return /e/i.test(String(shown)) ? text : String(shown)
}
