/**
 * What the bank's words make of an entry (traps 49, 50, 53 and 54). Pure. A return may follow SETTLED, nothing follows
 * a return, and a word that comes late moves nothing back.
 */
import type { EntryStanding, entrySources } from '../../preload/contract/batches/batch.ts'
import type { EntryRow } from './batch-parts.ts'
import { replacedCorrection } from './entry-correction.ts'
import { isVerdictWord, verdictAfterWord } from './entry-verdict.ts'
import { misfits, strangeness, type EntryFacts, type Misfit, type Shown } from './entry-fit.ts'

/** What of an entry's row the bank's words change. */
export type HeardEntry = Pick<
  EntryRow,
  | 'id'
  | 'amount'
  | 'trace_number'
  | 'par_number'
  | 'standing'
  | 'standing_word'
  | 'standing_at'
  | 'return_code'
  | 'return_text'
  | 'return_date'
  | 'returned_at'
  | 'change_code'
  | 'change_text'
  | 'change_data'
  | 'changed_at'
  | 'detail_call_id'
  | 'correction'
  | 'shown_amount'
  | 'verdict'
>

/** One notification of change, as far as it was told. */
export interface SaidChange {
  readonly code: string | null
  readonly text: string | null
  readonly data: string | null
}

/** What one answer or one alert says of an entry. */
export interface Said {
  readonly source: (typeof entrySources)[number]
  /** The status, word for word; null: none. */
  readonly word: string | null
  readonly parNumber: string | null
  /** As the bank wrote it. */
  readonly amount: string | null
  readonly returned: {
    readonly code: string | null
    readonly text: string | null
    readonly date: string | null
  }
  /** How many notifications of change it counts. */
  readonly changes: number
  /** The notifications themselves, which only a detail and an addenda record hold (trap 54). */
  readonly told: readonly SaidChange[]
  readonly callId: string | null
  readonly alertSeq: number | null
  /** What else it shows, by which it is told from another item of this trace number. */
  readonly shown?: Shown
  /** Several entries of this trace number fit it. */
  readonly isAmbiguous?: boolean
}

/** A word to keep. */
export interface NewEvent {
  readonly source: Said['source']
  readonly word: string
  readonly detail: string
  readonly callId: string | null
  readonly alertSeq: number | null
}

/** An entry with the words of it that are kept. */
export interface Hearing {
  readonly entry: HeardEntry
  /** `eventKey` of each. */
  readonly words: ReadonlySet<string>
  /** What tells it from another item of its trace number. */
  readonly about?: EntryFacts
}

/** Each word is kept once. */
export const eventKey = ({
  source,
  word,
  detail,
}: Pick<NewEvent, 'source' | 'word' | 'detail'>): string => [source, word, detail].join('\t')

const blank = (text: string | null): boolean => text === null || text.trim() === ''

/** What a status stands for; null: it says nothing. POSTED still comes, and means no more than collected (trap 50). */
export function standingOfWord(word: string | null): EntryStanding | null {
  switch (word?.trim().toUpperCase() ?? '') {
    case '':
      return null
    case 'COLLECTED':
    case 'POSTED':
      return 'collected'
    case 'SETTLED':
      return 'settled'
    case 'RETURNED':
      return 'returned'
    default:
      return 'unclear'
  }
}

const order: readonly EntryStanding[] = ['not-said', 'collected', 'settled', 'returned']

/** How an entry stands after a word that was not heard before. What came late moves nothing back. */
export function nextStanding(now: EntryStanding, said: EntryStanding | null): EntryStanding {
  if (said === null || now === 'returned') return now
  if (said === 'unclear' || now === 'unclear') return said
  return order.indexOf(said) > order.indexOf(now) ? said : now
}

/** Of a verdict in the status of addenda nothing stands anywhere; of any other strange word nobody knows what became. */
const standingSaid = ({ source, word }: Said): EntryStanding | null =>
  source === 'addenda-status' && isVerdictWord(word) ? null : standingOfWord(word)

const joined = (...texts: readonly (string | null)[]): string =>
  texts.filter((text) => !blank(text)).join(' ')

/** Whether this says that it came back, by its status or by a reason or a date of a return. */
export const saysReturn = ({ word, returned }: Pick<Said, 'word' | 'returned'>): boolean =>
  standingOfWord(word) === 'returned' || !blank(returned.code) || !blank(returned.date)

/** Whether the detail has to be fetched: a count or a status tells of what only the detail holds (trap 54). */
export function asksDetail({ entry, words }: Hearing, said: Said): boolean {
  if (said.source === 'detail') return false
  const heardReturn = [...words].some((key) => key.toUpperCase().startsWith('DETAIL\tRETURNED'))
  const counted = Math.max(said.changes, mostOf(words, countWord))
  const isUntold = entry.change_code === null || entry.change_data === null
  return (
    (saysReturn(said) && !heardReturn) ||
    counted > mostOf(words, toldWord) ||
    (said.changes > 0 && isUntold)
  )
}

/** How many notifications are counted, and how many a detail has told: of several under one number each counts. */
const countWord = 'notificationOfChangeAddendaCount'
const toldWord = 'notificationOfChange'

/** The highest number that was said under this word. */
function mostOf(words: ReadonlySet<string>, word: string): number {
  const numbers = [...words].map((key) => {
    const [, name, number] = key.split('\t')
    return name === word ? Number(number) : 0
  })
  return Math.max(0, ...numbers.filter((one) => Number.isInteger(one)))
}

/** What contradicts what is known: another PAR number, unless it is a return's, or another return reason. */
function contradictions(entry: HeardEntry, said: Said): string[] {
  const isOther = (known: string | null, told: string | null): boolean =>
    !blank(known) && !blank(told) && known?.trim() !== told?.trim()
  return [
    ...(!saysReturn(said) && isOther(entry.par_number, said.parNumber)
      ? [`PAR ${said.parNumber ?? ''} where ${entry.par_number ?? ''} was said before`]
      : []),
    ...(isOther(entry.return_code, said.returned.code)
      ? [`${said.returned.code ?? ''} where ${entry.return_code ?? ''} was said before`]
      : []),
  ]
}

function eventsOf(said: Said, against: readonly string[], entry: HeardEntry): NewEvent[] {
  const { source, callId, alertSeq, word, returned } = said
  const from = { source, callId, alertSeq }
  const status = blank(word) ? [] : [{ ...from, word: word ?? '', detail: joinedReturn(returned) }]
  const changes = said.told.map(({ code, text, data }) => ({
    ...{ ...from, word: code ?? 'NOC' },
    detail: blank(data) ? (text ?? '') : joined(text === null ? null : `${text}:`, data),
  }))
  const counted =
    said.changes > 0 && said.told.length === 0
      ? [{ ...from, word: countWord, detail: String(said.changes) }]
      : []
  const told =
    source === 'detail' && said.told.length > 0
      ? [{ ...from, word: toldWord, detail: String(said.told.length) }]
      : []
  const odd = against.map((detail) => ({ ...from, word: word ?? 'said', detail }))
  return [...status, ...changes, ...counted, ...told, ...odd, ...returnsOwnPar(entry, said)]
}

/** A return may have a PAR number of its own: it is kept as a word beside the entry's. */
function returnsOwnPar({ par_number: known }: HeardEntry, said: Said): NewEvent[] {
  const { source, callId, alertSeq, parNumber } = said
  if (!saysReturn(said) || blank(parNumber) || parNumber === known) return []
  return [
    { source, callId, alertSeq, word: 'parNumber', detail: `${parNumber ?? ''} of the return` },
  ]
}

const joinedReturn = ({ code, text, date }: Said['returned']): string => joined(code, text, date)

/** Whether a source has told this notification before, in whatever words. */
const wasTold = (words: ReadonlySet<string>, { code, data, text }: SaidChange): boolean =>
  [...words].some((key) => {
    const [, word, detail = ''] = key.split('\t')
    if (word !== (code ?? 'NOC')) return false
    return blank(data)
      ? detail === (text ?? '')
      : detail === data || detail.endsWith(`: ${data ?? ''}`)
  })

/**
 * The newest notification that was not told before; it replaces an earlier one, whose proposal does not answer it.
 */
function changeAfter({ entry, words }: Hearing, said: Said, at: string): Partial<HeardEntry> {
  const newest = said.told.findLast((one) => !wasTold(words, one))
  if (!newest) return said.changes > 0 ? { changed_at: entry.changed_at ?? at } : {}
  const code = newest.code ?? entry.change_code
  const data = newest.data ?? (newest.code === entry.change_code ? entry.change_data : null)
  const isOther =
    entry.change_code !== null && (code !== entry.change_code || data !== entry.change_data)
  return {
    change_code: code,
    change_text: newest.text ?? entry.change_text,
    change_data: data,
    changed_at: isOther ? at : (entry.changed_at ?? at),
    ...(isOther && entry.change_data !== null && { correction: replacedCorrection(entry) }),
  }
}

function returnAfter(entry: HeardEntry, said: Said, at: string): Partial<HeardEntry> {
  if (standingOfWord(said.word) !== 'returned') return {}
  const { code, text, date } = said.returned
  return {
    returned_at: entry.returned_at ?? at,
    return_code: entry.return_code ?? code,
    return_text: entry.return_text ?? text,
    return_date: entry.return_date ?? date,
  }
}

/** An entry after something was said of it, and what is new of that. Once it came back it stays so. */
export function heard(
  hearing: Hearing,
  said: Said,
  at: string,
): Hearing & { readonly events: readonly NewEvent[] } {
  const strange = strangeness(hearing, said)
  if (strange.length > 0) return heardStrange(hearing, said, at, strange)
  const { entry, words } = hearing
  const against = contradictions(entry, said)
  const events = eventsOf(said, against, entry).filter((event) => !words.has(eventKey(event)))
  const back = returnAfter(entry, said, at)
  const standing =
    (back.returned_at ?? entry.returned_at) !== null
      ? 'returned'
      : events.length === 0
        ? entry.standing
        : against.length > 0
          ? 'unclear'
          : nextStanding(entry.standing, isNewWord(said, words) ? standingSaid(said) : null)
  const changed: HeardEntry = {
    ...entry,
    ...back,
    ...changeAfter({ entry, words }, said, at),
    ...looked(entry, said),
    ...standingAfter(entry, standing, said, at),
    ...(events.length > 0 && { verdict: verdictAfterWord(entry, said.word) }),
  }
  return { ...hearing, ...withEvents(words, events), entry: changed }
}

/** What is not taken for the entry's own changes nothing of it but that it is unclear, and only when it is new. */
function heardStrange(
  hearing: Hearing,
  said: Said,
  at: string,
  strange: readonly Misfit[],
): Hearing & { readonly events: readonly NewEvent[] } {
  const { entry, words } = hearing
  const { source, callId, alertSeq } = said
  const events = strange
    .map((one): NewEvent => ({ source, callId, alertSeq, ...one }))
    .filter((event) => !words.has(eventKey(event)))
  const isOurs = said.isAmbiguous !== true && misfits(hearing, said).length === 0
  const standing =
    entry.returned_at !== null ? 'returned' : events.length === 0 ? entry.standing : 'unclear'
  const changed: HeardEntry = {
    ...entry,
    ...(isOurs && looked(entry, said)),
    ...standingAfter(entry, standing, said, at),
  }
  return { ...hearing, ...withEvents(words, events), entry: changed }
}

const withEvents = (words: ReadonlySet<string>, events: readonly NewEvent[]) => ({
  ...{ words: new Set([...words, ...events.map(eventKey)]), events },
})

function standingAfter(
  entry: HeardEntry,
  standing: EntryStanding,
  said: Said,
  at: string,
): Partial<HeardEntry> {
  return standing === entry.standing
    ? {}
    : { standing, standing_at: at, standing_word: said.word ?? entry.standing_word }
}

/** What inquiry alone shows: the amount of the newest row, the detail's call. A return's own PAR number is not the entry's. */
function looked(entry: HeardEntry, said: Said): Partial<HeardEntry> {
  const { source, parNumber, amount, callId } = said
  const hasLooked = source === 'inquiry' || source === 'detail'
  const isItsPar = !blank(parNumber) && !saysReturn(said)
  return {
    ...(entry.par_number === null && isItsPar && { par_number: parNumber }),
    ...(hasLooked && !blank(amount) && { shown_amount: amount }),
    ...(source === 'detail' && { detail_call_id: callId }),
  }
}

/** Whether no source has said this word before: what is repeated is no newer than what came between. */
const isNewWord = ({ word }: Said, words: ReadonlySet<string>): boolean =>
  word !== null &&
  ![...words].some((key) => key.split('\t')[1]?.toUpperCase() === word.trim().toUpperCase())
