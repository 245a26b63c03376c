/**
 * The workstations of a team at the bank. The bank counts their calls and pauses as one customer's.
 * Each has a consumer key with its own tokens and breaches; accounts, payments and batches are one.
 */
import type { Clock } from '../platform/clock.ts'
import { Arrivals } from './arrivals.ts'
import { BreachBook } from './breach-book.ts'
import type { Enrolment } from './enrolment.ts'
import { sameSecret } from './secrets.ts'
import { basicPair } from './token-call.ts'
import { bearerIn, TokenIssuer } from './token-issuer.ts'

export interface Member {
  readonly enrolment: Enrolment
  /** Of all members. */
  readonly arrivals: Arrivals
  readonly breaches: BreachBook
  readonly tokens: TokenIssuer
  /** Calls by the status of their answer. */
  readonly byStatus: Map<string, number>
}

export type Members = readonly [Member, ...Member[]]

/** Creates the counts of the members; `countingClock` is that of arrivals. */
export function openMembers(
  [first, ...others]: readonly [Enrolment, ...Enrolment[]],
  clock: Clock,
  countingClock = clock,
): Members {
  const noted: BreachBook[] = []
  const breaches: Pick<BreachBook, 'note'> = {
    // Nobody knows whose call was one too many.
    note: (...breach) => {
      for (const book of noted) book.note(...breach)
    },
  }
  const arrivals = new Arrivals(countingClock, breaches, first.callsPerSecond)
  const open = (enrolment: Enrolment): Member => {
    const own = new BreachBook(clock)
    noted.push(own)
    return {
      enrolment,
      arrivals,
      breaches: own,
      tokens: new TokenIssuer(clock),
      byStatus: new Map(),
    }
  }
  return [open(first), ...others.map(open)]
}

/**
 * Returns the member whose consumer key or token an Authorization header carries. A call that names
 * nobody is the first member's: every call counts.
 */
export function callerOf(members: Members, authorization: string | undefined): Member {
  const consumerKey = basicPair(authorization)?.user
  const token = bearerIn(authorization)
  const named = members.find(
    ({ enrolment, tokens }) =>
      (consumerKey !== undefined && sameSecret(consumerKey, enrolment.consumerKey)) ||
      (token !== null && tokens.knows(token)),
  )
  return named ?? members[0]
}

/** Clears counts, breaches and the pause; tokens stay valid. */
export function clearMember({ arrivals, breaches, tokens, byStatus }: Member): void {
  arrivals.clear()
  breaches.clear()
  tokens.clear()
  byStatus.clear()
}
