/**
 * Queries the bank about the entries of one batch: lists of the own account by collected, settled
 * and returned days, read to their end, then details that a status or a count requires (bank notes
 * 36, 42-47, 49, 54 and 86). The bank decides which account it debits, so entries missing on the
 * first are queried on the others. Queries only; reports go to `EntryTracker` and nothing is stored
 * here.
 */
import { randomInt } from 'node:crypto'
import { daysLater } from '../../../../preload/contract/kernel/calendar.ts'
import { significantAccount } from '../../../../preload/contract/kernel/account-number.ts'
import { countIn } from '../../../bank/answers/page-facts.ts'
import type { BankAnswer } from '../../../../preload/contract/bank/answers/bank-answer.ts'
import type { Reading } from '../../../../preload/contract/bank/answers/shape.ts'
import type {
  achDetail,
  AchListRequest,
  returnsAnswer,
} from '../../../../preload/contract/bank/ach-inquiry/index.ts'
import type { ListRow } from '../types.ts'
import type { AchInquiryApi } from '../../../bank/apis/ach-inquiry.ts'
import type { AchOriginationApi } from '../../../bank/apis/ach-origination.ts'
import type { CallOptions } from '../../../bank/call-options.ts'
import type { PagingEnd } from '../../../bank/apis/paging.ts'
import { listAchDays, listReturns } from '../../../bank/apis/list-pages.ts'
import type { Clock } from '../../../platform/clock.ts'
import { isAboutEntry, candidatesFor } from './match-entry.ts'
import type { EntryUpdate, EntryReport } from './entry-status.ts'
import { needsDetail } from './entry-text.ts'
import type { EntryTracker } from './tracked-batch.ts'
import type { searchedDays } from './poll-interval.ts'
import type { BankToday, DayRange } from '../../../bank/apis/ach-list-limits.ts'

/** The bank APIs that tracking uses. */
export interface TrackingApi {
  readonly inquiry: Pick<AchInquiryApi, 'list' | 'detail' | 'returns'>
  readonly origination: Pick<AchOriginationApi, 'addendaStatus'>
}

/** One pass over a batch. */
export interface Pass {
  readonly api: TrackingApi
  readonly tracker: EntryTracker
  /**
   * The own account that is queried first, and those queried if it shows no entry of the batch. Null:
   * it is too long for a list, and only details are queried.
   */
  readonly account: string | null
  readonly elsewhere: { readonly seen: readonly string[]; readonly others: readonly string[] }
  /** The bank should have collected it by now. */
  readonly isOverdue: boolean
  /** The batch's uuid, which identifies entries without a trace number. */
  readonly uuid: string
  readonly days: ReturnType<typeof searchedDays>
  readonly bankToday: BankToday
  /** The PAR numbers by which alerts name an entry, by its id. */
  readonly alertedPars: ReadonlyMap<string, readonly string[]>
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
type ReturnRow = Reading<typeof returnsAnswer>['transactions'][number]

/**
 * Up to this many entries are queried by trace number; more are found in the lists of the account.
 */
const mostByTrace = 3
const mostDetails = 200

/**
 * Limits what one pass queries. Starts at a random place each time, so that what the bank does not
 * answer does not block the others.
 */
export function someOf<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all
  const from = randomInt(all.length)
  return [...all.slice(from), ...all.slice(0, from)].slice(0, most)
}

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
  if (pass.account === null) running.isWhole = false
  for (const account of accountsIn(pass)) {
    await searchAll(running, account)
    if (running.hasFound || !running.isDone) break
  }
  const details = (await fetchDetails(running)) + (await askAboutReports(running))
  const { ends, isDone, isWhole } = running
  return { ends, isDone, isWhole, details, strangers: [...running.strangers.values()] }
}

/** Accounts where the bank was not seen to debit it are queried late, or for a person who waits. */
const accountsIn = ({ account, elsewhere, isOverdue, callOptions }: Pass): string[] => [
  ...(account === null ? [] : [account]),
  ...elsewhere.seen,
  ...(isOverdue || callOptions.lane === 'interactive' ? elsewhere.others : []),
]

async function searchAll(running: Running, account: string): Promise<void> {
  const { pass } = running
  await search(running, account, 'COLLECTED')
  const isSettling = pass.tracker
    .all()
    .some(
      ({ entry: { shown_bank_status: shown } }) =>
        shown === 'not-reported' || shown === 'collected',
    )
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
): AchListRequest & DayRange => ({
  accountNumber: account,
  dateSearchType,
  ...range,
  ...(traceNumber !== undefined && { traceNumber }),
})

async function readPages(
  running: Running,
  request: AchListRequest & DayRange,
  of: Search,
): Promise<void> {
  const { api, callOptions, clock, bankToday } = running.pass
  const pages = listAchDays(api.inquiry, request, {
    callOptions,
    clock,
    signal: callOptions.signal,
    bankToday,
    refused: new Set(),
    // The days before are not searched.
    narrowed: () => {
      running.isWhole = false
    },
  })
  for (;;) {
    const askedAt = clock.now().toISOString()
    const step = await pages.next()
    if (step.done) {
      ended(running, of, step.value)
      return
    }
    const { answer, callId } = step.value
    for (const row of answer.reading?.transactions ?? [])
      applyRow(running, row, { callId, askedAt, listedOf: request.accountNumber })
  }
}

function ended(running: Running, of: string, end: PagingEnd<unknown>): void {
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

/** Where an answer comes from: its call, when it was asked, and the own account that lists the row. */
interface Origin {
  readonly callId: string | null
  readonly askedAt: string
  readonly listedOf?: string
}

function applyRow(
  running: Running,
  row: ListRow,
  origin: Origin & { readonly listedOf: string },
): void {
  const { tracker, clock } = running.pass
  const report = reportIn(row, 'inquiry', origin)
  const known = aboutThem(running.pass, row, origin.listedOf, report)
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
  row: Pick<ListRow, 'traceNumber'>,
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

/** Returns the report of a list row or a detail. */
export const reportIn = (
  row: Omit<ListRow, 'other' | 'receivingParty' | 'originatingParty'>,
  source: 'inquiry' | 'detail',
  { callId, askedAt, listedOf }: Origin,
): EntryReport => ({
  source,
  callId,
  askedAt,
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
export const reportInDetail = (detail: Reading<typeof achDetail>, origin: Origin): EntryReport => {
  const reported = reportIn(detail, 'detail', origin)
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
  for (const [entryId, parNumber] of someOf([...details], mostDetails)) {
    if (pass.callOptions.signal.aborted) break
    const got = await fetchDetail(pass, entryId, parNumber)
    if (got === 'no-answer') running.isDone = false
    if (got === 'applied') fetched += 1
  }
  if (details.size > mostDetails) running.isDone = false
  return fetched
}

/** Entries with a report that the lists have not answered. */
const unanswered = ({ tracker }: Pass): EntryUpdate[] =>
  tracker.all().filter(({ entry }) => entry.unanswered_since !== null)

/**
 * Asks about reports that the lists have not answered, because a list may show a return late: by the
 * detail of each entry, then by the bank's earlier list of returns. Returns the number of details.
 */
async function askAboutReports(running: Running): Promise<number> {
  const { pass, details } = running
  let fetched = 0
  for (const { entry } of someOf(unanswered(pass), mostDetails)) {
    const pars =
      entry.par_number === null ? (pass.alertedPars.get(entry.id) ?? []) : [entry.par_number]
    for (const parNumber of pars) {
      if (pass.callOptions.signal.aborted || !running.isDone) return fetched
      if (details.get(entry.id) === parNumber) continue
      const got = await fetchDetail(pass, entry.id, parNumber, isNamedBy)
      if (got === 'no-answer') running.isDone = false
      if (got === 'applied') fetched += 1
    }
  }
  for (const account of pass.account === null ? [] : [pass.account, ...pass.elsewhere.seen]) {
    if (!running.isDone || unanswered(pass).length === 0) break
    await searchReturns(running, account)
  }
  return fetched
}

/** Searches the earlier list of returns, which ach/list may not agree with. */
async function searchReturns(running: Running, account: string): Promise<void> {
  const { api, tracker, callOptions, clock, days } = running.pass
  const { signal } = callOptions
  const [first] = days.RETURNED
  const toDate = days.RETURNED.at(-1)?.toDate
  if (first === undefined || toDate === undefined || signal.aborted) return
  // The document allows no search of a single day (bank note 43).
  const fromDate = first.fromDate < toDate ? first.fromDate : daysLater(toDate, -1)
  const request = {
    accountNumbers: [account],
    fromDate,
    toDate,
    detailsFlag: 'N' as const,
  }
  const pages = listReturns(api.inquiry, request, { callOptions, clock, signal })
  for (;;) {
    const askedAt = clock.now().toISOString()
    const step = await pages.next()
    if (step.done) {
      ended(running, 'returns', step.value)
      return
    }
    const { answer, callId } = step.value
    for (const row of answer.reading?.transactions ?? []) {
      const report = reportOfReturn(row, { callId, askedAt, listedOf: account })
      const known = aboutThem(running.pass, row, account, report).filter(
        ({ entry }) => entry.unanswered_since !== null,
      )
      const { meant, reported } = candidatesFor(known, report)
      for (const one of meant) tracker.apply(one.entry.id, reported, clock.now().toISOString())
    }
  }
}

/** Returns the report of a row of the earlier list of returns. */
const reportOfReturn = (row: ReturnRow, origin: Origin & { listedOf: string }): EntryReport => ({
  source: 'inquiry',
  callId: origin.callId,
  askedAt: origin.askedAt,
  alertSeq: null,
  notifications: [],
  statusText: 'RETURNED',
  parNumber: null,
  amount: row.transactionAmount,
  returned: {
    code: row.returnReasonCode,
    text: row.returnReasonDescription,
    date: row.returnReleaseDate,
  },
  changes: 0,
  shown: {
    accounts: [row.receivingAccountNumber, row.originatingAccountNumber],
    days: [row.returnReleaseDate],
    listedOf: origin.listedOf,
  },
})

/** Whether a detail names this trace number, or none. */
const isNamedOrOpen = (named: string | null, trace: string | null): boolean =>
  named === null || named.trim() === trace
/** A PAR number that an alert named proves nothing, so its detail has to name the trace number. */
const isNamedBy = (named: string | null, trace: string | null): boolean => named?.trim() === trace

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
  isIts: typeof isNamedBy = isNamedOrOpen,
): Promise<'applied' | 'other-entry' | 'no-answer'> {
  const askedAt = clock.now().toISOString()
  const { answer, callId } = await api.inquiry.detail(parNumber, callOptions)
  if (answer.kind !== 'answered') return hasAnswered(answer) ? 'other-entry' : 'no-answer'
  const trace = tracker.get(entryId)?.entry.trace_number ?? null
  const { reading } = answer
  if (!isIts(reading.traceNumber, trace)) return 'other-entry'
  const reported = reportInDetail(reading, { callId, askedAt })
  tracker.apply(entryId, reported, clock.now().toISOString())
  return 'applied'
}
