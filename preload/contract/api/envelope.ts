/** What crosses the border for a call: a result, never an exception. */
import type { Failure, FailureCode, UniversalFailure } from './failures.ts'
import type { Result } from '../kernel/result.ts'
import type { Command, Query } from './verbs.ts'
import type { z } from '../kernel/zod.ts'

/** Prefix of every channel, so that the preload can refuse anything else. */
export const channelPrefix = 'countersign:'

/** The failures that a verb may answer: its own and the universal ones. */
export type FailureOf<V> =
  V extends Command<z.ZodType, z.ZodType, infer F extends FailureCode>
    ? Failure<F | UniversalFailure>
    : Failure<'not-found' | UniversalFailure>

/** The answer of a verb. */
export type AnswerOf<V> = V extends Query<z.ZodType, infer O> | Command<z.ZodType, infer O>
  ? Result<z.output<O>, FailureOf<V>>
  : never

/** What a verb takes. */
export type InputOf<V> = V extends Query<infer I> | Command<infer I> ? z.input<I> : never
