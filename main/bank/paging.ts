/**
 * Reads a list of the bank page by page, whatever its style (1-platform.md, Pagination controls; traps
 * 44-47, 75). Nothing is taken on trust: rows are counted against what the bank says, rows that come
 * twice are noticed, and whatever a bank answers the walk comes to an end, which says what it was.
 */
import type { BankAnswer } from '../../preload/contract/answers/bank-answer.ts'
import type { PagingStyle } from '../../preload/contract/endpoints.ts'
import type { Clock } from '../clock.ts'
import type { Asked } from './ask.ts'
import { firstPosition, mostRows, nextPosition, type Position } from './paging/position.ts'
import { Tally, type Fit, type PageFacts } from './paging/tally.ts'

export { mostRows, positionFields, type Position } from './paging/position.ts'
export { countIn, type Fit, type PageFacts } from './paging/tally.ts'

/** How far the walk is. */
export interface PagingProgress {
  readonly rows: number
  /** What the bank says matches, as it said last; null when it does not say. */
  readonly total: number | null
  readonly pages: number
  readonly elapsedMs: number
  /** By the time that the rows so far took to come; null as long as there is nothing to measure it by. */
  readonly remainingMs: number | null
}

/** The answers that carry a page. */
export type PageAnswer<R> = Extract<BankAnswer<R>, { kind: 'answered' | 'nothing-found' }>

/** One page. */
export interface Page<R> {
  readonly answer: PageAnswer<R>
  readonly callId: string | null
  readonly position: Position
  /** The places in this page of rows that an earlier page already held. */
  readonly repeated: readonly number[]
  readonly progress: PagingProgress
}

/** Why rows may be missing. */
export type Truncation =
  /** Fewer rows came than the bank said match. */
  | 'fewer-than-said'
  /** As many as the bank gives where no limit is sent, and no word on whether there are more (trap 47). */
  | 'exactly-the-default'
  /** The bank said that more follow; they did not come. */
  | 'announced-and-not-given'
  /** A full page, and no new number with which the next would start. */
  | 'no-next-start'
  /** The most pages that one walk asks for. */
  | 'most-pages'

/** How a walk ended. Rows that came have been handed over whichever it is. */
export type PagingEnd<R> =
  | ({ readonly kind: 'complete' } & Fit)
  | ({ readonly kind: 'truncated'; readonly why: Truncation } & Fit)
  /** Rows came twice, or the bank's total moved: the set changed meanwhile, or the bank pages wrongly (trap 75). */
  | ({ readonly kind: 'changing' } & Fit)
  | ({ readonly kind: 'stopped' } & Fit)
  /** The bank does not give rows beyond here: narrow the dates (trap 44). */
  | ({
      readonly kind: 'range-refused'
      readonly answer: BankAnswer<R>
      readonly position: Position
    } & Fit)
  | ({ readonly kind: 'failed'; readonly answer: BankAnswer<R>; readonly position: Position } & Fit)

/** What is walked and how. */
export interface PagingPlan<R> {
  readonly style: PagingStyle
  /** Rows asked for at once, 1 to 1000; null sends no limit and asks for one page only. */
  readonly pageSize: number | null
  /** Asks for one page, through the rate budget like every call. */
  readonly ask: (position: Position) => Promise<Asked<R>>
  readonly facts: (reading: R) => PageFacts
  readonly clock: Pick<Clock, 'monotonicMs'>
  /** Ends the walk before or while a page is asked for. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: PagingProgress) => void
  /** The most pages of one walk; 10,000 unless told otherwise. */
  readonly mostPages?: number
}

const nothing: PageFacts = { rows: 0, total: null, last: true }

/**
 * Gives page after page and returns how it ended. Never ends by itself in an error: throws RangeError
 * for a page size that the style does not take, and what `ask` throws. A page of which every row has
 * come before is not given a second time.
 */
export async function* pages<R>(
  plan: PagingPlan<R>,
): AsyncGenerator<Page<R>, PagingEnd<R>, undefined> {
  const { ask, signal, clock } = plan
  const tally = new Tally()
  const startedAt = clock.monotonicMs()
  const starts = new Set<string>()
  let askingMs = 0
  let position = firstPosition(plan.style, plan.pageSize)
  for (;;) {
    const askedAt = clock.monotonicMs()
    const asked = await unlessStopped(() => ask(position), signal)
    if (asked === undefined) return { kind: 'stopped', ...tally.fit() }
    const { answer, callId } = asked
    if (answer.kind !== 'answered' && answer.kind !== 'nothing-found') {
      return endWithout(answer, position, tally, signal)
    }
    askingMs += clock.monotonicMs() - askedAt
    const facts = answer.kind === 'answered' ? plan.facts(answer.reading) : nothing
    const repeated = tally.add(facts, answer.reading)
    if (facts.rows > 0 && repeated.length === facts.rows) {
      return { kind: 'changing', ...tally.fit() }
    }
    if (facts.rows > 0 || tally.pages === 1) {
      const elapsedMs = clock.monotonicMs() - startedAt
      const progress = progressOf(tally, elapsedMs, askingMs)
      plan.onProgress?.(progress)
      yield { answer, callId, position, repeated, progress }
    }
    const next = nextAfter(plan, position, facts, tally, starts)
    if ('end' in next) return next.end
    position = next.position
  }
}

function progressOf(tally: Tally, elapsedMs: number, askingMs: number): PagingProgress {
  const { got: rows, said: total, pages } = tally
  const remainingMs =
    total === null || rows === 0 ? null : (askingMs / rows) * Math.max(total - rows, 0)
  return { rows, total, pages, elapsedMs, remainingMs }
}

type Next<R> = { readonly end: PagingEnd<R> } | { readonly position: Position }

/** Where the walk goes on, or how it ended. */
function nextAfter<R>(
  { pageSize, mostPages = 10_000 }: PagingPlan<R>,
  here: Position,
  facts: PageFacts,
  tally: Tally,
  starts: Set<string>,
): Next<R> {
  if (isOver(facts, tally, pageSize)) return { end: endOf(facts, tally, pageSize) }
  if (tally.pages >= mostPages) return { end: truncated('most-pages', tally) }
  const nextStart = here.style === 'addenda-sequence' ? (facts.nextStart ?? null) : null
  const position = nextPosition(here, facts.rows, pageSize ?? mostRows, nextStart)
  if (position === null || (nextStart !== null && starts.has(nextStart))) {
    return { end: truncated('no-next-start', tally) }
  }
  if (nextStart !== null) starts.add(nextStart)
  return { position }
}

/** Whether a page was the last to ask for. Of two things that the bank says, the one that announces more is followed. */
function isOver(facts: PageFacts, { got, said }: Tally, pageSize: number | null): boolean {
  if (facts.rows === 0 || facts.last === true || pageSize === null) return true
  if (facts.last === false) return false
  return said === null ? facts.rows < pageSize : got >= said
}

function endOf<R>(facts: PageFacts, tally: Tally, pageSize: number | null): PagingEnd<R> {
  const { got, said } = tally
  if (!tally.fits()) return { kind: 'changing', ...tally.fit() }
  if (facts.last === false) return truncated('announced-and-not-given', tally)
  if (said !== null && got < said) return truncated('fewer-than-said', tally)
  const blankLimit = pageSize === null && said === null && facts.last === null
  if (blankLimit && facts.rows === mostRows) return truncated('exactly-the-default', tally)
  return { kind: 'complete', ...tally.fit() }
}

const truncated = <R>(why: Truncation, tally: Tally): PagingEnd<R> => ({
  kind: 'truncated',
  why,
  ...tally.fit(),
})

function endWithout<R>(
  answer: Exclude<BankAnswer<R>, PageAnswer<R>>,
  position: Position,
  tally: Tally,
  signal: AbortSignal | undefined,
): PagingEnd<R> {
  const isTakenBack = answer.kind === 'not-sent' && answer.reason === 'cancelled'
  if (isTakenBack && signal?.aborted === true) return { kind: 'stopped', ...tally.fit() }
  const kind = refusesTheRange(answer, position) ? 'range-refused' : 'failed'
  return { kind, answer, position, ...tally.fit() }
}

/** ECA-W-002, or any 400 on a later span of an endpoint that pages by rows (2-validation-and-ach-inquiry.md, Errors; trap 44). */
function refusesTheRange(answer: BankAnswer<unknown>, position: Position): boolean {
  if (answer.kind !== 'refused' || position.style !== 'row') return false
  if (answer.messages.some(({ code }) => code !== null && /(^|-)W-002$/.test(code))) return true
  return answer.problem === 'request-invalid' && position.startRowIndex > 1
}

/** What is asked for, unless the signal comes first; then whatever comes of the call stands in its record alone. */
async function unlessStopped<T>(
  begin: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T | undefined> {
  if (!signal) return begin()
  if (signal.aborted) return undefined
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const stop = () => resolve(undefined)
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([begin(), promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
