/**
 * Reads a list of the bank page by page, whatever its style (1-platform.md, Pagination controls; traps
 * 44-47, 75). Nothing is taken on trust: rows are counted against what the bank says, rows that come
 * twice are noticed, and whatever a bank answers the walk comes to an end, which says what it was.
 */
import type { BankAnswer } from '../../../preload/contract/bank/answers/bank-answer.ts'
import type { PageFacts } from '../answers/page-facts.ts'
import type { PagingStyle } from '../../../preload/contract/bank/endpoints.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Asked } from '../client/ask.ts'
import {
  firstPosition,
  mostRows,
  nextPosition,
  type Position,
  type PositionOf,
} from './paging/position.ts'
import { Tally, type Fit } from './paging/tally.ts'

export { mostRows, positionFields, type Position, type PositionOf } from './paging/position.ts'
export type { Fit } from './paging/tally.ts'

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
  /** A page claimed to hold more rows than came in it, and no total says how many match (trap 47). */
  | 'fewer-than-claimed'
  /** A numbered page before the last was shorter than asked for, and nothing says by what size the bank counts its pages. */
  | 'short-page-within'
  /** A page was shorter than asked for, nothing says how many match, and the bank declined to be asked beyond it. */
  | 'beyond-refused'
  /** The bank said that more follow; they did not come. */
  | 'announced-and-not-given'
  /** A page, and no new number with which the next would start. */
  | 'no-next-start'
  /** The operator's own body decides which rows come, and no word on whether there are more. */
  | 'paged-by-operator'
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
export interface PagingPlan<R, S extends PagingStyle = PagingStyle> {
  readonly style: S
  /** Rows asked for at once, 1 to 1000; null sends no limit and asks for one page only. */
  readonly pageSize: number | null
  /** Asks for one page, through the rate budget like every call. */
  readonly ask: (position: PositionOf<S>) => Promise<Asked<R>>
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
export async function* pages<R, S extends PagingStyle>(
  plan: PagingPlan<R, S>,
): AsyncGenerator<Page<R>, PagingEnd<R>, undefined> {
  const { ask, signal, clock } = plan
  const tally = new Tally(plan.style, plan.pageSize)
  const startedAt = clock.monotonicMs()
  const starts = new Set<string>()
  let askingMs = 0
  let position = firstPosition(plan.style, plan.pageSize)
  for (;;) {
    const askedAt = clock.monotonicMs()
    const asked = await unlessStopped(() => ask(position as PositionOf<S>), signal)
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
    const next = nextAfter<R>(plan, position, facts, tally, starts)
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
  { pageSize, mostPages = 10_000 }: Pick<PagingPlan<R>, 'pageSize' | 'mostPages'>,
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

/**
 * Whether a page was the last to ask for. Of two things that the bank says, the one that announces more is
 * followed; where it says nothing only an empty page ends, since a short one may be all it gives at once.
 */
function isOver(facts: PageFacts, { got, said }: Tally, pageSize: number | null): boolean {
  if (facts.rows === 0 || pageSize === null) return true
  if (said !== null && got < said) return false
  return facts.last ?? said !== null
}

function endOf<R>(facts: PageFacts, tally: Tally, pageSize: number | null): PagingEnd<R> {
  const { got, said } = tally
  if (!tally.fits()) return { kind: 'changing', ...tally.fit() }
  if (facts.last === false) return truncated('announced-and-not-given', tally)
  if (said !== null && got < said) return truncated('fewer-than-said', tally)
  if (said === null && tally.claimedMore) return truncated('fewer-than-claimed', tally)
  if (said === null && tally.shortWithin) return truncated('short-page-within', tally)
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
  if (tally.said === null && tally.lastWasShort && isDeclined(answer)) {
    return truncated('beyond-refused', tally)
  }
  const kind = refusesTheRange(answer, position) ? 'range-refused' : 'failed'
  return { kind, answer, position, ...tally.fit() }
}

const isDeclined = (answer: BankAnswer<unknown>): boolean =>
  answer.kind === 'refused' &&
  (answer.problem === 'request-invalid' || answer.problem === 'not-found')

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
