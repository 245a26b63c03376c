/**
 * Bank events that nobody originated here: other systems' batches, incoming money, unexplained
 * debits.
 */
import type {
  BankSide,
  Flow,
  Reason,
  ReconciliationLine,
} from '../../../preload/contract/api/reconciliation/reconciliation.ts'
import { bankStatusOf } from '../../money/bank-status.ts'
import { bankSideOf, inOrder } from './bank-text.ts'
import { turned, type BankEvent } from './bank-event.ts'
import { isWireRow, type NamedPayment } from './movements.ts'
import { returnedOn } from './match-entries.ts'

interface Dated {
  readonly day: string
  readonly dayBy: BankSide['dayBy']
}

/**
 * Returns the day of a movement: collected, else settled, else executed by the bank's own dates;
 * else the day of arrival.
 */
export function movedOn(bankEvents: readonly BankEvent[]): Dated {
  const reported =
    bankEvents.find((one) => one.collectedOn !== null)?.collectedOn ??
    bankEvents.find((one) => one.settledOn !== null)?.settledOn ??
    bankEvents.find((one) => one.executedOn !== null && !isWireRow(one))?.executedOn ??
    bankEvents.find((one) => one.executedOn !== null)?.executedOn ??
    null
  if (reported !== null) return { day: reported, dayBy: 'bank' }
  return { day: inOrder(bankEvents)[0]?.receivedOn ?? '', dayBy: 'received' }
}

const reasonOf = (flow: Flow): Reason =>
  flow === 'in' ? 'incoming-credit' : flow === 'out' ? 'unexplained-debit' : 'unknown-direction'

const flowIn = (bankEvents: readonly BankEvent[]): Flow =>
  bankEvents.find(({ flow }) => flow !== 'unknown')?.flow ?? 'unknown'

/**
 * Whether a payment that is not from here moved money: false if the bank says that it failed or was
 * cancelled.
 */
function isMoved(bankEvents: readonly BankEvent[]): boolean {
  const reported = bankEvents.flatMap((one) =>
    one.statusText === null
      ? []
      : [
          {
            vocabulary: 'business' as const,
            statusText: one.statusText,
            at: one.at,
            bankTime: null,
          },
        ],
  )
  const { kind } = bankStatusOf(reported)
  return kind !== 'failed' && kind !== 'cancelled'
}

function line(
  key: string,
  bankEvents: readonly BankEvent[],
  part: Pick<ReconciliationLine, 'kind' | 'flow'> & {
    readonly on: Dated
    readonly counts: boolean
  },
  perhapsOurs: boolean,
): ReconciliationLine {
  const { on, counts, kind, flow } = part
  const ordered = inOrder(bankEvents)
  const newest = ordered.at(-1)
  const { side, remarks } = bankSideOf(bankEvents, {
    ...on,
    counts,
    asSent: null,
    statusText: ordered.findLast(({ statusText }) => statusText !== null)?.statusText ?? null,
  })
  const service = newest?.kind === 'ach' ? 'ACH' : (newest?.kind ?? 'other').toUpperCase()
  return {
    id: `${kind}:${key}`,
    kind,
    service,
    flow,
    match: 'not-from-here',
    reasons: kind === 'other-return' ? ['came-back', reasonOf(flow)] : [reasonOf(flow)],
    remarks: [...remarks, ...(perhapsOurs ? (['perhaps-ours'] as const) : [])],
    reference: side.trace ?? newest?.reference ?? side.transactionId ?? side.parNumber ?? '',
    party: side.party ?? '',
    here: null,
    bank: side,
  }
}

/** Money that nobody here originated: ACH events by their movements, and payments by name. */
export interface OthersEvents {
  readonly ach: readonly (readonly BankEvent[])[]
  readonly payments: readonly NamedPayment[]
}

/**
 * Returns the lines of a day that nobody here originated. `isOpen`: an alert that may be about a
 * payment of ours.
 */
export function unmatchedLines(
  { ach, payments }: OthersEvents,
  day: string,
  isOpen: (seq: number | null) => boolean,
): ReconciliationLine[] {
  const lines = [...ach.map((group) => [achKey(group), group] as const), ...payments].flatMap(
    ([key, group]): ReconciliationLine[] => {
      const perhaps = group.some(({ alertSeq }) => isOpen(alertSeq))
      const moved = group.filter(({ isReturn }) => !isReturn)
      const returns = group.filter(({ isReturn }) => isReturn)
      const isAch = group.some(({ kind }) => kind === 'ach')
      const lines: ReconciliationLine[] = []
      // A return carries the collection day of its entry, so that day has its movement even if no
      // other alert reported it.
      const known = isAch ? group : moved
      const on = movedOn(known)
      const isReported = moved.length > 0 || known.some((one) => one.collectedOn !== null)
      if (isReported && on.day === day) {
        const of = moved.length > 0 ? moved : group
        const kind = isAch ? ('other-ach' as const) : ('other-payment' as const)
        const counts = isAch || isMoved(moved)
        lines.push(line(key, of, { kind, flow: flowIn(group), on, counts }, perhaps))
      }
      const back = returns.length === 0 ? null : returnedOn(null, returns)
      if (back?.day === day) {
        const part = {
          kind: 'other-return',
          flow: turned(flowIn(group)),
          on: back,
          counts: true,
        } as const
        lines.push(line(key, returns, part, perhaps))
      }
      return lines
    },
  )
  return numbered(lines)
}

const achKey = (group: readonly BankEvent[]): string => {
  const first = (name: 'trace' | 'parNumber' | 'key') =>
    group
      .flatMap((one) => one[name] ?? [])
      .toSorted()
      .at(0)
  const name = first('trace') ?? first('parNumber')
  return name === undefined ? (first('key') ?? '') : `ach:${name}`
}

/** Movements of one day that share a number are told apart by their amounts. */
const numbered = (lines: readonly ReconciliationLine[]): ReconciliationLine[] =>
  [...Map.groupBy(lines, ({ id }) => id).values()].flatMap((same) =>
    same
      .toSorted((one, other) => (one.bank?.amount ?? 0) - (other.bank?.amount ?? 0))
      .map((one, at) => (at === 0 ? one : { ...one, id: `${one.id}#${String(at + 1)}` })),
  )
