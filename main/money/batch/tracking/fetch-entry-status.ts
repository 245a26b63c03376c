/**
 * Queries the bank about the entries of one batch: lists of the own account by collected, settled
 * and returned days, read to their end, then details that a status or a count requires (bank notes
 * 36, 42-47, 49, 54 and 86). The bank decides which account it debits, so entries missing on the
 * first are queried on the others. Queries only; reports go to `EntryTracker` and nothing is stored
 * here.
 */
import { significantAccount } from '../../../../preload/contract/kernel/account-number.ts'
import { countIn } from '../../../bank/answers/page-facts.ts'
import type { BankAnswer } from '../../../../preload/contract/bank/answers/bank-answer.ts'
import type { Reading } from '../../../../preload/contract/bank/answers/shape.ts'
import type {
  achDetail,
  AchListRequest,
} from '../../../../preload/contract/bank/ach-inquiry/index.ts'
import type { ListRow } from '../types.ts'
import type { AchInquiryApi } from '../../../bank/apis/ach-inquiry.ts'
import type { AchOriginationApi } from '../../../bank/apis/ach-origination.ts'
import type { CallOptions } from '../../../bank/call-options.ts'
import type { PagingEnd } from '../../../bank/apis/paging.ts'
import { listAchTransactions } from '../../../bank/apis/list-pages.ts'
import type { Clock } from '../../../platform/clock.ts'
import { isAboutEntry, candidatesFor } from './match-entry.ts'
import type { EntryUpdate, EntryReport } from './entry-status.ts'
import { needsDetail } from './entry-text.ts'
import type { EntryTracker } from './tracked-batch.ts'
import type { searchedDays } from './poll-interval.ts'
import type { DayRange } from '../../../bank/apis/ach-list-limits.ts'

/** The bank APIs that tracking uses. */
export interface TrackingApi {
  readonly inquiry: Pick<AchInquiryApi, 'list' | 'detail'>
  readonly origination: Pick<AchOriginationApi, 'addendaStatus'>
}

/** One pass over a batch. */
export interface Pass {
  readonly api: TrackingApi
  readonly tracker: EntryTracker
  /** The own account that is queried first, and those queried if it shows no entry of the batch. */
  readonly account: string
  readonly elsewhere: { readonly seen: readonly string[]; readonly others: readonly string[] }
  /** The bank should have collected it by now. */
  readonly isOverdue: boolean
  /** The batch's uuid, which identifies entries without a trace number. */
  readonly uuid: string
  readonly days: ReturnType<typeof searchedDays>
  /** Consolidated settlement never shows SETTLED (bank note 49). */
  readonly isConsolidated: boolean
  readonly callOptions: CallOptions & { readonly signal: AbortSignal }
  readonly clock: Clock
}

/** The result of a pass. `ends` names how each list ended. */
export interface PassEnd {
  /** False: a list or a detail was not answered; earlier reports still count. */
  readonly isDone: boolean
  /** False: a list was incomplete, so an entry missing from it may still exist. */
  readonly isWhole: boolean
  readonly ends: readonly string[]
  readonly details: number
}

type Search = keyof Pass['days']

/**
 * Up to this many entries are queried by trace number; more are found in the lists of the account.
 */
const mostByTrace = 3
const mostDetails = 200

/** State of a running pass. */
interface Running {
  readonly pass: Pass
  readonly ends: string[]
  readonly details: Map<string, string>
  /** Rows of the account that match no trace number of the batch. */
  readonly strangers: Map<string, ListRow>
  isDone: boolean
  isWhole: boolean
  /** A list contained an entry of the batch. */
  hasFound: boolean
}

/**
 * Runs the queries. Always resolves, also without an answer of the bank, but throws RangeError for
 * an account that cannot be listed (bank note 36).
 */
export async function fetchEntryStatus(
  pass: Pass,
): Promise<PassEnd & { strangers: readonly ListRow[] }> {
  const running: Running = {
    pass,
    ends: [],
    details: new Map(),
    strangers: new Map(),
    isDone: true,
    isWhole: true,
    hasFound: false,
  }
  for (const account of accountsIn(pass)) {
    await searchAll(running, account)
    if (running.hasFound || !running.isDone) break
  }
  const details = await fetchDetails(running)
  const { ends, isDone, isWhole } = running
  return { ends, isDone, isWhole, details, strangers: [...running.strangers.values()] }
}

/** Accounts where the bank was not seen to debit it are queried late, or for a person who waits. */
const accountsIn = ({ account, elsewhere, isOverdue, callOptions }: Pass): string[] => [
  account,
  ...elsewhere.seen,
  ...(isOverdue || callOptions.lane === 'interactive' ? elsewhere.others : []),
]

async function searchAll(running: Running, account: string): Promise<void> {
  const { pass } = running
  await search(running, account, 'COLLECTED')
  const isSettling = pass.tracker
    .all()
    .some(({ entry }) => entry.standing === 'not-said' || entry.standing === 'collected')
  if (isSettling && !pass.isConsolidated) await search(running, account, 'SETTLED')
  await search(running, account, 'RETURNED')
}

async function search(running: Running, account: string, dateSearchType: Search): Promise<void> {
  const { pass } = running
  for (const range of pass.days[dateSearchType]) {
    for (const traceNumber of tracesOf(pass.tracker)) {
      if (pass.callOptions.signal.aborted) return
      const request = requestOf(account, dateSearchType, range, traceNumber)
      await readPages(running, request, dateSearchType)
      if (!running.isDone) return
    }
  }
}

const openOf = (tracker: EntryTracker) =>
  tracker.all().filter(({ entry }) => entry.returned_at === null)

/** Returns each entry's number if there are few; undefined means the whole account. */
function tracesOf(tracker: EntryTracker): (string | undefined)[] {
  const traces = openOf(tracker).map(({ entry }) => entry.trace_number)
  const known = traces.filter((trace) => trace !== null)
  return known.length === traces.length && known.length <= mostByTrace ? known : [undefined]
}

const requestOf = (
  account: string,
  dateSearchType: Search,
  range: DayRange,
  traceNumber: string | undefined,
): AchListRequest => ({
  accountNumber: account,
  dateSearchType,
  ...range,
  ...(traceNumber !== undefined && { traceNumber }),
})

async function readPages(running: Running, request: AchListRequest, of: Search): Promise<void> {
  const { api, callOptions, clock } = running.pass
  const pages = listAchTransactions(api.inquiry, request, {
    callOptions,
    clock,
    signal: callOptions.signal,
  })
  for (;;) {
    const step = await pages.next()
    if (step.done) {
      ended(running, of, step.value)
      return
    }
    const { answer, callId } = step.value
    for (const row of answer.reading?.transactions ?? [])
      applyRow(running, row, request.accountNumber, callId)
  }
}

function ended(running: Running, of: Search, end: PagingEnd<unknown>): void {
  const why = 'why' in end ? ` ${end.why}` : ''
  running.ends.push(`${of} ${end.kind}${why}`)
  // A list cut off by the bank is named in the act and queried again at the batch's poll interval.
  if (end.kind !== 'complete') running.isWhole = false
  if (end.kind === 'stopped' || (end.kind === 'failed' && !hasAnswered(end.answer)))
    running.isDone = false
}

/** A bank that answers 429 has not answered the query (bank note 19). */
const hasAnswered = (answer: BankAnswer<unknown>): boolean =>
  answer.kind === 'refused'
    ? answer.problem !== 'threshold-reached'
    : answer.kind !== 'not-sent' && answer.kind !== 'no-answer'

function applyRow(running: Running, row: ListRow, account: string, callId: string | null): void {
  const { tracker, clock } = running.pass
  const report = reportIn(row, 'inquiry', callId, account)
  const known = aboutThem(running.pass, row, account, report)
  if (known.length === 0) {
    if (row.parNumber !== null) running.strangers.set(row.parNumber, row)
    return
  }
  running.hasFound = true
  const { meant, reported: judged } = candidatesFor(known, report)
  for (const one of meant) {
    // A contradicting report is stored as such, because its detail would be another item's.
    const isDetailNeeded =
      judged.isAmbiguous !== true && isAboutEntry(one, judged) && needsDetail(one, judged)
    tracker.apply(one.entry.id, judged, clock.now().toISOString())
    if (isDetailNeeded && row.parNumber !== null) running.details.set(one.entry.id, row.parNumber)
  }
}

/**
 * Returns the entries that a row may be about; on another account than the first, a trace number
 * alone identifies none.
 */
function aboutThem(
  { tracker, account: first }: Pass,
  row: ListRow,
  account: string,
  reported: EntryReport,
) {
  const known = tracker.ofTrace(row.traceNumber)
  return account === first ? known : known.filter((one) => isOnOurSide(one, account, reported))
}

/**
 * Returns whether a row of this own account is an entry of a batch with another account: the row
 * fits, and the entry was not received there.
 */
export const isOnOurSide = (one: EntryUpdate, account: string, reported: EntryReport): boolean =>
  one.about?.account !== significantAccount(account) && isAboutEntry(one, reported)

/**
 * Returns the report of a list row or a detail. `listedOf`: the own account in whose list it
 * appears.
 */
export const reportIn = (
  row: Omit<ListRow, 'other' | 'receivingParty' | 'originatingParty'>,
  source: 'inquiry' | 'detail',
  callId: string | null,
  listedOf?: string,
): EntryReport => ({
  source,
  callId,
  alertSeq: null,
  notifications: [],
  statusText: row.transactionStatus,
  parNumber: row.parNumber,
  amount: row.transactionAmount,
  returned: {
    code: row.returnReasonCode,
    text: row.returnReasonDescription,
    date: row.returnDate,
  },
  changes: countIn(row.notificationOfChangeAddendaCount) ?? 0,
  shown: {
    accounts: [row.receivingAccount?.accountNumber, row.originatingAccount?.accountNumber],
    days: [row.settlementDate, row.returnDate],
    ...(listedOf !== undefined && { listedOf }),
  },
})

/** Returns the report of a detail, with its notifications of change. */
export const reportInDetail = (
  detail: Reading<typeof achDetail>,
  callId: string | null,
): EntryReport => {
  const reported = reportIn(detail, 'detail', callId)
  const direction = detail.transactionDirection
  return {
    ...reported,
    ...(reported.shown && { shown: { ...reported.shown, direction } }),
    notifications: detail.notificationOfChange.map((one) => ({
      code: one.changeCode,
      text: one.changeDescription,
      data: one.correctedData,
    })),
  }
}

async function fetchDetails(running: Running): Promise<number> {
  const { pass, details } = running
  let fetched = 0
  for (const [entryId, parNumber] of [...details].slice(0, mostDetails)) {
    if (pass.callOptions.signal.aborted) break
    const got = await fetchDetail(pass, entryId, parNumber)
    if (got === 'no-answer') running.isDone = false
    if (got === 'applied') fetched += 1
  }
  if (details.size > mostDetails) running.isDone = false
  return fetched
}

/**
 * Fetches one detail. A detail with another trace number says nothing about this entry (bank note
 * 86).
 */
export async function fetchDetail(
  {
    api,
    callOptions,
    tracker,
    clock,
  }: Pick<Pass, 'callOptions' | 'tracker' | 'clock'> & {
    readonly api: { readonly inquiry: Pick<AchInquiryApi, 'detail'> }
  },
  entryId: string,
  parNumber: string,
): Promise<'applied' | 'other-entry' | 'no-answer'> {
  const { answer, callId } = await api.inquiry.detail(parNumber, callOptions)
  if (answer.kind !== 'answered') return hasAnswered(answer) ? 'other-entry' : 'no-answer'
  const trace = tracker.get(entryId)?.entry.trace_number ?? null
  const { reading } = answer
  const isAnother = reading.traceNumber !== null && reading.traceNumber.trim() !== trace
  if (isAnother) return 'other-entry'
  tracker.apply(entryId, reportInDetail(reading, callId), clock.now().toISOString())
  return 'applied'
}
