/**
 * Finds a batch in the list of the own account: rows with its amounts on the possible days, and
 * for each candidate the detail, whose customData carries our uuid (bank notes 21, 36, 43, 49, 59
 * and 86). Not found requires that the bank must have collected the batch by now, every amount was
 * searched, because the bank may have refused some entries (bank note 83), every list was complete,
 * and every candidate could be excluded.
 */
import { significantAccount } from '../../../../preload/contract/kernel/account-number.ts'
import type { InquiryReason } from '../../../../preload/contract/domain/orders/order-course.ts'
import type {
  AchListRequest,
  achDetail,
  achListItem,
} from '../../../../preload/contract/bank/ach-inquiry/index.ts'
import type { Reading } from '../../../../preload/contract/bank/answers/shape.ts'
import { utcDay } from '../../../../preload/contract/kernel/calendar.ts'
import { minorUnits } from '../../../../preload/contract/kernel/money.ts'
import type { AchInquiryApi } from '../../../bank/apis/ach-inquiry.ts'
import type { QueryResult } from '../../../bank/query-bank.ts'
import type { DayRange, LaterDay } from '../../../bank/apis/ach-list-limits.ts'
import { listAchDays } from '../../../bank/apis/list-pages.ts'
import type { Clock } from '../../../platform/clock.ts'
import {
  nothing,
  type InquiryOptions,
  type InquiryVerdict,
} from '../../order/status/inquiry-verdict.ts'
import { collectionDay } from './batch-collection.ts'
import type { LearnedEntry } from './batch-inquiry-learned.ts'
import {
  amountQueries,
  windowsOf,
  type Amounts,
  type BatchInquiryApi,
  type SoughtBatch,
  type SoughtEntry,
  type BatchRouteResult,
} from './batch-inquiry-queries.ts'
import { batchNamedBy, centsOf, numbersOf, RowsOfOthers } from './batch-inquiry-rows.ts'

type Api = Pick<AchInquiryApi, 'list' | 'detail'>
type Item = Reading<typeof achListItem>
type Detail = Reading<typeof achDetail>

/** Pages of 1000 rows each. */
const [mostPages, mostPagesOfAll] = [5, 20]
const mostDetails = 40
/** Returns need a search of their own (bank note 49). */
const searches = ['COLLECTED', 'RETURNED'] as const
/** Rows that others originated are never ours. */
const receiving = 'RECEIVING ITEM'

/** Returns the result of a list that cannot be queried. */
const skipped = (at: Date, reason: InquiryReason): BatchRouteResult => ({
  inquiredBy: 'list',
  at,
  callId: null,
  neverLeft: false,
  isAnswered: false,
  verdict: { ...nothing('no-answer'), reason },
})

/** Sorted from the weakest verdict; the weaker of two decides. */
const weakest = ['no-answer', 'undecided', 'not-found'] as const

/**
 * Queries the list of the batch's own account, then of the other accounts that the bank may debit.
 * Not found requires all of them. Always resolves, also without an answer of the bank; the
 * reason says why a list was not queried.
 */
export async function inquireByList(
  api: Pick<BatchInquiryApi, 'inquiry'>,
  batch: SoughtBatch,
  callOptions: InquiryOptions,
  clock: Clock,
): Promise<BatchRouteResult> {
  let result = await searchLists(api, batch, callOptions, clock)
  for (const account of batch.others) {
    const { verdict, reason } = result.verdict
    const isUnanswered = verdict === 'no-answer' && reason !== 'account-too-long'
    if (verdict === 'found' || isUnanswered) return result
    // The remaining accounts were not queried and may still show it.
    if (callOptions.signal.aborted) return { ...result, verdict: nothing('no-answer') }
    const other = await searchLists(api, { ...batch, account }, callOptions, clock)
    const isFound = other.verdict.verdict === 'found'
    const rank = ({ verdict: { verdict } }: BatchRouteResult) =>
      weakest.findIndex((one) => one === verdict)
    const weaker = rank(other) < rank(result) ? other : result
    result = {
      ...(isFound ? other : weaker),
      at: result.at,
      neverLeft: result.neverLeft && other.neverLeft,
      isAnswered: result.isAnswered || other.isAnswered,
    }
  }
  return result
}

async function searchLists(
  { inquiry }: Pick<BatchInquiryApi, 'inquiry'>,
  batch: SoughtBatch,
  callOptions: InquiryOptions,
  clock: Clock,
): Promise<BatchRouteResult> {
  const at = clock.now()
  if (!inquiry.ok) return skipped(at, 'not-agreed')
  if (batch.account === '' || batch.account.length > 16) return skipped(at, 'account-too-long')
  const windows = windowsOf(batch)
  if (windows.length === 0) return skipped(at, 'too-old')
  return new ListSearch(inquiry.value, batch, callOptions, clock).all(windows)
}

/** One search through all lists. */
class ListSearch {
  readonly #api: Api
  readonly #batch: SoughtBatch
  readonly #callOptions: InquiryOptions
  readonly #clock: Clock
  readonly #others: RowsOfOthers
  readonly #seen = new Set<string>()
  readonly #refusedDays = new Set<LaterDay>()
  #details = 0
  #isWhole = true
  #isByAccountAlone = false
  #isAnswered = false
  #isSent = false
  #callId: string | null = null

  constructor(api: Api, batch: SoughtBatch, callOptions: InquiryOptions, clock: Clock) {
    this.#api = api
    this.#batch = batch
    this.#others = new RowsOfOthers(batch)
    this.#callOptions = callOptions
    this.#clock = clock
  }

  async all(windows: readonly DayRange[]): Promise<BatchRouteResult> {
    const at = this.#clock.now()
    const queries = amountQueries(this.#batch)
    for (const wide of [false, true]) {
      for (const dateSearchType of searches) {
        for (const window of windows) {
          for (const amounts of queries.filter(({ isWide }) => isWide === wide)) {
            const found = await this.#one({ ...window, dateSearchType }, amounts)
            if (found) return this.#ended(at, found)
            // A refused or lost query is not repeated.
            if (!this.#isAnswered) return this.#ended(at)
          }
        }
      }
    }
    return this.#ended(at)
  }

  #ended(at: Date, found?: Found): BatchRouteResult {
    const verdict = found
      ? {
          ...nothing('found'),
          found: 'accepted' as const,
          statusText: found.detail.transactionStatus,
        }
      : this.#nothingFound()
    const learned = found ? learnedOf(this.#batch, found) : []
    return {
      inquiredBy: 'list',
      at,
      verdict,
      callId: found?.callId ?? this.#callId,
      neverLeft: !this.#isSent,
      isAnswered: this.#isAnswered,
      learned: { status: null, callId: null, messages: null, entries: learned },
    }
  }

  #nothingFound(): InquiryVerdict {
    if (!this.#isAnswered && !this.#isWhole) return nothing('no-answer')
    if (this.#batch.today <= collectionDay(this.#batch))
      return { ...nothing('undecided'), reason: 'not-collected' }
    if (this.#isWhole) return nothing('not-found')
    return { ...nothing('undecided'), reason: this.#isByAccountAlone ? 'accounts-alike' : null }
  }

  /** Searches one list; undefined if none of ours is in it. */
  async #one(
    days: DayRange & Pick<AchListRequest, 'dateSearchType'>,
    { limits, isWide }: Amounts,
  ): Promise<Found | undefined> {
    const between = limits && {
      minimumAmount: minorUnits(limits.least),
      maximumAmount: minorUnits(limits.most),
    }
    const request = { accountNumber: this.#batch.account, ...days, ...between }
    const { signal } = this.#callOptions
    const most = isWide ? mostPagesOfAll : mostPages
    const stream = listAchDays(this.#api, request, {
      callOptions: this.#callOptions,
      clock: this.#clock,
      signal,
      mostPages: most,
      bankToday: { today: this.#batch.today, utcToday: utcDay(this.#clock.now()) },
      refused: this.#refusedDays,
      narrowed: ({ fromDate }) => {
        this.#isWhole &&= fromDate === days.fromDate
      },
    })
    const candidates: Item[] = []
    const others: Item[] = []
    for (;;) {
      const { value, done } = await stream.next()
      if (done) {
        this.#listEnded(value)
        break
      }
      this.#isAnswered = true
      this.#isSent = true
      this.#callId = value.callId ?? this.#callId
      for (const item of value.answer.reading?.transactions ?? []) {
        if (isWide && this.#others.byAmount(item)) continue
        ;(this.#others.byAccounts(item) ? others : candidates).push(item)
      }
    }
    if (candidates.length > 0 || others.length === 0) return this.#among(candidates)
    return this.#amongOthers(others)
  }

  /**
   * If the accounts of every row seem to be another's, the bank may write them differently, so the
   * details decide.
   */
  async #amongOthers(others: readonly Item[]): Promise<Found | undefined> {
    const wasWhole = this.#isWhole
    const found = await this.#among(others, (detail) => this.#others.byAccounts(detail))
    this.#isByAccountAlone ||= wasWhole && !this.#isWhole
    return found
  }

  /** A list that ends early says nothing about the missing rows. */
  #listEnded(end: {
    readonly kind: string
    readonly answer?: QueryResult<unknown>['answer']
  }): void {
    if (end.kind === 'complete') this.#isAnswered = true
    else this.#isWhole = false
    if (end.answer !== undefined && end.answer.kind !== 'not-sent') this.#isSent = true
  }

  /** `isElse` returns whether a detail without customData is another's all the same. */
  async #among(
    candidates: readonly Item[],
    isElse: (detail: Detail) => boolean = () => false,
  ): Promise<Found | undefined> {
    for (const item of candidates) {
      const { parNumber } = item
      if (parNumber === null) {
        this.#isWhole = false
        continue
      }
      if (this.#seen.has(parNumber)) continue
      this.#seen.add(parNumber)
      if (this.#details >= mostDetails) {
        this.#isWhole = false
        return undefined
      }
      this.#details += 1
      const result = await this.#api.detail(parNumber, this.#callOptions)
      const match = matchCustomData(result, this.#batch, item, isElse)
      if (match === 'ours' && result.answer.kind === 'answered') {
        return { detail: result.answer.reading, callId: result.callId }
      }
      if (match === 'cannot-tell') this.#isWhole = false
    }
    return undefined
  }
}

interface Found {
  readonly detail: Detail
  readonly callId: string | null
}

const isAmong = (entry: SoughtEntry, numbers: readonly string[]): boolean =>
  entry.account_significant !== '' &&
  numbers.some((number) => significantAccount(number) === entry.account_significant)

/** Returns whether a candidate is of this batch; `another` requires proof. */
function matchCustomData(
  { answer }: QueryResult<Detail>,
  { uuid }: SoughtBatch,
  { parNumber }: Item,
  isElse: (detail: Detail) => boolean,
): 'ours' | 'another' | 'cannot-tell' {
  if (answer.kind !== 'answered') return 'cannot-tell'
  const { customData, parNumber: bankParNumber, transactionDirection } = answer.reading
  if (bankParNumber !== null && bankParNumber !== parNumber) return 'cannot-tell'
  const named = batchNamedBy(customData, uuid)
  if (named !== 'none') return named
  return transactionDirection === receiving || isElse(answer.reading) ? 'another' : 'cannot-tell'
}

/** Returns the entry that was found, if only one is possible. */
function learnedOf({ entries }: SoughtBatch, { detail, callId }: Found): LearnedEntry[] {
  const cents = centsOf(detail.transactionAmount)
  const numbers = numbersOf(detail)
  const matching = entries.filter((entry) => entry.amount === cents && isAmong(entry, numbers))
  const [only] = entries.length === 1 ? entries : matching.length === 1 ? matching : []
  if (!only) return []
  const { traceNumber, parNumber, transactionStatus } = detail
  return [
    {
      id: only.id,
      source: 'detail',
      text: transactionStatus ?? '',
      verdict: 'accepted',
      traceNumber,
      parNumber,
      callId,
      messages: null,
    },
  ]
}
