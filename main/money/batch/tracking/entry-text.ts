/**
 * Interprets an answer or an alert about an entry, word by word (bank notes 49, 50, 53 and 54): the
 * state it means, the events to store, contradictions, and hints at data that only a detail
 * contains. Pure.
 */
import { standingOfWord } from '../../batch-facts.ts'
import type {
  EntryWithStatus,
  EntryUpdate,
  NewEvent,
  EntryReport,
  BankChange,
} from './entry-status.ts'

/** Returns whether a text is empty. */
export const blank = (text: string | null): boolean => text === null || text.trim() === ''

const joined = (...texts: readonly (string | null)[]): string =>
  texts.filter((text) => !blank(text)).join(' ')

/** Returns whether it reports a return, by its status or by a reason or date of return. */
export const saysReturn = ({ word, returned }: Pick<EntryReport, 'word' | 'returned'>): boolean =>
  standingOfWord(word) === 'returned' || !blank(returned.code) || !blank(returned.date)

/**
 * Returns whether the detail must be fetched: a count or a status hints at data that only the
 * detail contains (bank note 54).
 */
export function asksDetail({ entry, words }: EntryUpdate, said: EntryReport): boolean {
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

/**
 * Words for the number of notifications counted, and reported by a detail; several under one number
 * each count.
 */
const countWord = 'notificationOfChangeAddendaCount'
const toldWord = 'notificationOfChange'

/** Returns the highest number reported under this word. */
function mostOf(words: ReadonlySet<string>, word: string): number {
  const numbers = [...words].map((key) => {
    const [, name, number] = key.split('\t')
    return name === word ? Number(number) : 0
  })
  return Math.max(0, ...numbers.filter((one) => Number.isInteger(one)))
}

/**
 * Returns contradictions with known values: another PAR number, unless it is a return's, or another
 * return reason.
 */
export function contradictions(entry: EntryWithStatus, said: EntryReport): string[] {
  const isOther = (known: string | null, told: string | null): boolean =>
    !blank(known) && !blank(told) && known?.trim() !== told?.trim()
  return [
    ...(!saysReturn(said) && isOther(entry.par_number, said.parNumber)
      ? [`PAR ${said.parNumber ?? ''} instead of ${entry.par_number ?? ''}`]
      : []),
    ...(isOther(entry.return_code, said.returned.code)
      ? [`${said.returned.code ?? ''} instead of ${entry.return_code ?? ''}`]
      : []),
  ]
}

/** Returns the new events of this report for an entry. */
export function eventsOf(
  said: EntryReport,
  against: readonly string[],
  entry: EntryWithStatus,
): NewEvent[] {
  const { source, callId, alertSeq, word, returned } = said
  const from = { source, callId, alertSeq }
  const status = blank(word) ? [] : [{ ...from, word: word ?? '', detail: joinedReturn(returned) }]
  const changes = said.told.map(({ code, text, data }) => ({
    ...from,
    word: code ?? 'NOC',
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

/** A return may have a PAR number of its own, which is stored as an event beside the entry's. */
function returnsOwnPar({ par_number: known }: EntryWithStatus, said: EntryReport): NewEvent[] {
  const { source, callId, alertSeq, parNumber } = said
  if (!saysReturn(said) || blank(parNumber) || parNumber === known) return []
  return [
    { source, callId, alertSeq, word: 'parNumber', detail: `${parNumber ?? ''} of the return` },
  ]
}

const joinedReturn = ({ code, text, date }: EntryReport['returned']): string =>
  joined(code, text, date)

/** Returns whether any source has reported this notification before, in any wording. */
export const wasTold = (words: ReadonlySet<string>, { code, data, text }: BankChange): boolean =>
  [...words].some((key) => {
    const [, word, detail = ''] = key.split('\t')
    if (word !== (code ?? 'NOC')) return false
    return blank(data)
      ? detail === (text ?? '')
      : detail === data || detail.endsWith(`: ${data ?? ''}`)
  })

/**
 * Returns whether no source has said this word before; a repetition is not newer than words in
 * between.
 */
export const isNewWord = ({ word }: EntryReport, words: ReadonlySet<string>): boolean =>
  word !== null &&
  ![...words].some((key) => key.split('\t')[1]?.toUpperCase() === word.trim().toUpperCase())
