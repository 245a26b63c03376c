/**
 * Queries the addenda status of a batch or of one entry, one page at a time (bank notes 46 and 82).
 * A record of type 98 or 99 about an entry is stored as its event; the window gets corrected
 * accounts masked.
 */
import { addendaPageFacts } from '../../../bank/apis/addenda-status.ts'
import type { AddendaStatusReading } from '../../../../preload/contract/bank/ach-origination/answers.ts'
import { maskedAccount } from '../../../../preload/contract/kernel/account-number.ts'
import type { BankAnswer } from '../../../../preload/contract/bank/answers/bank-answer.ts'
import type { OrderState } from '../../../../preload/contract/domain/orders/order-states.ts'
import { maskedDigits } from '../../../../preload/contract/domain/personal-names.ts'
import type { QueryResult } from '../../../bank/query-bank.ts'
import { isJson, rewriteJson } from '../../../../preload/contract/kernel/json.ts'
import { attemptsOf, findSummary } from '../../order/order-records.ts'
import { saveInquiry } from '../../order/status/save-inquiry.ts'
import type { BatchContext } from '../types.ts'
import { entryStatusIn, verdictByHand } from './batch-inquiry-addenda.ts'
import { changeInText, returnInText } from '../entries/corrected-data.ts'
import type { EntryReport } from './entry-status.ts'
import { contradictionByAddenda } from './entry-verdict.ts'
import type { TrackingApi } from './fetch-entry-status.ts'
import { makeDue, readEntryTracker } from './tracked-batch.ts'

export interface AddendaQuestion {
  readonly orderId: string
  /** Null means the whole batch. */
  readonly entryId: string | null
  readonly uuid: string
  readonly start: string | null
  readonly actor: string
}

const rowsAtOnce = '100'

/**
 * The bank API, and the callbacks for a batch with unknown outcome that needs a status inquiry at once,
 * and for one whose entries are to be queried.
 */
export interface AddendaDeps {
  readonly origination: TrackingApi['origination']
  readonly inquireSoon: (orderId: string) => void
  readonly pollSoon: (orderId: string) => void
}

/**
 * Queries one page and stores its findings about the entry, or about an unknown outcome. Always
 * resolves, also without an answer of the bank.
 */
export async function queryAddendaPage(
  context: BatchContext,
  { origination, inquireSoon, pollSoon }: AddendaDeps,
  question: AddendaQuestion,
  signal: AbortSignal,
) {
  const { uuid, start, actor } = question
  const at = context.clock.now()
  const result = await origination.addendaStatus(
    { uuid, pageSize: rowsAtOnce, ...(start !== null && { startAddendaSequenceNumber: start }) },
    { actor, lane: 'interactive', whenPaused: 'fail', signal },
  )
  const { answer, callId, raw, isBase64 } = result
  const asksBank =
    answer.kind === 'answered' && (await saveAddenda(context, question, result, answer.reading))
  if (asksBank) pollSoon(question.orderId)
  if (await saveUnknown(context, question, result, at)) inquireSoon(question.orderId)
  return {
    answer: maskedAnswer(answer),
    raw: raw === null || isBase64 ? null : maskedRaw(raw),
    callId,
    next: nextOf(answer, start),
  }
}

/**
 * Returns the start of the next page. Null only after an empty page, because a short page may be
 * all that the bank gives at once, or if no later sequence number can be named.
 */
function nextOf(answer: BankAnswer<AddendaStatusReading>, start: string | null): string | null {
  if (answer.kind !== 'answered') return null
  const next = addendaPageFacts(answer.reading).nextStart ?? null
  return next !== null && Number(next) > Number(start ?? 0) ? next : null
}

/** States in which a batch may be sent a second time. */
const unresolvedStates: readonly OrderState[] = ['outcome-unknown', 'queued', 'sending']

/**
 * Any status that the bank reports for a batch with unknown outcome blocks a resend: stored as an
 * inconclusive status inquiry, it cancels earlier not-found evidence, and an ordinary status
 * inquiry must follow (Promise P1).
 */
async function saveUnknown(
  { store, clock, waits, kinds, emitEvent }: BatchContext,
  { orderId, uuid, start, actor }: AddendaQuestion,
  result: QueryResult<AddendaStatusReading>,
  at: Date,
): Promise<boolean> {
  const verdict = verdictByHand(result, uuid, start === null)
  if (!verdict) return false
  const row = await findSummary(store.read, orderId)
  if (!row || !unresolvedStates.includes(row.state)) return false
  const attempt = (await attemptsOf(store.read, orderId)).at(-1)?.seq ?? 0
  const { callId } = result
  const clocks = { now: clock.now(), latest: waits.latest() }
  const inquiry = { row, actor, attempt, at, verdict, callId, ...clocks }
  const state = await saveInquiry(
    { store, kinds },
    { ...inquiry, inquiredBy: 'addenda', route: null },
  )
  emitEvent('orders', 'changed', { id: orderId, state })
  return true
}

const typeIn = (code: string | null): string => code?.trim() ?? ''

/**
 * Stores what an entry's own addenda report; for a whole batch nothing says which entry they are
 * about. Returns whether the bank's lists and details have to decide it.
 */
async function saveAddenda(
  context: BatchContext,
  { orderId, entryId, actor }: AddendaQuestion,
  result: QueryResult<AddendaStatusReading>,
  reading: AddendaStatusReading,
): Promise<boolean> {
  const { callId } = result
  if (entryId === null) return false
  const { store, clock } = context
  const tracker = await readEntryTracker(store, orderId, [entryId])
  const known = tracker.get(entryId)?.entry
  if (!known) return false
  const at = clock.now().toISOString()
  const trace = reading.traceNumber?.trim() ?? ''
  const isItsOwn = (reading.uuid ?? '').replaceAll('-', '').trim().toLowerCase() === entryId
  // An answer about another entry says nothing about this one.
  if (!isItsOwn && (trace === '' || trace !== known.trace_number?.trim())) return false
  if (isItsOwn && trace !== '') tracker.trace(entryId, trace)
  const contradiction = contradictionByAddenda(known, entryStatusIn(result, entryId), callId)
  if (contradiction) tracker.apply(entryId, contradiction, at)
  for (const { addendaTypeCode, paymentRelatedInformation: text } of reading.addenda) {
    const reported = reportIn(typeIn(addendaTypeCode), text ?? '', callId)
    if (reported) tracker.apply(entryId, reported, at)
  }
  if (tracker.changeCounts.entries + tracker.changeCounts.events === 0) return false
  const asksBank = tracker.get(entryId)?.entry.unanswered_since !== known.unanswered_since
  const detail = { entry: entryId, ...tracker.changeCounts }
  await store.record(
    { actor, kind: 'batch.addenda-reported', subject: orderId, detail },
    async (tx) => {
      await tracker.save(tx, at)
      if (asksBank) await makeDue(tx, orderId, at)
    },
  )
  context.emitEvent('batches', 'changed', { id: orderId })
  return asksBank
}

/**
 * Type 98 is a change and 99 a return (bank document 1, Shared data values); other types say
 * nothing about the entry.
 */
function reportIn(type: string, text: string, callId: string | null): EntryReport | null {
  const nothing = { source: 'addenda-status', parNumber: null, amount: null, callId } as const
  const none = { code: null, text: null, date: null }
  if (type === '98') {
    const change = changeInText(text) ?? { code: null, text, data: null }
    return {
      ...nothing,
      statusText: null,
      returned: none,
      changes: 1,
      notifications: [change],
      alertSeq: null,
    }
  }
  if (type !== '99') return null
  const returned = { ...none, ...(returnInText(text) ?? { code: null, text }) }
  return {
    ...nothing,
    statusText: 'RETURNED',
    returned,
    changes: 0,
    notifications: [],
    alertSeq: null,
  }
}

/** Corrected data may be an account of any length, so everything after the colon is masked. */
const maskedChange = (text: string): string => {
  const change = changeInText(text)
  const data = change?.data ?? null
  if (data === null) return maskedDigits(text)
  return text.slice(0, text.lastIndexOf(data)) + maskedAccount(data)
}

function maskedAnswer(answer: BankAnswer<AddendaStatusReading>): BankAnswer<AddendaStatusReading> {
  if (!('reading' in answer) || answer.reading === null) return answer
  const addenda = answer.reading.addenda.map((one) => ({
    ...one,
    paymentRelatedInformation:
      one.paymentRelatedInformation === null ? null : maskedText(one.paymentRelatedInformation),
  }))
  return { ...answer, reading: { ...answer.reading, addenda } }
}

const maskedText = (text: string): string =>
  changeInText(text) ? maskedChange(text) : maskedDigits(text)

const maskedRaw = (raw: string): string =>
  isJson(raw)
    ? rewriteJson(raw, ({ token, text, isName, path }) => {
        if (isName || path.at(-1) !== 'paymentRelatedInformation') return token
        const masked = maskedText(text)
        return masked === text ? token : JSON.stringify(masked)
      })
    : maskedDigits(raw)
