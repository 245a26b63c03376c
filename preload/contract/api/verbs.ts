/** The three verbs of the border. `query` reads, `command` changes the world, `event` flows from main to the window. */
import type { FailureCode } from './failures.ts'
import type { Role } from '../domain/operators/roles.ts'
import { z } from '../kernel/zod.ts'

/** What goes in or comes out where nothing does. */
export const nothing = z.void()
/** What any change to a profile may meet. */
export const setUpFailures = ['practice-only', 'profile-retired', 'profile-busy'] as const

/**
 * Who may use a verb: whoever stands before the workstation, locked or not; anyone who is signed in; or holders of
 * one of these roles.
 */
export type Allowed = 'whoever' | 'anyone' | readonly Role[]

export interface Query<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly verb: 'query'
  readonly input: I
  readonly output: O
  readonly allowed: Allowed
  readonly failures: readonly FailureCode[]
}
export interface Command<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  F extends FailureCode = FailureCode,
> {
  readonly verb: 'command'
  readonly input: I
  readonly output: O
  readonly allowed: Allowed
  readonly failures: readonly F[]
}
export interface Event<P extends z.ZodType = z.ZodType> {
  readonly verb: 'event'
  readonly payload: P
}
export type Verb = Query | Command | Event

/** Reads; never changes anything. */
export const query = <I extends z.ZodType, O extends z.ZodType>(
  input: I,
  output: O,
  allowed: Allowed = 'anyone',
): Query<I, O> => ({ verb: 'query', input, output, allowed, failures: ['not-found'] })

/** Changes the world; names the failures it may answer beside the universal ones. */
export const command = <I extends z.ZodType, O extends z.ZodType, const F extends FailureCode>(
  input: I,
  output: O,
  failures: readonly F[],
  allowed: Allowed,
): Command<I, O, F> => ({ verb: 'command', input, output, failures, allowed })

/** Flows from main to the window. */
export const event = <P extends z.ZodType>(payload: P): Event<P> => ({ verb: 'event', payload })
