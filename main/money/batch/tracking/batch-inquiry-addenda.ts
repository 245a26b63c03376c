/**
 * Finds a batch by its addenda status. The bank's documents do not say whether it wants the uuid of
 * the batch or of an entry (bank note 82), so the batch's is used first and, if not found, those
 * of entries. No document shows the answer for an unknown uuid, and it may be `rejected`. So
 * `rejected` without a trace number or an acceptance, which only a known uuid has, counts as *not
 * found* at most: as a rejection it would allow a copy, which is a second origination.
 */
import type { AddendaStatusReading } from '../../../../preload/contract/bank/ach-origination/answers.ts'
import { isNotFoundAnswer } from '../../../../preload/contract/bank/payments/payment-answer.ts'
import type { QueryResult } from '../../../bank/query-bank.ts'
import { batchVocabulary } from '../../../bank/answers/classification.ts'
import { objectIn } from '../../../bank/answers/read-shape.ts'
import type { Clock } from '../../../platform/clock.ts'
import {
  nothing,
  type InquiryOptions,
  type InquiryVerdict,
} from '../../order/status/inquiry-verdict.ts'
import type { LearnedBatch, LearnedEntry } from './batch-inquiry-learned.ts'
import type { BatchInquiryApi, SoughtBatch, BatchRouteResult } from './batch-inquiry-queries.ts'

type Api = Pick<BatchInquiryApi, 'addendaStatus'>

/** The content of one answer about one uuid. */
interface AddendaReport {
  readonly uuid: string
  /** `refused`: rejected, without any sign that the bank knows the uuid. */
  readonly result: 'accepted' | 'refused' | 'undecided' | 'not-found' | 'no-answer'
  readonly statusText: string | null
  readonly reading: AddendaStatusReading | null
  readonly callId: string | null
  readonly isSent: boolean
}

/**
 * All entries of a batch up to this size are queried; of a larger one the first, the middle one and
 * the last. The bank may have refused exactly those three (bank note 83), so their absence is
 * evidence only together with the list, which covers every amount; a resend needs both
 * (`qualifying-inquiries.ts`).
 */
const mostEntriesQueried = 10
const contradicting = ' / '
const { accepted, rejected } = batchVocabulary

const entriesQueried = ({ entries }: SoughtBatch): readonly string[] => {
  if (entries.length <= mostEntriesQueried) return entries.map(({ id }) => id)
  const last = entries.length - 1
  return [0, Math.floor(last / 2), last].flatMap((place) => entries[place]?.id ?? [])
}

/** Ids are compared without hyphens and case, because the bank may write them differently. */
const bare = (uuid: string): string => uuid.replaceAll('-', '').toLowerCase()

/** Reads one answer. A status about another id, or about none, says nothing about this one. */
function reportOf(
  { answer, raw, callId }: QueryResult<AddendaStatusReading>,
  uuid: string,
): AddendaReport {
  const reports = {
    uuid,
    statusText: null,
    reading: null,
    callId,
    isSent: answer.kind !== 'not-sent',
  }
  switch (answer.kind) {
    case 'answered':
      return { ...reports, ...resultOf(answer.reading, objectIn(raw ?? ''), uuid) }
    case 'refused': {
      const { status, namesPayment } = answer.trace
      if (status >= 200 && status < 300) return { ...reports, result: 'undecided' }
      if (!isNotFoundAnswer(answer)) return { ...reports, result: 'no-answer' }
      // A refusal that names an id may be about an existing order (bank note 18).
      return { ...reports, result: namesPayment ? 'undecided' : 'not-found' }
    }
    case 'nothing-found':
    case 'not-understood':
      return { ...reports, result: 'undecided' }
    case 'no-answer':
    case 'not-sent':
      return { ...reports, result: 'no-answer' }
  }
}

function resultOf(
  reading: AddendaStatusReading,
  body: unknown,
  uuid: string,
): Pick<AddendaReport, 'result' | 'statusText' | 'reading'> {
  const isNamed = reading.uuid !== null && bare(reading.uuid) === uuid
  const isAnother = reading.uuid !== null && !isNamed
  const isTaken = reading.traceNumber !== null || batchVocabulary.hasAcceptanceMark(body)
  if (isAnother || (!isNamed && !isTaken))
    return { result: 'undecided', statusText: null, reading: null }
  const statuses = [...new Set(batchVocabulary.statusesIn(body))]
  const statusText = statuses.length === 0 ? null : statuses.join(contradicting)
  const all = (known: readonly string[]): boolean =>
    statuses.length > 0 && statuses.every((one) => known.includes(one))
  // The bank assigns trace numbers, so an entry with one was accepted (bank note 86).
  const isRefused = all(rejected) && isNamed && !isTaken
  const result = isNamed && all(accepted) ? 'accepted' : isRefused ? 'refused' : 'undecided'
  return { result, statusText: statusText ?? (isTaken ? 'a trace number' : null), reading }
}

/**
 * Returns the verdict of a manual query about this uuid, as a status inquiry that decides nothing
 * by itself; null if it says nothing. Only an ordinary status inquiry may give not-found evidence,
 * because a later page may well be empty.
 */
export function verdictByHand(
  queryResult: QueryResult<AddendaStatusReading>,
  uuid: string,
  isFirstPage: boolean,
): InquiryVerdict | null {
  const { result, statusText } = reportOf(queryResult, uuid)
  if (result === 'not-found' || result === 'refused' || result === 'no-answer') return null
  return statusText === null && !isFirstPage ? null : { ...nothing('undecided'), statusText }
}

/**
 * Returns the only status of an answer about this entry's uuid; a rejection decides nothing by
 * itself.
 */
export function entryStatusIn(
  queryResult: QueryResult<AddendaStatusReading>,
  uuid: string,
): 'accepted' | 'rejected' | null {
  const { result } = reportOf(queryResult, uuid)
  if (result === 'refused') return 'rejected'
  return result === 'accepted' ? result : null
}

/**
 * Queries by the batch's uuid, then by those of entries. Always resolves, also without an answer of
 * the bank.
 */
export async function inquireByAddenda(
  api: Api,
  batch: SoughtBatch,
  callOptions: InquiryOptions,
  clock: Clock,
): Promise<BatchRouteResult> {
  const at = clock.now()
  const query = async (uuid: string): Promise<AddendaReport> =>
    reportOf(await api.addendaStatus({ uuid, pageSize: '1' }, callOptions), uuid)
  const whole = await query(batch.uuid)
  const single = batch.entries.length === 1
  const queriesEntries =
    whole.result === 'not-found' ||
    whole.result === 'refused' ||
    (whole.result === 'accepted' && !single && batch.entries.length <= mostEntriesQueried)
  const entries: AddendaReport[] = []
  if (queriesEntries) for (const id of entriesQueried(batch)) entries.push(await query(id))
  const reports = [whole, ...entries]
  const decisive = decisiveOf(whole, entries)
  return {
    inquiredBy: 'addenda',
    at,
    callId: decisive.callId ?? whole.callId,
    verdict: verdictOf(decisive),
    neverLeft: !whole.isSent,
    isAnswered: reports.some(({ result }) => result !== 'no-answer'),
    learned: learnedOf(batch, whole, entries, single),
  }
}

/** Returns the decisive answer among those about the batch's uuid and about entries. */
function decisiveOf(whole: AddendaReport, entries: readonly AddendaReport[]): AddendaReport {
  const of = (result: AddendaReport['result']): AddendaReport | undefined =>
    entries.find((one) => one.result === result)
  const taken = of('accepted')
  if (whole.result === 'refused') {
    const statusText = `${whole.statusText ?? ''}${contradicting}accepted`
    return taken
      ? { ...taken, result: 'undecided', statusText }
      : (of('undecided') ?? of('no-answer') ?? whole)
  }
  if (whole.result !== 'not-found') return whole
  if (taken) return taken
  // This bank does not answer `rejected` about an unknown uuid, so it may know the refused entry;
  // others of the batch may have been accepted (bank note 83).
  const refused = of('refused') ?? of('undecided')
  return refused ? { ...refused, result: 'undecided' } : (of('no-answer') ?? whole)
}

function verdictOf({ result, statusText }: AddendaReport): InquiryVerdict {
  switch (result) {
    case 'accepted':
      return { ...nothing('found'), found: result, statusText, isOrderStatus: true }
    case 'refused':
      return { ...nothing('not-found'), statusText }
    case 'undecided':
      return { ...nothing('undecided'), statusText }
    case 'not-found':
    case 'no-answer':
      return nothing(result)
  }
}

/**
 * Returns the findings about each entry: by its own uuid, or by the batch's if it is the only
 * entry.
 */
function learnedOf(
  batch: SoughtBatch,
  whole: AddendaReport,
  entries: readonly AddendaReport[],
  single: boolean,
): LearnedBatch {
  const [only] = batch.entries
  const byBatch = single && only && whole.result === 'accepted' ? [{ ...whole, uuid: only.id }] : []
  const { reading } = whole
  return {
    status: whole.result === 'accepted' ? whole.result : null,
    callId: whole.callId,
    messages: {
      informationMessages: reading?.informationMessages ?? [],
      errorMessages: reading?.errorMessages ?? [],
    },
    entries: [...byBatch, ...entries].flatMap(learnedEntry),
  }
}

function learnedEntry({ uuid, result, reading, callId }: AddendaReport): LearnedEntry[] {
  if (result !== 'accepted' || !reading) return []
  const { informationMessages, errorMessages, traceNumber } = reading
  return [
    {
      id: uuid,
      source: 'addenda-status',
      text: result,
      traceNumber,
      parNumber: null,
      callId,
      verdict: errorMessages.length > 0 ? 'in-error' : result,
      messages: { informationMessages, errorMessages },
    },
  ]
}
