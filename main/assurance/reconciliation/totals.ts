/** The sums of a report: per currency and direction, exact to the last unit. Pure. */
import { minorUnits, totalOf } from '../../../preload/contract/kernel/money.ts'
import {
  matches,
  type FlowTotals,
  type Match,
  type OutcomeTotals,
  type ReconciliationLine,
  type ReportTotals,
} from '../../../preload/contract/api/reconciliation/reconciliation.ts'

type Side = ReconciliationLine['here'] | ReconciliationLine['bank']

/** Returns the amount of a side that counts in the sums; null if none does. */
const countedIn = (side: Side): number | null => (side?.counts === true ? side.amount : null)
/** What is pending is in no sum of the day, and its outcome shows how much it is. */
const outcomeIn = (match: Match, side: Side): number | null =>
  match === 'pending' ? (side?.amount ?? null) : countedIn(side)
const isUnreadable = (side: Side): boolean => side?.counts === true && side.amount === null

/** Returns the currency under which a line is summed; its two sides may name different ones. */
const currencyOf = (line: ReconciliationLine): string =>
  line.here?.currency ?? line.bank?.currency ?? ''

function sumOf(amounts: readonly (number | null)[]): { count: number; amount: number | null } {
  const counted = amounts.filter((amount) => amount !== null)
  const total = totalOf(counted.map(minorUnits))
  return { count: counted.length, amount: 'minor' in total ? total.minor : null }
}

/** Groups by a text, in the order of first appearance. */
function groupsOf<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

interface Placed {
  readonly currency: string
  readonly flow: ReconciliationLine['flow']
  readonly here: Side
  readonly bank: Side
}

/** A line whose sides name two currencies counts in the sums of each. */
const placesOf = ({ here, bank, flow }: ReconciliationLine): Placed[] =>
  here !== null && bank !== null && here.currency !== bank.currency
    ? [
        { currency: here.currency, flow, here, bank: null },
        { currency: bank.currency, flow, here: null, bank },
      ]
    : [{ currency: here?.currency ?? bank?.currency ?? '', flow, here, bank }]

function flowTotalsOf(group: readonly Placed[], first: Placed): FlowTotals {
  const here = sumOf(group.map((one) => countedIn(one.here)))
  const bank = sumOf(group.map((one) => countedIn(one.bank)))
  const difference = here.amount === null || bank.amount === null ? null : bank.amount - here.amount
  return {
    currency: first.currency,
    flow: first.flow,
    here,
    bank,
    difference: difference !== null && Number.isSafeInteger(difference) ? difference : null,
    unreadable: group.filter((one) => isUnreadable(one.here) || isUnreadable(one.bank)).length,
  }
}

const flowOrder = ['out', 'in', 'unknown']

/** Returns all sums of these lines. */
export function totalsOf(lines: readonly ReconciliationLine[]): ReportTotals {
  const places = lines.flatMap(placesOf)
  const flows = [...groupsOf(places, ({ currency, flow }) => `${currency} ${flow}`).values()]
    .flatMap((group) => (group[0] ? [flowTotalsOf(group, group[0])] : []))
    .toSorted(
      (one, other) =>
        one.currency.localeCompare(other.currency) ||
        flowOrder.indexOf(one.flow) - flowOrder.indexOf(other.flow),
    )
  const outcomeKey = (line: ReconciliationLine): string =>
    [line.match, line.reasons[0] ?? '', currencyOf(line), line.flow].join(' ')
  const outcomes = [...groupsOf(lines, outcomeKey).values()].flatMap((group): OutcomeTotals[] => {
    const [first] = group
    if (!first) return []
    return [
      {
        match: first.match,
        reason: first.reasons[0] ?? null,
        currency: currencyOf(first),
        flow: first.flow,
        lines: group.length,
        here: sumOf(group.map(({ match, here }) => outcomeIn(match, here))),
        bank: sumOf(group.map(({ match, bank }) => outcomeIn(match, bank))),
      },
    ]
  })
  return {
    lines: {
      all: lines.length,
      agreed: 0,
      pending: 0,
      returned: 0,
      differs: 0,
      'missing-at-bank': 0,
      'not-from-here': 0,
      ...Object.fromEntries(
        matches.map((match) => [match, lines.filter((line) => line.match === match).length]),
      ),
    },
    flows,
    outcomes: outcomes.toSorted(
      (one, other) => matches.indexOf(one.match) - matches.indexOf(other.match),
    ),
    unreadable: lines.filter(({ here, bank }) => isUnreadable(here) || isUnreadable(bank)).length,
  }
}
