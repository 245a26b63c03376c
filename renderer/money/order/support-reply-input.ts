/** The input about a reply of bank support: about an unknown outcome, or about a return. */
import { z } from '../../../preload/contract/kernel/zod.ts'
import { instantOfTyped, typedTimeFormat } from '../../text/times.ts'

/** A possible reply, as an operator selects it. */
export interface ReplyChoice<Result extends string> {
  readonly value: Result
  readonly label: string
  readonly hint: string
}

/** As typed. The time is local, as `2026-11-24 14:05:32`, or without seconds. */
export interface TypedReply<Result extends string> {
  result: Result | undefined
  contact: string
  time: string
  ticket: string
}

const longest = 120
const text = (missing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(longest, `At most ${String(longest)} characters`)

/** The input as it is sent, with the time as an instant. Its fields are in the order of the form. */
export const supportReplyInput = <Result extends string>(choices: readonly ReplyChoice<Result>[]) =>
  z.object({
    result: z.enum(
      choices.map(({ value }) => value),
      'Choose the bank\u2019s reply',
    ),
    contact: text('Enter the contact at the bank'),
    time: z
      .string()
      .transform(instantOfTyped)
      .pipe(z.string(`Enter a local time: ${typedTimeFormat}`)),
    ticket: text('Enter the bank ticket number'),
  })
