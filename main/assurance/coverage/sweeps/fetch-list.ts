/**
 * One part of a sweep that asks for a list: walked to its end, page by page. Each page is heard by the batches whose
 * entries it tells of, compared with the alerts, and what is new is kept before the next one is asked for.
 */
import { daysLater } from '../../../../preload/contract/bank/ach-inquiry/days.ts'
import { maxRecallDays } from '../../../../preload/contract/bank/ach-inquiry/request-rules.ts'
import type { BankAnswer } from '../../../../preload/contract/bank/answers/bank-answer.ts'
import type { CallFailure } from '../../../../preload/contract/bank/answers/call-failure.ts'
import type { AchInquiryApi } from '../../../bank/apis/ach-inquiry/ach-inquiry.ts'
import type { Page, PagingEnd } from '../../../bank/apis/paging.ts'
import { listAchTransactions } from '../../../bank/apis/list-pages.ts'
import { bankDay } from '../../../money/batch/tracking/network-deadlines.ts'
import type { BatchService } from '../../../money/batch/batches.service.ts'
import type { SweepMatches, ListRow } from '../../../money/batch/types.ts'
import type { SessionContext } from '../../../profile/session-context.ts'
import type { SweepGate } from './gate.ts'
import { listableAccount, type PartReason } from './plan.ts'
import { keepFound, type FoundItem } from './recovered.ts'
import { eventOf, type RowOrigin, type SweptEvent } from './swept-rows.ts'
import { system, type SweepPart } from './sweep-records.ts'
import { matchEventsToAlerts } from './match-alerts.ts'

/** The lists of the bank. */
export type SweptLists = Pick<AchInquiryApi, 'list' | 'detail'>

/** How the asking of a part ended. */
export type PartEnd =
  | { readonly kind: 'done' }
  /** The bank answered, and not with what was asked for. */
  | { readonly kind: 'failed' | 'impossible'; readonly why: PartReason }
  /** Nothing came back: it says nothing about the part. `isTry`: it may be of this question, and counts all the same. */
  | { readonly kind: 'silent'; readonly isTry: boolean }
  /** The bank wants silence (trap 19). */
  | { readonly kind: 'paused' }
  | { readonly kind: 'stopped' }

/** What asking needs. */
export interface FetchListDeps {
  readonly context: SessionContext
  readonly batches: Pick<BatchService, 'applySweepRows'>
  readonly gate: SweepGate
  readonly lists: () => SweptLists | undefined
  readonly signal: AbortSignal
}

/** What may come of one question again and again, though the bank is there; all else is of the way to the bank. */
const isOfTheCall: readonly CallFailure[] = ['timed-out', 'unexpected']

/** What an answer that is none means for the part. */
export function endOfAnswer(answer: BankAnswer<unknown>): PartEnd {
  switch (answer.kind) {
    case 'not-sent':
      if (answer.reason === 'rate-paused') return { kind: 'paused' }
      return { kind: 'silent', isTry: answer.reason === 'unexpected' }
    case 'no-answer':
      if (answer.reason === 'answer-too-large') return { kind: 'failed', why: 'bank-declined' }
      return { kind: 'silent', isTry: isOfTheCall.includes(answer.reason) }
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

function endOfWalk(end: PagingEnd<unknown>): PartEnd {
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

/** Every call passes the gate and is counted; the last answer about a detail is kept. */
function gated({ gate, lists, signal }: FetchListDeps) {
  let calls = 0
  let detail: BankAnswer<unknown> = cancelled.answer
  const passed = async (): Promise<SweptLists | undefined> => {
    if (!(await gate.pass('ach-inquiry', signal))) return undefined
    calls += 1
    return lists()
  }
  const api: SweptLists = {
    list: async (...asked) => (await passed())?.list(...asked) ?? cancelled,
    async detail(...asked) {
      const came = (await (await passed())?.detail(...asked)) ?? cancelled
      detail = came.answer
      return came
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
 * The days of a part that the list still takes: it waits for days where the bank or the hours want it to, and what it
 * was planned for may be recalled no more (trap 43). Days to come are those of a clock that was set back.
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

/** Asks for the list of a part. Resolves whatever the bank does; rejects where the store does not keep it. */
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
  const days = daysLeft(part, bankDay(context.environment, context.clock.now()))
  if ('kind' in days) return { end: days, calls: 0 }
  const { fromDay, toDay } = days
  const { api, spent, lastDetail } = gated(deps)
  const manner = { actor: system, lane: 'sweep', whenPaused: 'fail', signal } as const
  const request = {
    accountNumber: number,
    dateSearchType: search,
    fromDate: fromDay,
    toDate: toDay,
  }
  const walking = listAchTransactions(api, request, { manner, clock: context.clock, signal })
  const origin = { account: account.account_significant, search, fromDay, toDay }
  for (;;) {
    const step = await walking.next()
    if (step.done) {
      const end = endOfWalk(step.value)
      return { end: end.kind === 'done' ? days.whenDone : end, calls: spent() }
    }
    const rows = rowsOf(step.value)
    const { callId } = step.value
    const heard = await deps.batches.applySweepRows({
      account: origin.account,
      rows,
      callId,
      api,
      manner,
    })
    await keepPage(context, part, { rows, callId, origin, heard, calls: spent() })
    if (signal.aborted) return { end: { kind: 'stopped' }, calls: 0 }
    if (!heard.isDone) return { end: silenceOf(context, lastDetail()), calls: 0 }
  }
}

/** Why a detail was not heard: one that is too slow again and again must not keep the other deps from being asked. */
const silenceOf = ({ connection }: SessionContext, detail: BankAnswer<unknown>): PartEnd =>
  connection.pausedUntil() ? { kind: 'paused' } : endOfAnswer(detail)

/** The rows of a page; those that an earlier page held as well stand there for the same event. */
const rowsOf = ({
  answer,
}: Page<{ readonly transactions: readonly ListRow[] }>): readonly ListRow[] =>
  answer.reading?.transactions ?? []

interface HeardPage {
  readonly rows: readonly ListRow[]
  readonly callId: string | null
  readonly origin: RowOrigin
  readonly heard: SweepMatches
  readonly calls: number
}

async function keepPage(
  context: SessionContext,
  part: SweepPart,
  { rows, callId, origin, heard, calls }: HeardPage,
): Promise<void> {
  const events = rows.map((row) => eventOf(row, origin))
  const about = events.map((event, at) => ({ event, entryId: heard.entries[at] ?? null }))
  const items = about.map(({ event, entryId }) => itemOf(event, entryId, callId))
  const changes = heard.changes.flatMap((change) => {
    const of = about.find(({ entryId }) => entryId === change.entryId)
    if (!of) return []
    const key = `ach ${change.code} ${change.entryId}`
    const event = { ...of.event, event: change.code, key, day: null }
    return [itemOf(event, change.entryId, change.callId)]
  })
  await keepFound(context, part, {
    items: [...items, ...changes],
    told: (tx) => matchEventsToAlerts(tx, events),
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
