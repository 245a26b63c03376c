/**
 * Which look-ups speak for a second sending. Not found right after a timeout is no proof of absence (trap 67), so one
 * counts only some time after the sending ended, and only a short time before the second person confirms.
 */
import type { Selectable } from 'kysely'
import type { Policy } from '../../preload/contract/operators/policy.ts'
import type { Statement } from '../../preload/contract/orders/standing.ts'
import type { OrderAttemptsTable, OrderLookUpsTable } from '../storage/money-tables.ts'

/** Of what the bank said, whether it named the payment. */
type Told = Pick<Statement, 'source'>
type Answered = Pick<Selectable<OrderLookUpsTable>, 'word'>

type Attempt = Pick<Selectable<OrderAttemptsTable>, 'seq' | 'journalled_at' | 'ended_at'>
type LookUp = Pick<Selectable<OrderLookUpsTable>, 'at' | 'verdict' | 'after_attempt' | 'looked_by'>

const minuteMs = 60_000

/** From when on a look-up counts; null while nothing was sent, or what was sent has not ended. */
export function lookUpCountsFrom(
  attempts: readonly Attempt[],
  { lookUpAfterMinutes }: Pick<Policy, 'lookUpAfterMinutes'>,
): Date | null {
  const last = attempts.at(-1)
  if (last === undefined || attempts.some(({ ended_at }) => ended_at === null)) return null
  const endedMs = Math.max(...attempts.map(({ ended_at }) => Date.parse(ended_at ?? '')))
  return Number.isFinite(endedMs) ? new Date(endedMs + lookUpAfterMinutes * minuteMs) : null
}

/**
 * Whether the bank has told of this payment by itself: an alert that is about it, or any word of a look-up, which
 * only an answer that names it has. What `initiate` said is of that sending alone.
 */
export const bankHasTold = (statements: readonly Told[], lookUps: readonly Answered[]): boolean =>
  statements.some(({ source }) => source !== 'initiate') ||
  lookUps.some(({ word }) => word !== null)

/** Whether this look-up counts as evidence at all, however long ago it was. */
export const lookUpCounts = (
  lookUp: LookUp,
  attempts: readonly Attempt[],
  policy: Pick<Policy, 'lookUpAfterMinutes'>,
): boolean => {
  const from = lookUpCountsFrom(attempts, policy)
  return (
    from !== null &&
    lookUp.verdict === 'not-found' &&
    lookUp.after_attempt >= (attempts.at(-1)?.seq ?? Infinity) &&
    Date.parse(lookUp.at) >= from.getTime()
  )
}

/**
 * Whether the look-ups of an order speak for a second sending now: the newest that was answered by its reference says
 * not found, counts and is fresh, and no other way of asking found something, even undecided, the last time.
 */
export function lookUpsAllowSecond(
  lookUps: readonly LookUp[],
  attempts: readonly Attempt[],
  policy: Pick<Policy, 'lookUpAfterMinutes' | 'lookUpFreshMinutes'>,
  now: Date,
): boolean {
  const answered = lookUps.filter(({ verdict }) => verdict !== 'no-answer')
  const byReference = answered.findLast(({ looked_by }) => looked_by === 'reference')
  const byId = answered.findLast(({ looked_by }) => looked_by === 'transaction-id')
  if (byId !== undefined && byId.verdict !== 'not-found') return false
  if (byReference === undefined || !lookUpCounts(byReference, attempts, policy)) return false
  const ageMs = now.getTime() - Date.parse(byReference.at)
  // A clock that was set back makes no look-up fresh.
  return ageMs >= -1000 && ageMs <= policy.lookUpFreshMinutes * minuteMs
}
