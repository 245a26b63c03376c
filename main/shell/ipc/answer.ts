/**
 * Answers one call from the window: role, input, handler, output, envelope, in this order. Knows no
 * Electron, so that the contract tests put every channel through it; serve.ts adds the sender check.
 */
import { isAllowed, rolesFor } from '../../../preload/contract/api/may-use.ts'
import { err, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Failure, FailureCode } from '../../../preload/contract/api/failures.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import { sourceOfIssue } from '../../../preload/contract/kernel/rule-source.ts'
import type { Command, Query } from '../../../preload/contract/api/verbs.ts'
import type { z } from '../../../preload/contract/kernel/zod.ts'
import { StoreError } from '../../store/store-error.ts'
import type { CallContext } from '../../platform/handlers.ts'

export type AnyHandler = (input: unknown, context: CallContext) => unknown

/** What an answer needs to know of main. */
export interface AnswerContext {
  /** The operator at the workstation now. */
  currentOperator(): Operator
  /** Whether it is an operator who signed in and has not locked the workstation since. */
  isSignedIn(): boolean
  /** Which sign-in it is: another number after each lock and each sign-in. */
  visit(): number
  /** Writes the detail of something unforeseen to main's log and returns its reference. */
  reportUnforeseen(channel: string, problem: unknown): string
  /** The profile that main shows now. */
  shownProfile(): string
  /** Told of what was refused here, before any handler had it. */
  refused?(channel: string, input: unknown, code: FailureCode): Promise<void> | void
}

/** A call's own part: the profile that the window showed when it called; undefined before it knew one. */
interface CallMeaning {
  readonly meantProfile?: unknown
}

type Refusal = { readonly ok: false; readonly error: Failure }

/**
 * Puts a call through its verb.
 *
 * @returns the handler's result, or a typed refusal: `signed-out` while nobody is signed in, and where whoever asked has
 *   left before the answer was there (what was done stays done); `profile-changed` when the window showed another
 *   profile than main does now (design P7), `not-permitted`, `invalid-input` with every broken field, or `internal`
 *   with a reference when the handler threw or answered outside the contract. Never throws.
 */
export async function answer(
  channel: string,
  verb: Query | Command,
  handler: AnyHandler,
  input: unknown,
  context: AnswerContext & CallMeaning,
): Promise<Result<unknown, Failure>> {
  const operator = context.currentOperator()
  const hasLeft = leaving(verb, context)
  const parsed = whyRefused(verb, operator, context) ?? parse(verb, input)
  if (!parsed.ok) {
    await context.refused?.(channel, input, parsed.error.code)
    return parsed
  }
  try {
    const result = (await handler(parsed.value, { operator })) as Result<unknown, Failure>
    if (hasLeft()) return err({ code: 'signed-out' })
    return result.ok ? { ok: true, value: verb.output.parse(result.value) } : result
  } catch (problem) {
    // The store was closed with the profile that whoever asked has left.
    const isClosed = problem instanceof StoreError && problem.code === 'STORE_CLOSED'
    if (isClosed && hasLeft()) return err({ code: 'signed-out' })
    return err({ code: 'internal', reference: context.reportUnforeseen(channel, problem) })
  }
}

/** Tells whether whoever asks now is here no more: what was asked before a lock is not answered after it. */
function leaving({ allowed }: Query | Command, context: AnswerContext): () => boolean {
  if (allowed === 'whoever') return () => false
  const [profile, visit] = [context.shownProfile(), context.visit()]
  return () =>
    !context.isSignedIn() || context.shownProfile() !== profile || context.visit() !== visit
}

/** Refused before anything of the input is read. */
function whyRefused(
  { allowed }: Query | Command,
  operator: Operator,
  context: AnswerContext & CallMeaning,
): Refusal | undefined {
  const { meantProfile } = context
  if (meantProfile !== undefined && meantProfile !== context.shownProfile())
    return err({ code: 'profile-changed' })
  if (allowed !== 'whoever' && !context.isSignedIn()) return err({ code: 'signed-out' })
  if (!isAllowed(allowed, operator.roles))
    return err({ code: 'not-permitted', needs: [...rolesFor({ allowed })] })
  return undefined
}

function parse({ input: schema }: Query | Command, input: unknown): Result<unknown, Failure> {
  const parsed = schema.safeParse(input)
  return parsed.success ? { ok: true, value: parsed.data } : invalidInput(parsed.error)
}

function invalidInput(error: z.ZodError): Refusal {
  const fields = error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
    source: sourceOfIssue(issue),
  }))
  return err({ code: 'invalid-input', fields })
}
