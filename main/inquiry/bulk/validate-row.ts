/**
 * Sends one row to the bank: marked before the first byte of its call, then stored with its answer
 * or set back to waiting.
 */
import type { AccountInquiry } from '../../../preload/contract/bank/account-validation.ts'
import type { RowState } from '../../../preload/contract/api/bulk/run.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Store } from '../../store/store.ts'
import type { AgreedFrequency } from '../agreed-terms.ts'
import { keepAnswer, markAsking, markWaiting, type RowOnItsWay } from './row-journal.ts'
import { verdictOf, type Bank, type RowVerdict } from '../validation-run.ts'

export interface AskDeps {
  readonly store: Store
  readonly clock: Clock
  readonly newId: () => string
  readonly frequency: AgreedFrequency
}

/** The row to send, and its callbacks. */
export interface Asking {
  readonly way: RowOnItsWay
  readonly inquiry: AccountInquiry
  /** Takes the call back while it waits. */
  readonly signal: AbortSignal
  /** Called just before the first byte; throws if nothing may be sent any more. */
  readonly mayBeSent: () => void
  readonly moved: (from: RowState, to: RowState) => void
  /** The run cannot continue; the reason is a sentence. */
  readonly stumbled: (why: string) => Promise<void>
}

/** The result; `lost` means that it could not be recorded, and the run was notified. */
export type AskedRow =
  | Extract<RowVerdict, { kind: 'store' }>
  | (Extract<RowVerdict, { kind: 'not-asked' }> & { readonly isOurs: boolean })
  | { readonly kind: 'lost' }

/** Returns the message of an error. */
export const inWords = (problem: unknown): string =>
  problem instanceof Error ? problem.message : String(problem)

/** Sends the row and stores its answer. */
export async function askRow(deps: AskDeps, api: Bank, asking: Asking): Promise<AskedRow> {
  const { store, frequency } = deps
  const { way, inquiry, signal, mayBeSent, moved, stumbled } = asking
  const mark: { isMade: boolean } = { isMade: false }
  frequency.pick()
  const beforeSending = async (): Promise<void> => {
    mayBeSent()
    if (mark.isMade) return
    await markAsking(store, way).catch(async (problem: unknown) => {
      await stumbled(`The request could not be recorded: ${inWords(problem)}`)
      throw problem
    })
    mark.isMade = true
    frequency.begin()
    moved('waiting', 'asking')
  }
  const { actor } = way
  const manner = { actor, lane: 'bulk', whenPaused: 'wait', signal, beforeSending } as const
  const answer = await api.verify(inquiry, manner)
  const verdict = verdictOf(answer.outcome)
  if (!mark.isMade) frequency.giveBack()
  if (verdict.kind === 'store') {
    const by = { id: deps.newId(), at: deps.clock.now().toISOString(), actor }
    return kept(asking, verdict, keepAnswer(store, way, { inquiry, answer, by }, verdict.state))
  }
  if (mark.isMade) await takeBack(deps, asking, answer.outcome.kind)
  return { ...verdict, isOurs: signal.aborted }
}

async function kept(
  { way, moved, stumbled }: Asking,
  verdict: Extract<RowVerdict, { kind: 'store' }>,
  keeping: Promise<unknown>,
): Promise<AskedRow> {
  try {
    await keeping
  } catch (problem) {
    // On disk the row is still `asking`, which the next start or resume reads as unknown.
    moved('asking', 'unknown')
    await stumbled(`The answer of row ${String(way.row)} could not be stored: ${inWords(problem)}`)
    return { kind: 'lost' }
  }
  moved('asking', verdict.state)
  return verdict
}

async function takeBack(
  { store }: AskDeps,
  { way, moved, stumbled }: Asking,
  why: string,
): Promise<void> {
  try {
    await markWaiting(store, way, why)
    moved('asking', 'waiting')
  } catch (problem) {
    moved('asking', 'unknown')
    await stumbled(`Row ${String(way.row)} could not be reset: ${inWords(problem)}`)
  }
}
