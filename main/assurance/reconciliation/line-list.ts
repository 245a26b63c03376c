/** Selects and sorts the lines of a report. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  lineKinds,
  matches,
  type LinesRequest,
  type ReconciliationLine,
} from '../../../preload/contract/api/reconciliation/reconciliation.ts'
import { folded } from '../../store/collation.ts'

type Wanted = Pick<LinesRequest, 'filter' | 'search' | 'sort'>
type Key = string | number | null

const keys: Readonly<
  Record<NonNullable<LinesRequest['sort']>['column'], (line: ReconciliationLine) => Key>
> = {
  match: ({ match }) => matches.indexOf(match),
  kind: ({ kind, service }) => `${String(lineKinds.indexOf(kind))} ${service}`,
  party: ({ party }) => (party === '' ? null : folded(party)),
  reference: ({ reference }) => (reference === '' ? null : reference),
  here: ({ here }) => here?.amount ?? null,
  bank: ({ bank }) => bank?.amount ?? null,
  day: ({ here, bank }) => here?.day ?? bank?.day ?? null,
}

/** Lines that differ or are missing come before lines that agree. */
const worstFirst = ['differs', 'missing-at-bank', 'not-from-here', 'returned', 'pending', 'agreed']

const compare = (one: Key, other: Key): number =>
  one === other ? 0 : one === null ? 1 : other === null ? -1 : one < other ? -1 : 1

const searched = ({ party, reference, here, bank }: ReconciliationLine): string =>
  folded(
    [
      party,
      reference,
      here?.reference,
      here?.party,
      bank?.party,
      bank?.trace,
      bank?.parNumber,
      bank?.transactionId,
      bank?.amountText,
    ].join(' '),
  )

/** Returns the requested lines in order; missing values come last in either direction. */
export async function orderedLines(
  lines: readonly ReconciliationLine[],
  { filter, search = '', sort }: Wanted,
): Promise<readonly ReconciliationLine[]> {
  const words = folded(search).split(/\s+/).filter(Boolean)
  const wanted = lines.filter(
    (line) =>
      (filter === 'all' || line.match === filter) &&
      (words.length === 0 || words.every((word) => searched(line).includes(word))),
  )
  await nextTurn()
  const byId = (one: ReconciliationLine, other: ReconciliationLine) =>
    one.id < other.id ? -1 : one.id > other.id ? 1 : 0
  if (!sort)
    return wanted.toSorted(
      (one, other) =>
        worstFirst.indexOf(one.match) - worstFirst.indexOf(other.match) || byId(one, other),
    )
  const key = keys[sort.column]
  const sign = sort.direction === 'ascending' ? 1 : -1
  return wanted
    .map((line) => ({ line, key: key(line) }))
    .toSorted((one, other) => {
      const isBlank = one.key === null || other.key === null
      return compare(one.key, other.key) * (isBlank ? 1 : sign) || byId(one.line, other.line)
    })
    .map(({ line }) => line)
}
