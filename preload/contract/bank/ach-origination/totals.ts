/** Totals of a batch, credits and debits separate, exact to the cent. */
import { totalOf, type MinorUnits } from '../../kernel/money.ts'

/** An amount with its direction: C credits the receiver, D debits the receiver. */
export interface Counted {
  readonly creditDebitCode: 'C' | 'D'
  readonly amount: MinorUnits
}

export interface BatchTotals {
  readonly entries: number
  readonly credits: MinorUnits
  readonly debits: MinorUnits
}

/**
 * Returns the totals, without netting credits against debits; a total beyond the exact range of a
 * number is a problem.
 */
export function totalsOf(details: readonly Counted[]): BatchTotals | { problem: 'too-large' } {
  const of = (code: Counted['creditDebitCode']) =>
    totalOf(details.filter((one) => one.creditDebitCode === code).map(({ amount }) => amount))
  const credits = of('C')
  const debits = of('D')
  if ('problem' in credits) return credits
  if ('problem' in debits) return debits
  return { entries: details.length, credits: credits.minor, debits: debits.minor }
}
