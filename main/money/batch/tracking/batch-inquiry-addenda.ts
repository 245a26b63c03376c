/**
 * Looks up a batch by its addenda status. The bank's documents do not say whether it wants the uuid
 * of the batch or of an entry (bank note 82), so the batch's is used first and, if not found, those
 * of entries. No document shows the answer for an unknown uuid, and it may be `rejected`. So
 * `rejected` without a trace number or an acceptance, which only a known uuid has, counts as *not
 * found* at most: as a rejection it would allow a copy, which is a second origination.
 */
import type { AddendaStatusReading } from '../../../../preload/contract/bank/ach-origination/answers.ts'
import { saysNotFound } from '../../../../preload/contract/bank/payments/payment-answer.ts'
import type { Asked } from '../../../bank/ask.ts'
import { batchVocabulary } from '../../../bank/answers/classification.ts'
import { objectIn } from '../../../bank/answers/read-shape.ts'
import type { Clock } from '../../../platform/clock.ts'
import {
  nothing,
  type InquiryOptions,
  type InquiryVerdict,
} from '../../order/status/inquiry-verdict.ts'
import type { LearnedBatch, LearnedEntry } from './batch-inquiry-learned.ts'
import type { BatchAskingApi, SoughtBatch, BatchRouteResult } from './batch-inquiry-queries.ts'

type Api = Pick<BatchAskingApi, 'addendaStatus'>

/** The content of one answer about one uuid. */
interface Told {
  readonly uuid: string
  /** `refused`: rejected, without any sign that the bank knows the uuid. */
  readonly says: 'accepted' | 'refused' | 'undecided' | 'not-found' | 'no-answer'
  readonly word: string | null
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
const mostEntriesAsked = 10
const contradicting = ' / '
const { accepted, rejected } = batchVocabulary

const entriesAsked = ({ entries }: SoughtBatch): readonly string[] => {
  if (entries.length <= mostEntriesAsked) return entries.map(({ id }) => id)
  const last = entries.length - 1
  return [0, Math.floor(last / 2), last].flatMap((place) => entries[place]?.id ?? [])
}

/** Ids are compared without hyphens and case, because the bank may write them differently. */
const bare = (uuid: string): string => uuid.replaceAll('-', '').toLowerCase()

/** Reads one answer. A status about another id, or about none, says nothing about this one. */
function toldBy({ answer, raw, callId }: Asked<AddendaStatusReading>, uuid: string): Told {
  const told = { uuid, word: null, reading: null, callId, isSent: answer.kind !== 'not-sent' }
  switch (answer.kind) {
    case 'answered':
      return { ...told, ...saidOf(answer.reading, objectIn(raw ?? ''), uuid) }
    case 'refused': {
      const { status, namesPayment } = answer.trace
      if (status >= 200 && status < 300) return { ...told, says: 'undecided' }
      if (!saysNotFound(answer)) return { ...told, says: 'no-answer' }
      // A refusal that names an id may be about an existing order (bank note 18).
      return { ...told, says: namesPayment ? 'undecided' : 'not-found' }
    }
    case 'nothing-found':
    case 'not-understood':
      return { ...told, says: 'undecided' }
    case 'no-answer':
    case 'not-sent':
      return { ...told, says: 'no-answer' }
  }
}

function saidOf(
  reading: AddendaStatusReading,
  body: unknown,
  uuid: string,
): Pick<Told, 'says' | 'word' | 'reading'> {
  const isNamed = reading.uuid !== null && bare(reading.uuid) === uuid
  const isAnother = reading.uuid !== null && !isNamed
  const isTaken = reading.traceNumber !== null || batchVocabulary.hasAcceptanceMark(body)
  if (isAnother || (!isNamed && !isTaken)) return { says: 'undecided', word: null, reading: null }
  const words = [...new Set(batchVocabulary.statusesIn(body))]
  const word = words.length === 0 ? null : words.join(contradicting)
  const all = (known: readonly string[]): boolean =>
    words.length > 0 && words.every((one) => known.includes(one))
  // The bank assigns trace numbers, so an entry with one was accepted (bank note 86).
  const isRefused = all(rejected) && isNamed && !isTaken
  const says = isNamed && all(accepted) ? 'accepted' : isRefused ? 'refused' : 'undecided'
  return { says, word: word ?? (isTaken ? 'a trace number' : null), reading }
}

/**
 * Returns the verdict of a manual query about this uuid, as a status inquiry that decides nothing
 * by itself; null if it says nothing. Only an ordinary status inquiry may give not-found evidence,
 * because a later page may well be empty.
 */
export function verdictByHand(
  asked: Asked<AddendaStatusReading>,
  uuid: string,
  isFirstPage: boolean,
): InquiryVerdict | null {
  const { says, word } = toldBy(asked, uuid)
  if (says === 'not-found' || says === 'refused' || says === 'no-answer') return null
  return word === null && !isFirstPage ? null : { ...nothing('undecided'), word }
}

/**
 * Returns the only word of an answer about this entry's uuid; a rejection decides nothing by
 * itself.
 */
export function entryWordIn(
  asked: Asked<AddendaStatusReading>,
  uuid: string,
): 'accepted' | 'rejected' | null {
  const { says } = toldBy(asked, uuid)
  if (says === 'refused') return 'rejected'
  return says === 'accepted' ? says : null
}

/**
 * Queries by the batch's uuid, then by those of entries. Always resolves, also without an answer of
 * the bank.
 */
export async function askByAddenda(
  api: Api,
  batch: SoughtBatch,
  callOptions: InquiryOptions,
  clock: Clock,
): Promise<BatchRouteResult> {
  const at = clock.now()
  const ask = async (uuid: string): Promise<Told> =>
    toldBy(await api.addendaStatus({ uuid, pageSize: '1' }, callOptions), uuid)
  const whole = await ask(batch.uuid)
  const single = batch.entries.length === 1
  const asksEntries =
    whole.says === 'not-found' ||
    whole.says === 'refused' ||
    (whole.says === 'accepted' && !single && batch.entries.length <= mostEntriesAsked)
  const entries: Told[] = []
  if (asksEntries) for (const id of entriesAsked(batch)) entries.push(await ask(id))
  const told = [whole, ...entries]
  const decisive = decisiveOf(whole, entries)
  return {
    lookedBy: 'addenda',
    at,
    callId: decisive.callId ?? whole.callId,
    verdict: verdictOf(decisive),
    neverLeft: !whole.isSent,
    isAnswered: told.some(({ says }) => says !== 'no-answer'),
    learned: learnedOf(batch, whole, entries, single),
  }
}

/** Returns the decisive answer among those about the batch's uuid and about entries. */
function decisiveOf(whole: Told, entries: readonly Told[]): Told {
  const of = (says: Told['says']): Told | undefined => entries.find((one) => one.says === says)
  const taken = of('accepted')
  if (whole.says === 'refused') {
    const word = `${whole.word ?? ''}${contradicting}accepted`
    return taken
      ? { ...taken, says: 'undecided', word }
      : (of('undecided') ?? of('no-answer') ?? whole)
  }
  if (whole.says !== 'not-found') return whole
  if (taken) return taken
  // This bank does not answer `rejected` about an unknown uuid, so it may know the refused entry;
  // others of the batch may have been accepted (bank note 83).
  const refused = of('refused') ?? of('undecided')
  return refused ? { ...refused, says: 'undecided' } : (of('no-answer') ?? whole)
}

function verdictOf({ says, word }: Told): InquiryVerdict {
  switch (says) {
    case 'accepted':
      return { ...nothing('found'), found: says, word, isStatement: true }
    case 'refused':
      return { ...nothing('not-found'), word }
    case 'undecided':
      return { ...nothing('undecided'), word }
    case 'not-found':
    case 'no-answer':
      return nothing(says)
  }
}

/**
 * Returns the findings about each entry: by its own uuid, or by the batch's if it is the only
 * entry.
 */
function learnedOf(
  batch: SoughtBatch,
  whole: Told,
  entries: readonly Told[],
  single: boolean,
): LearnedBatch {
  const [only] = batch.entries
  const byBatch = single && only && whole.says === 'accepted' ? [{ ...whole, uuid: only.id }] : []
  const { reading } = whole
  return {
    status: whole.says === 'accepted' ? whole.says : null,
    callId: whole.callId,
    messages: {
      informationMessages: reading?.informationMessages ?? [],
      errorMessages: reading?.errorMessages ?? [],
    },
    entries: [...byBatch, ...entries].flatMap(learnedEntry),
  }
}

function learnedEntry({ uuid, says, reading, callId }: Told): LearnedEntry[] {
  if (says !== 'accepted' || !reading) return []
  const { informationMessages, errorMessages, traceNumber } = reading
  return [
    {
      id: uuid,
      source: 'addenda-status',
      word: says,
      traceNumber,
      parNumber: null,
      callId,
      verdict: errorMessages.length > 0 ? 'in-error' : says,
      messages: { informationMessages, errorMessages },
    },
  ]
}
