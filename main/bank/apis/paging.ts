/**
 * Reads a list of the bank page by page in each of its paging styles (bank document 1, Pagination
 * controls; bank notes 44-47, 75). Rows are counted against the bank's figures, repeated rows are
 * noticed, and the pagination always ends and says how it ended.
 */
import type { BankAnswer } from '../../../preload/contract/bank/answers/bank-answer.ts'
import type { PageFacts } from '../answers/page-facts.ts'
import type { PagingStyle } from '../../../preload/contract/bank/endpoints.ts'
import type { Clock } from '../../platform/clock.ts'
import type { QueryResult } from '../query-bank.ts'

/**
 * The most rows of one call, and the bank's default when no limit is sent (bank document 1, Limits;
 * bank notes 44, 47).
 */
export const mostRows = 1_000

/** The position of one page. `null` leaves a limit blank: the bank's default applies. */
export type Position =
  | { readonly style: 'row'; readonly startRowIndex: number; readonly endRowIndex: number | null }
  | { readonly style: 'offset'; readonly offset: number; readonly limit: number | null }
  | { readonly style: 'page'; readonly pageNumber: number; readonly pageSize: number | null }
  | {
      readonly style: 'addenda-sequence'
      readonly startAddendaSequenceNumber: string | null
      readonly pageSize: number | null
    }

export type PositionOf<S extends PagingStyle> = Extract<Position, { readonly style: S }>

export interface PagingProgress {
  readonly rows: number
  /** The number of matches that the bank stated last; null if it states none. */
  readonly total: number | null
  readonly pages: number
  readonly elapsedMs: number
  /** Estimated from the time that the rows so far took; null while there is nothing to measure. */
  readonly remainingMs: number | null
}

/** The answers that carry a page. */
export type PageAnswer<R> = Extract<BankAnswer<R>, { kind: 'answered' | 'nothing-found' }>

export interface Page<R> {
  readonly answer: PageAnswer<R>
  readonly callId: string | null
  readonly position: Position
  /** The positions in this page of rows that an earlier page already held. */
  readonly repeated: readonly number[]
  readonly progress: PagingProgress
}

/** Why rows may be missing. */
export type Truncation =
  /** Fewer rows came than the bank stated as matching. */
  | 'fewer-than-reported'
  /**
   * As many rows as the bank's default limit, and no information whether there are more (bank note
   * 47).
   */
  | 'exactly-the-default'
  /**
   * The bank counted other rows of a page than came in it, and no total says how many match (bank
   * notes 47 and 76).
   */
  | 'counts-differ'
  /**
   * A numbered page before the last was shorter than requested, and nothing says by which size the
   * bank numbers its pages.
   */
  | 'short-page-within'
  /**
   * A page was shorter than requested, no total is known, and the bank rejected the request for the
   * next one.
   */
  | 'beyond-refused'
  /** The bank announced more rows, and they did not come. */
  | 'announced-and-not-given'
  /** A page came without a new number at which the next would start. */
  | 'no-next-start'
  /** The operator's own body selects the rows, and nothing says whether there are more. */
  | 'paged-by-operator'
  /** The limit of pages for one pagination was reached. */
  | 'most-pages'

/** The rows so far beside the bank's figures. */
export interface Fit {
  readonly got: number
  /** The total that the bank stated first and last; null if it never stated one. */
  readonly firstReportedTotal: number | null
  readonly reportedTotal: number | null
  /** Rows that had already come on an earlier page. */
  readonly repeated: number
}

/** How a pagination ended. Rows that came were passed on in every case. */
export type PagingEnd<R> =
  | ({ readonly kind: 'complete' } & Fit)
  | ({ readonly kind: 'truncated'; readonly why: Truncation } & Fit)
  /**
   * Rows came twice, or the bank's total changed: the set changed meanwhile, or the bank pages
   * wrongly (bank note 75).
   */
  | ({ readonly kind: 'changing' } & Fit)
  | ({ readonly kind: 'stopped' } & Fit)
  /** The bank gives no rows beyond this position: narrow the dates (bank note 44). */
  | ({
      readonly kind: 'range-refused'
      readonly answer: BankAnswer<R>
      readonly position: Position
    } & Fit)
  | ({ readonly kind: 'failed'; readonly answer: BankAnswer<R>; readonly position: Position } & Fit)

export interface PagingPlan<R, S extends PagingStyle = PagingStyle> {
  readonly style: S
  /** Rows per request, 1 to 1000; null sends no limit and requests one page only. */
  readonly pageSize: number | null
  /** Requests one page, through the rate budget like every call. */
  readonly requestPage: (position: PositionOf<S>) => Promise<QueryResult<R>>
  readonly facts: (reading: R) => PageFacts
  readonly clock: Pick<Clock, 'monotonicMs'>
  /** Ends the pagination before or during the request of a page. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: PagingProgress) => void
  /** The most pages of one pagination; 10,000 by default. */
  readonly mostPages?: number
}

const nothing: PageFacts = { rows: 0, total: null, last: true }

/**
 * Yields page after page and returns how the pagination ended. Throws RangeError for a page size
 * that the style does not accept, and any error that `requestPage` throws. A page whose rows have all come
 * before is not yielded again.
 */
export async function* pages<R, S extends PagingStyle>(
  plan: PagingPlan<R, S>,
): AsyncGenerator<Page<R>, PagingEnd<R>, undefined> {
  const { requestPage, signal, clock } = plan
  const tally = new Tally(plan.style, plan.pageSize)
  const startedAt = clock.monotonicMs()
  const starts = new Set<string>()
  let requestMs = 0
  let position = firstPosition(plan.style, plan.pageSize)
  for (;;) {
    const requestedAt = clock.monotonicMs()
    const queryResult = await unlessStopped(() => requestPage(position as PositionOf<S>), signal)
    if (queryResult === undefined) return { kind: 'stopped', ...tally.fit() }
    const { answer, callId } = queryResult
    if (answer.kind !== 'answered' && answer.kind !== 'nothing-found') {
      return endWithout(answer, position, tally, signal)
    }
    requestMs += clock.monotonicMs() - requestedAt
    const facts = answer.kind === 'answered' ? plan.facts(answer.reading) : nothing
    const repeated = tally.add(facts, answer.reading)
    if (facts.rows > 0 && repeated.length === facts.rows) {
      return { kind: 'changing', ...tally.fit() }
    }
    if (facts.rows > 0 || tally.pages === 1) {
      const elapsedMs = clock.monotonicMs() - startedAt
      const progress = progressOf(tally, elapsedMs, requestMs)
      plan.onProgress?.(progress)
      yield { answer, callId, position, repeated, progress }
    }
    const next = nextAfter<R>(plan, position, facts, tally, starts)
    if ('end' in next) return next.end
    position = next.position
  }
}

function progressOf(tally: Tally, elapsedMs: number, requestMs: number): PagingProgress {
  const { got: rows, reportedTotal: total, pages } = tally
  const remainingMs =
    total === null || rows === 0 ? null : (requestMs / rows) * Math.max(total - rows, 0)
  return { rows, total, pages, elapsedMs, remainingMs }
}

type Next<R> = { readonly end: PagingEnd<R> } | { readonly position: Position }

/** The next position, or how the pagination ended. */
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
 * The first position of a list. Throws RangeError for a size that the style does not accept: 1 to
 * 1000 rows, except for `limit`, which has no maximum.
 */
function firstPosition(style: PagingStyle, pageSize: number | null): Position {
  const most = style === 'offset' ? Number.MAX_SAFE_INTEGER : mostRows
  if (pageSize !== null && !(Number.isSafeInteger(pageSize) && pageSize >= 1 && pageSize <= most)) {
    throw new RangeError(`pageSize: 1 to ${most}`)
  }
  switch (style) {
    case 'row':
      return { style, startRowIndex: 1, endRowIndex: pageSize }
    case 'offset':
      return { style, offset: 0, limit: pageSize }
    case 'page':
      return { style, pageNumber: 1, pageSize }
    case 'addenda-sequence':
      return { style, startAddendaSequenceNumber: null, pageSize }
  }
}

/**
 * The position after a page, always computed from the rows that came, so that no row is lost when
 * the bank gives fewer than requested. Null if nothing names it: a sequence without its next
 * number.
 */
function nextPosition(
  here: Position,
  rows: number,
  pageSize: number,
  nextStart: string | null,
): Position | null {
  switch (here.style) {
    case 'row': {
      // Bank note 44: the limit of 1000 applies to the range, so rows beyond the thousandth may be
      // requested.
      const startRowIndex = here.startRowIndex + rows
      return { ...here, startRowIndex, endRowIndex: startRowIndex + pageSize - 1 }
    }
    case 'offset':
      return { ...here, offset: here.offset + rows }
    case 'page':
      return { ...here, pageNumber: here.pageNumber + 1 }
    case 'addenda-sequence':
      return nextStart === null ? null : { ...here, startAddendaSequenceNumber: nextStart }
  }
}

/**
 * Whether a page was the last one to request. If two figures of the bank disagree, the one that
 * announces more wins. If it gives no figure, only an empty page ends the list, because a short
 * page may be all that it gives at once.
 */
function isOver(facts: PageFacts, { got, reportedTotal }: Tally, pageSize: number | null): boolean {
  if (facts.rows === 0 || pageSize === null) return true
  if (reportedTotal !== null && got < reportedTotal) return false
  return facts.last ?? reportedTotal !== null
}

function endOf<R>(facts: PageFacts, tally: Tally, pageSize: number | null): PagingEnd<R> {
  const { got, reportedTotal } = tally
  if (!tally.fits()) return { kind: 'changing', ...tally.fit() }
  if (facts.last === false) return truncated('announced-and-not-given', tally)
  if (reportedTotal !== null && got < reportedTotal) return truncated('fewer-than-reported', tally)
  if (reportedTotal === null && tally.countsDiffer) return truncated('counts-differ', tally)
  if (reportedTotal === null && tally.shortWithin) return truncated('short-page-within', tally)
  const blankLimit = pageSize === null && reportedTotal === null && facts.last === null
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
  const isCancelled = answer.kind === 'not-sent' && answer.reason === 'cancelled'
  if (isCancelled && signal?.aborted === true) return { kind: 'stopped', ...tally.fit() }
  if (tally.reportedTotal === null && tally.lastWasShort && isDeclined(answer)) {
    return truncated('beyond-refused', tally)
  }
  const kind = refusesTheRange(answer, position) ? 'range-refused' : 'failed'
  return { kind, answer, position, ...tally.fit() }
}

const isDeclined = (answer: BankAnswer<unknown>): boolean =>
  answer.kind === 'refused' &&
  (answer.problem === 'request-invalid' || answer.problem === 'not-found')

/**
 * ECA-W-002, or any 400 on a later range of an endpoint that pages by rows (bank document 2,
 * Errors; bank note 44).
 */
function refusesTheRange(answer: BankAnswer<unknown>, position: Position): boolean {
  if (answer.kind !== 'refused' || position.style !== 'row') return false
  if (answer.messages.some(({ code }) => code !== null && /(^|-)W-002$/.test(code))) return true
  return answer.problem === 'request-invalid' && position.startRowIndex > 1
}

/**
 * The result of the request, unless the signal comes first; then the answer is only in the record
 * of the call.
 */
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

/** Counts rows, remembers them, and notes every total that the bank states. */
class Tally {
  got = 0
  pages = 0
  repeated = 0
  firstReportedTotal: number | null = null
  reportedTotal: number | null = null
  /** Whether the bank counted other rows of a page than came in it. */
  countsDiffer = false
  /**
   * Whether the latest page with rows was shorter than requested, or than the bank's own page size.
   */
  lastWasShort = false
  /**
   * Whether a numbered page was short and another followed: rows between the two may be on no page.
   */
  shortWithin = false
  #totalMoved = false
  readonly #seen = new Set<string>()

  readonly #style: PagingStyle
  readonly #pageSize: number | null

  constructor(style: PagingStyle, pageSize: number | null) {
    this.#style = style
    this.#pageSize = pageSize
  }

  /** Adds a page; returns the positions of its rows that came before. */
  add(facts: PageFacts, reading: unknown): readonly number[] {
    const repeated = this.#repeatedIn(facts, reading)
    this.pages += 1
    this.got += facts.rows
    this.repeated += repeated.length
    this.countsDiffer ||= (facts.retrieved ?? facts.rows) !== facts.rows
    this.#measure(facts)
    const { total } = facts
    if (total !== null && Number.isSafeInteger(total) && total >= 0) {
      this.firstReportedTotal ??= total
      this.#totalMoved ||= this.firstReportedTotal !== total
      this.reportedTotal = total
    }
    return repeated
  }

  /** Whether every row came once, under one total that the rows do not exceed. */
  fits(): boolean {
    return (
      this.repeated === 0 &&
      !this.#totalMoved &&
      (this.reportedTotal === null || this.got <= this.reportedTotal)
    )
  }

  fit(): Fit {
    const { got, firstReportedTotal, reportedTotal, repeated } = this
    return { got, firstReportedTotal, reportedTotal, repeated }
  }

  #measure({ rows, perPage }: PageFacts): void {
    if (rows === 0) return
    this.shortWithin ||= this.lastWasShort && this.#style === 'page'
    this.lastWasShort = rows < (perPage ?? this.#pageSize ?? 0)
  }

  #repeatedIn({ rows, identities }: PageFacts, reading: unknown): readonly number[] {
    if (rows === 0) return []
    const all = Array.from({ length: rows }, (_, index) => index)
    if (identities?.length !== rows) {
      const page = JSON.stringify(reading)
      if (this.#seen.has(page)) return all
      this.#seen.add(page)
      return []
    }
    const repeated = all.filter((index) => this.#seen.has(identities[index] ?? ''))
    for (const identity of identities) this.#seen.add(identity)
    return repeated
  }
}
