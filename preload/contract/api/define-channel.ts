/**
 * The three kinds of channels between window and main. `query` reads, `command` changes state, `event` goes from main to
 * the window.
 */
import type { FailureCode } from './failures.ts'
import type { Role } from '../domain/operators/roles.ts'
import { z } from '../kernel/zod.ts'

/** Schema for an input or output without a value. */
export const nothing = z.void()
/** Failures common to all changes of a profile. */
export const setUpFailures = ['practice-only', 'profile-retired', 'profile-busy'] as const

/**
 * Who may use a channel: any person at the workstation, even while locked; any signed-in operator; or
 * holders of one of these roles.
 */
export type Allowed = 'no-sign-in' | 'signed-in' | readonly Role[]

export interface Query<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly kind: 'query'
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
  readonly kind: 'command'
  readonly input: I
  readonly output: O
  readonly allowed: Allowed
  readonly failures: readonly F[]
}
export interface Event<P extends z.ZodType = z.ZodType> {
  readonly kind: 'event'
  readonly payload: P
}
export type ChannelDefinition = Query | Command | Event

/** Declares a read; never changes anything. */
export const query = <I extends z.ZodType, O extends z.ZodType>(
  input: I,
  output: O,
  allowed: Allowed = 'signed-in',
): Query<I, O> => ({ kind: 'query', input, output, allowed, failures: ['not-found'] })

/** Declares a change, with its own failures in addition to the universal ones. */
export const command = <I extends z.ZodType, O extends z.ZodType, const F extends FailureCode>(
  input: I,
  output: O,
  failures: readonly F[],
  allowed: Allowed,
): Command<I, O, F> => ({ kind: 'command', input, output, failures, allowed })

/** Declares an event from main to the window. */
export const event = <P extends z.ZodType>(payload: P): Event<P> => ({ kind: 'event', payload })
