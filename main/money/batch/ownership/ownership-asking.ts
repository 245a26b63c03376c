/**
 * One run of ownership checks on its way: as many calls in flight as the agreed rate can use, each answer stored as a
 * validation. What was asked is never asked again by itself; a silence, the agreed hours or a bank out of reach are
 * waited for.
 */
import { maskedAccount } from '../../../../preload/contract/kernel/account-number.ts'
import type { AccountInquiry } from '../../../../preload/contract/bank/account-validation.ts'
import type { OwnershipRun } from '../../../../preload/contract/domain/batches/drafts.ts'
import { verdictOf, type RowVerdict } from '../../../inquiry/bulk/row-outcome.ts'
import { RunGate, type Bank, type GateParts } from '../../../inquiry/bulk/run-gate.ts'
import type { Store } from '../../../store/store.ts'
import { sentFields, validationToKeep } from '../../../inquiry/validation/keep-validation.ts'

/** What a run goes through. */
export interface OwnershipAskingParts extends GateParts {
  readonly store: Store
  readonly newId: () => string
  /** This workstation's share of the bank's calls per second. */
  readonly callsPerSecond: () => number
  readonly changed: () => void
  /** Told once; what is on its way may still come in. */
  readonly ended: () => void
  readonly report: (where: string, problem: unknown) => void
}

/** What is asked, and who asks. */
export interface OwnershipQuestions {
  /** The batch. */
  readonly id: string
  readonly actor: string
  readonly questions: readonly AccountInquiry[]
  /** Entries whose check was young enough. */
  readonly kept: number
  /** What is said of entries that cannot be asked; null: there are none. */
  readonly leftOut: string | null
}

/** Answers take up to five seconds: so many seconds' worth of calls keep the budget busy meanwhile. */
const inFlightSeconds = 6
const mostInFlight = 120
/** So many calls in succession without an answer to go by end the run. */
const mostFruitless = 10

const inWords = (problem: unknown): string =>
  problem instanceof Error ? problem.message : String(problem)

/** One run. */
export class OwnershipAsking {
  readonly id: string
  readonly #parts: OwnershipAskingParts
  readonly #asked: OwnershipQuestions
  readonly #waiting: AccountInquiry[]
  readonly #inFlight = new Set<Promise<void>>()
  readonly #gate: RunGate
  #state: OwnershipRun['state'] = 'running'
  #why: string | null = null
  #done = 0
  #fruitless = 0
  #abort = new AbortController()
  #wake: ReturnType<typeof setTimeout> | undefined

  constructor(parts: OwnershipAskingParts, asked: OwnershipQuestions) {
    this.#parts = parts
    this.#asked = asked
    this.id = asked.id
    this.#waiting = [...asked.questions]
    this.#gate = new RunGate(parts)
  }

  isRunning(): boolean {
    return this.#state === 'running'
  }

  shown(): OwnershipRun {
    const { id, questions, kept } = this.#asked
    return {
      id,
      state: this.#state,
      why: this.#why,
      done: this.#done,
      of: questions.length,
      kept,
      remaining: 0,
    }
  }

  begin(): void {
    this.#fill()
  }

  /** What waits is not asked; what is on its way comes in. */
  stop(why: string): void {
    this.#end('stopped', why)
  }

  /** The program ends, or the profile is left: what waits is not asked, and no end is kept. */
  rest(): void {
    this.#end('interrupted', null)
  }

  /** Resolves when nothing is on its way. */
  async settled(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.allSettled(this.#inFlight)
  }

  #end(state: Exclude<OwnershipRun['state'], 'running'>, why: string | null): void {
    if (!this.isRunning()) return
    this.#state = state
    this.#why = why
    this.#abort.abort()
    clearTimeout(this.#wake)
    this.#parts.changed()
    this.#parts.ended()
  }

  /** Starts calls until enough are in flight, or the gate is closed. */
  #fill(): void {
    if (!this.isRunning()) return
    if (this.#gate.hoursBegin()) this.#takeBackWaiting()
    const most = Math.min(mostInFlight, Math.max(2, this.#parts.callsPerSecond() * inFlightSeconds))
    while (this.#inFlight.size < most && this.#waiting.length > 0) {
      const api = this.#gate.open()
      const next = api && this.#waiting.shift()
      if (!next) break
      this.#begin(api, next)
    }
    if (this.#waiting.length === 0 && this.#inFlight.size === 0) {
      this.#end('done', this.#asked.leftOut)
      return
    }
    clearTimeout(this.#wake)
    this.#wake = setTimeout(() => this.#fill(), this.#gate.lookAgainMs)
    this.#wake.unref()
  }

  #begin(api: Bank, inquiry: AccountInquiry): void {
    const asking = this.#ask(api, inquiry)
      .catch((problem: unknown) =>
        this.#end('failed', `An answer could not be stored: ${inWords(problem)}`),
      )
      .finally(() => {
        this.#inFlight.delete(asking)
        this.#parts.changed()
        this.#fill()
      })
    this.#inFlight.add(asking)
  }

  /** The agreed hours are over: what waits for its turn waits for them to begin. */
  #takeBackWaiting(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
  }

  async #ask(api: Bank, inquiry: AccountInquiry): Promise<void> {
    const { frequency } = this.#parts
    const { signal } = this.#abort
    const mark = { isMade: false }
    frequency.pick()
    const beforeSending = async (): Promise<void> => {
      if (this.#gate.hoursBegin()) this.#takeBackWaiting()
      signal.throwIfAborted()
      if (mark.isMade) return
      await this.#note(inquiry)
      mark.isMade = true
      frequency.begin()
    }
    const { actor } = this.#asked
    const manner = { actor, lane: 'bulk', whenPaused: 'wait', signal, beforeSending } as const
    const answer = await api.verify(inquiry, manner).finally(() => {
      if (!mark.isMade) frequency.giveBack()
    })
    const verdict = verdictOf(answer.outcome)
    if (verdict.kind === 'not-asked') {
      this.#afterNotAsked(verdict.next, inquiry, signal)
      return
    }
    const by = { id: this.#parts.newId(), at: this.#parts.clock.now().toISOString(), actor }
    const { act, write } = validationToKeep(inquiry, answer, by)
    const detail = { ...(act.detail as Record<string, string | null>), batch: this.id }
    await this.#parts.store.record({ ...act, detail }, write)
    this.#afterAnswer(verdict)
  }

  /** Who asked what of the bank, on the disk before the first byte. */
  async #note({ routingNumber, accountNumber, ...inquiry }: AccountInquiry): Promise<void> {
    const fields = sentFields({ routingNumber, accountNumber, ...inquiry })
    const detail = { routingNumber, account: maskedAccount(accountNumber), fields }
    const act = { actor: this.#asked.actor, kind: 'batch.owner-asked', subject: this.id, detail }
    await this.#parts.store.note(act).catch((problem: unknown) => {
      this.#end('failed', `What is asked could not be recorded: ${inWords(problem)}`)
      throw problem
    })
  }

  #afterAnswer({ isFruitless }: Extract<RowVerdict, { kind: 'store' }>): void {
    this.#done += 1
    this.#gate.answered()
    this.#fruitless = isFruitless ? this.#fruitless + 1 : 0
    if (this.#fruitless >= mostFruitless)
      this.#end('failed', `The last ${String(mostFruitless)} calls brought no answer to go by.`)
  }

  /** Nothing was validated: it waits again, unless only a person can help. */
  #afterNotAsked(
    next: Extract<RowVerdict, { kind: 'not-asked' }>['next'],
    inquiry: AccountInquiry,
    signal: AbortSignal,
  ): void {
    this.#waiting.unshift(inquiry)
    if (signal.aborted || next === 'go-on') return
    if (next === 'wait-for-bank') this.#gate.hold()
    else this.#end('failed', next.pause)
  }
}
