/**
 * Answers one call from the window: role, input, handler, output, envelope, in this order. Does not
 * use Electron, so that the contract tests can run every channel through it; serve.ts adds the
 * sender check.
 */
import { isAllowed, rolesFor } from '../../../preload/contract/api/may-use.ts'
import { err, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Failure, FailureCode } from '../../../preload/contract/api/failures.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import { sourceOfIssue } from '../../../preload/contract/kernel/rule-source.ts'
import type { Command, Query } from '../../../preload/contract/api/define-channel.ts'
import type { z } from '../../../preload/contract/kernel/zod.ts'
import { isDiskFull, StoreError } from '../../store/store-error.ts'
import { whileNoting, type Acting } from '../../platform/acting.ts'
import type { WindowCall } from '../../platform/handlers.ts'
import { CallerLeft, fileDialogs, type SystemDialogs } from '../../platform/files/file-dialogs.ts'

export type AnyHandler = (input: unknown, context: WindowCall) => unknown

export interface AnswerContext {
  /** The current operator. */
  currentOperator(): Operator
  /** Whether an operator has signed in and not locked the workstation since. */
  isSignedIn(): boolean
  /** A number that changes with each lock and each sign-in. */
  signInEpoch(): number
  /** Writes an unexpected problem to main's log and returns its reference. */
  reportUnforeseen(channel: string, problem: unknown): string
  /** The profile that main shows now. */
  shownProfile(): string
  /** Handlers reach them through the dialogs of their call alone. */
  readonly systemDialogs: SystemDialogs
  /** Called with each call that was refused here, before any handler received it. */
  refused?(channel: string, input: unknown, code: FailureCode): Promise<void> | void
}

/** The profile that the window showed at the call; undefined before the window knew one. */
interface ExpectedProfile {
  readonly expectedProfileId?: unknown
}

type Refusal = { readonly ok: false; readonly error: Failure }

/**
 * Runs a call through its channel.
 *
 * @returns the handler's result, or a typed refusal: `signed-out` while nobody is signed in, and if
 * the caller has left before the answer (completed work stays, and open dialogs do nothing);
 * `profile-changed` if the window showed another profile than main does now (Promise P7), `not-permitted`, `invalid-input` with
 * every invalid field, `store-full` or `store-away` if the store could not be used, or `internal`
 * with a reference if the handler threw anything else or its answer was outside the contract. Never
 * throws.
 */
export async function answer(
  channel: string,
  definition: Query | Command,
  handler: AnyHandler,
  input: unknown,
  context: AnswerContext & ExpectedProfile,
): Promise<Result<unknown, Failure>> {
  const operator = context.currentOperator()
  const hasLeft = leaving(definition, context)
  const mustStay = definition.allowed !== 'no-sign-in'
  const dialogs = fileDialogs(context.systemDialogs, hasLeft)
  const parsed = whyRefused(definition, operator, context) ?? parse(definition, input)
  if (!parsed.ok) {
    await context.refused?.(channel, input, parsed.error.code)
    return parsed
  }
  const acting: Acting = { hasActed: false }
  try {
    const call = { operator, dialogs }
    const handled = whileNoting(acting, () => handler(parsed.value, call))
    const result = (await handled) as Result<unknown, Failure>
    if (mustStay && hasLeft()) return err({ code: 'signed-out' })
    return result.ok ? { ok: true, value: definition.output.parse(result.value) } : result
  } catch (problem) {
    if (problem instanceof CallerLeft)
      return err({ code: mustStay ? 'signed-out' : 'profile-changed' })
    const isLeft = mustStay && hasLeft()
    // The store was closed with the profile that the caller has left.
    const isClosed = problem instanceof StoreError && problem.code === 'closed'
    if (isClosed && isLeft) return err({ code: 'signed-out' })
    const reference = context.reportUnforeseen(channel, problem)
    const failure = storeFailure(problem, acting)
    if (failure) return err(isLeft ? { code: 'signed-out' } : failure)
    return err({ code: 'internal', reference })
  }
}

/**
 * Returns a check whether the caller has left: a call from before a lock is not answered after it,
 * unless it needs no sign-in; its dialogs act for nobody then either.
 */
function leaving({ allowed }: Query | Command, context: AnswerContext): () => boolean {
  const [profile, signInEpoch] = [context.shownProfile(), context.signInEpoch()]
  return () =>
    (allowed !== 'no-sign-in' && !context.isSignedIn()) ||
    context.shownProfile() !== profile ||
    context.signInEpoch() !== signInEpoch
}

/** Returns why the store could not be used, and what had been done before; undefined: it could. */
function storeFailure(
  problem: unknown,
  { hasActed }: Acting,
): Failure<'store-full' | 'store-away'> | undefined {
  const done = hasActed ? 'part' : 'nothing'
  const isOfStore = problem instanceof StoreError
  if (isDiskFull(problem)) {
    const isServer = isOfStore && problem.engineCode === postgresDiskFull
    return { code: 'store-full', disk: isServer ? 'database-server' : 'this-computer', done }
  }
  if (!isOfStore) return undefined
  if (problem.code === 'unreachable') return { code: 'store-away', done }
  return problem.code === 'unknown' ? { code: 'store-away', done: 'unknown' } : undefined
}

/** Appendix A of PostgreSQL's manual. */
const postgresDiskFull = '53100'

/** Refuses before any part of the input is read. */
function whyRefused(
  { allowed }: Query | Command,
  operator: Operator,
  context: AnswerContext & ExpectedProfile,
): Refusal | undefined {
  const { expectedProfileId } = context
  if (expectedProfileId !== undefined && expectedProfileId !== context.shownProfile())
    return err({ code: 'profile-changed' })
  if (allowed !== 'no-sign-in' && !context.isSignedIn()) return err({ code: 'signed-out' })
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
