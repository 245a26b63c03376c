/**
 * One part of a sweep that queries a list, page by page to its end. Each page is applied to the
 * batches whose entries it names and compared with the alerts, and new items are saved before the
 * next page is requested.
 */
import { daysLater, utcDay } from '../../../../preload/contract/kernel/calendar.ts'
import { maxRecallDays } from '../../../../preload/contract/bank/ach-inquiry/request-rules.ts'
import type { BankAnswer } from '../../../../preload/contract/bank/answers/bank-answer.ts'
import type { CallFailure } from '../../../../preload/contract/bank/answers/call-failure.ts'
import type { AchInquiryApi } from '../../../bank/apis/ach-inquiry.ts'
import type { Page, PagingEnd } from '../../../bank/apis/paging.ts'
import type { LaterDay } from '../../../bank/apis/ach-list-limits.ts'
import { listAchDays } from '../../../bank/apis/list-pages.ts'
import { bankDay } from '../../../money/network-deadlines.ts'
import type { Money } from '../../../money/money.ts'
import type { SessionContext } from '../../../profile/session-context.ts'
import type { SweepGate } from './gate.ts'
import { listableAccount, type PartReason } from './plan.ts'
import { saveFound, type FoundItem } from './recovered.ts'
import { eventOf, keyOf, type ListRow, type RowOrigin, type SweptEvent } from './swept-rows.ts'
import { system, type SweepPart } from './sweep-records.ts'
import { apartFromEarlier, matchEventsToAlerts } from './match-alerts.ts'

/** The bank's lists. */
export type SweptLists = Pick<AchInquiryApi, 'list' | 'detail'>

/** How the queries of a part ended. */
export type PartEnd =
  | { readonly kind: 'done' }
  /** The bank answered, but without the requested data. */
  | { readonly kind: 'failed' | 'impossible'; readonly why: PartReason }
  /**
   * No answer, which says nothing about the part. `isTry`: this query may be the cause, so it
   * counts as a try.
   */
  | { readonly kind: 'no-answer'; readonly isTry: boolean }
  /** The bank requires a pause (bank note 19). */
  | { readonly kind: 'paused' }
  | { readonly kind: 'stopped' }

export interface FetchListDeps {
  readonly context: SessionContext
  readonly batches: Pick<Money['batches'], 'applySweepRows'>
  readonly gate: SweepGate
  readonly lists: () => SweptLists | undefined
  readonly signal: AbortSignal
}

/**
 * Failures that one query may cause again and again although the bank is reachable; all others
 * concern the connection.
 */
const isOfTheCall: readonly CallFailure[] = ['timed-out', 'unexpected']

/** Returns what a failed answer means for the part. */
export function endOfAnswer(answer: BankAnswer<unknown>): PartEnd {
  switch (answer.kind) {
    case 'not-sent':
      if (answer.reason === 'rate-paused') return { kind: 'paused' }
      return { kind: 'no-answer', isTry: answer.reason === 'unexpected' }
    case 'no-answer':
      if (answer.reason === 'answer-too-large') return { kind: 'failed', why: 'bank-declined' }
      return { kind: 'no-answer', isTry: isOfTheCall.includes(answer.reason) }
    case 'refused':
      if (answer.problem === 'threshold-reached') return { kind: 'paused' }
      return { kind: 'failed', why: 'bank-declined' }
    case 'answered':
    case 'nothing-found':
      return { kind: 'done' }
    case 'not-understood':
      return { kind: 'failed', why: 'bank-declined' }
  }
}

function endOfPages(end: PagingEnd<unknown>): PartEnd {
  switch (end.kind) {
    case 'complete':
      return { kind: 'done' }
    case 'stopped':
      return { kind: 'stopped' }
    case 'truncated':
    case 'changing':
      return { kind: 'failed', why: 'list-not-whole' }
    case 'range-refused':
    case 'failed':
      return endOfAnswer(end.answer)
  }
}

const cancelled = {
  ...({ answer: { kind: 'not-sent', reason: 'cancelled' }, callId: null, raw: null } as const),
  isBase64: false,
  paging: null,
}

/** Every call passes the gate and is counted; the last answer about a detail is remembered. */
function gated({ gate, lists, signal }: FetchListDeps) {
  let calls = 0
  let detail: BankAnswer<unknown> = cancelled.answer
  const passed = async (): Promise<SweptLists | undefined> => {
    if (!(await gate.pass('ach-inquiry', signal))) return undefined
    calls += 1
    return lists()
  }
  const api: SweptLists = {
    list: async (...args) => (await passed())?.list(...args) ?? cancelled,
    async detail(...args) {
      const reply = (await (await passed())?.detail(...args)) ?? cancelled
      detail = reply.answer
      return reply
    },
  }
  const spent = (): number => {
    const since = calls
    calls = 0
    return since
  }
  return { api, spent, lastDetail: () => detail }
}

/**
 * Returns the days of a part that the list still accepts: a part may wait for days, and then its
 * first days can be too old to recall (bank note 43). Days in the future come from a clock that was
 * set back.
 */
function daysLeft(
  { from_day: fromDay, to_day: toDay }: SweepPart,
  today: string,
): PartEnd | { readonly fromDay: string; readonly toDay: string; readonly whenDone: PartEnd } {
  if (fromDay === null || toDay === null) throw new Error('a part without days')
  const oldest = daysLater(today, -maxRecallDays)
  const tooLongAgo = { kind: 'impossible', why: 'too-long-ago' } as const
  if (toDay < oldest) return tooLongAgo
  if (fromDay > today) return { kind: 'failed', why: 'list-not-whole' }
  if (fromDay < oldest) return { fromDay: oldest, toDay, whenDone: tooLongAgo }
  return { fromDay, toDay, whenDone: { kind: 'done' } }
}

/** The last days that the bank of a profile refused, until the program ends. */
const refusedDays = new WeakMap<object, Set<LaterDay>>()

function refusedOf({ store }: SessionContext): Set<LaterDay> {
  const known = refusedDays.get(store) ?? new Set()
  refusedDays.set(store, known)
  return known
}

/**
 * Queries the list of a part. Resolves for every answer of the bank; rejects if the store fails.
 */
export async function fetchList(
  deps: FetchListDeps,
  part: SweepPart,
): Promise<{ readonly end: PartEnd; readonly calls: number }> {
  const { context, signal } = deps
  const account = context.profile().accounts.find(({ id }) => id === part.account_id)
  const number = account && listableAccount(account)
  const { search } = part
  if (!account || number === undefined || number === null) {
    return { end: { kind: 'impossible', why: 'account-removed' }, calls: 0 }
  }
  if (search === null) throw new Error('a part without a search')
  const now = context.clock.now()
  const bankToday = { today: bankDay(context.environment, now), utcToday: utcDay(now) }
  const days = daysLeft(part, bankToday.today)
  if ('kind' in days) return { end: days, calls: 0 }
  const { fromDay, toDay } = days
  const { api, spent, lastDetail } = gated(deps)
  const callOptions = { actor: system, lane: 'sweep', whenPaused: 'fail', signal } as const
  const request = {
    accountNumber: number,
    dateSearchType: search,
    fromDate: fromDay,
    toDate: toDay,
  }
  let { whenDone } = days
  let origin = { account: account.account_significant, search, fromDay, toDay }
  const pages = listAchDays(api, request, {
    callOptions,
    clock: context.clock,
    signal,
    bankToday,
    refused: refusedOf(context),
    narrowed: (range) => {
      origin = { ...origin, fromDay: range.fromDate, toDay: range.toDate }
      if (range.fromDate > fromDay) whenDone = { kind: 'impossible', why: 'too-long-ago' }
    },
  })
  for (;;) {
    const askedAt = context.clock.now().toISOString()
    const step = await pages.next()
    if (step.done) {
      const end = endOfPages(step.value)
      return { end: end.kind === 'done' ? whenDone : end, calls: spent() }
    }
    const rows = rowsOf(step.value)
    const { callId } = step.value
    const applied = await deps.batches.applySweepRows({
      account: origin.account,
      rows,
      callId,
      askedAt,
      api,
      callOptions,
    })
    await savePage(context, part, { rows, callId, origin, applied, calls: spent() })
    if (signal.aborted) return { end: { kind: 'stopped' }, calls: 0 }
    if (!applied.isDone) return { end: endWithoutDetail(context, lastDetail()), calls: 0 }
  }
}

/**
 * Returns why a detail was not applied: a detail that is always too slow must not block the other
 * parts of the sweep.
 */
const endWithoutDetail = ({ connection }: SessionContext, detail: BankAnswer<unknown>): PartEnd =>
  connection.pausedUntil() ? { kind: 'paused' } : endOfAnswer(detail)

/** Returns the rows of a page. Rows that an earlier page also held are the same event. */
const rowsOf = ({
  answer,
}: Page<{ readonly transactions: readonly ListRow[] }>): readonly ListRow[] =>
  answer.reading?.transactions ?? []

interface AppliedPage {
  readonly rows: readonly ListRow[]
  readonly callId: string | null
  readonly origin: RowOrigin
  readonly applied: Awaited<ReturnType<FetchListDeps['batches']['applySweepRows']>>
  readonly calls: number
}

async function savePage(
  context: SessionContext,
  part: SweepPart,
  { rows, callId, origin, applied, calls }: AppliedPage,
): Promise<void> {
  const events = await apartFromEarlier(
    context.store.read,
    rows.map((row) => eventOf(row, origin)),
  )
  const about = events.map((event, at) => ({ event, entryId: applied.entries[at] ?? null }))
  const items = about.map(({ event, entryId }) => itemOf(event, entryId, callId))
  const changes = applied.changes.flatMap((change) => {
    const of = about.find(({ entryId }) => entryId === change.entryId)
    if (!of) return []
    const key = keyOf(change.code, change.entryId)
    const event = { ...of.event, event: change.code, key, day: null }
    return [itemOf(event, change.entryId, change.callId)]
  })
  await saveFound(context, part, {
    items: [...items, ...changes],
    matched: (tx) => matchEventsToAlerts(tx, events),
    calls,
    rows: rows.length,
  })
}

const itemOf = (event: SweptEvent, entryId: string | null, callId: string | null): FoundItem => ({
  kind: 'ach',
  item_key: event.key,
  event: event.event,
  event_day: event.day,
  account_significant: event.account,
  trace_number: event.trace,
  par_number: event.par,
  direction: event.direction,
  amount: event.amount,
  currency: event.amount === null ? null : 'USD',
  party: event.party,
  return_code: event.returnCode,
  call_id: callId,
  order_id: null,
  entry_id: entryId,
})
