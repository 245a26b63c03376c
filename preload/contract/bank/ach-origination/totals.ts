/** What a batch adds up to, credits and debits apart, to the cent. */
import { totalOf, type MinorUnits } from '../../kernel/money.ts'

/** One amount and its direction: C credits the receiver, D debits it. */
export interface Counted {
  readonly creditDebitCode: 'C' | 'D'
  readonly amount: MinorUnits
}

/** The totals of a batch. */
export interface BatchTotals {
  readonly entries: number
  readonly credits: MinorUnits
  readonly debits: MinorUnits
}

/** Adds up. Credits and debits are never set off; a total beyond what counts exactly is a problem. */
export function totalsOf(details: readonly Counted[]): BatchTotals | { problem: 'too-large' } {
  const of = (code: Counted['creditDebitCode']) =>
    totalOf(details.filter((one) => one.creditDebitCode === code).map(({ amount }) => amount))
  const credits = of('C')
  const debits = of('D')
  if ('problem' in credits) return credits
  if ('problem' in debits) return debits
  return { entries: details.length, credits: credits.minor, debits: debits.minor }
}
