/**
 * The workstations of a team at the bank. Each has a consumer key, and the bank counts calls, pauses,
 * tokens and breaches for each key; accounts, payments and batches are one.
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
  readonly arrivals: Arrivals
  readonly breaches: BreachBook
  readonly tokens: TokenIssuer
  /** Calls by the status of their answer. */
  readonly byStatus: Map<string, number>
}

export type Members = readonly [Member, ...Member[]]

/** Creates the counts of a consumer key; `countingClock` is that of arrivals. */
export function openMember(enrolment: Enrolment, clock: Clock, countingClock = clock): Member {
  const breaches = new BreachBook(clock)
  return {
    enrolment,
    arrivals: new Arrivals(countingClock, breaches, enrolment.callsPerSecond),
    breaches,
    tokens: new TokenIssuer(clock),
    byStatus: new Map(),
  }
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
