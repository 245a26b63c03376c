/** The answer of a call across the border: a result, never an exception. */
import type { Failure, FailureCode, UniversalFailure } from './failures.ts'
import type { Result } from '../kernel/result.ts'
import type { Command, Query } from './define-channel.ts'
import type { z } from '../kernel/zod.ts'

/** Prefix of every channel. The preload adds it, so that the window can reach no other channel. */
export const channelPrefix = 'countersign:'

/** Failures that a channel may return: its own and the universal ones. */
export type FailureOf<V> =
  V extends Command<z.ZodType, z.ZodType, infer F extends FailureCode>
    ? Failure<F | UniversalFailure>
    : Failure<'not-found' | UniversalFailure>

/** Answer of a channel. */
export type AnswerOf<V> = V extends Query<z.ZodType, infer O> | Command<z.ZodType, infer O>
  ? Result<z.output<O>, FailureOf<V>>
  : never

/** Input of a channel. */
export type InputOf<V> = V extends Query<infer I> | Command<infer I> ? z.input<I> : never
