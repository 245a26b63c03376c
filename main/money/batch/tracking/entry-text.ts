/**
 * What an answer or an alert says of an entry, word by word (traps 49, 50, 53 and 54): what it stands for, what is kept
 * of it, what it contradicts, and what it tells of that only a detail holds. Pure.
 */
import type { EntryState } from '../../../../preload/contract/domain/batches/batch.ts'
import type {
  EntryWithStatus,
  EntryUpdate,
  NewEvent,
  BankWord,
  BankChange,
} from './entry-status.ts'

/** Whether nothing is said. */
export const blank = (text: string | null): boolean => text === null || text.trim() === ''

/** What a status stands for; null: it says nothing. POSTED still comes, and means no more than collected (trap 50). */
export function standingOfWord(word: string | null): EntryState | null {
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

const joined = (...texts: readonly (string | null)[]): string =>
  texts.filter((text) => !blank(text)).join(' ')

/** Whether this says that it came back, by its status or by a reason or a date of a return. */
export const saysReturn = ({ word, returned }: Pick<BankWord, 'word' | 'returned'>): boolean =>
  standingOfWord(word) === 'returned' || !blank(returned.code) || !blank(returned.date)

/** Whether the detail has to be fetched: a count or a status tells of what only the detail holds (trap 54). */
export function asksDetail({ entry, words }: EntryUpdate, said: BankWord): boolean {
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
export function contradictions(entry: EntryWithStatus, said: BankWord): string[] {
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

/** The words that this adds to what is kept of an entry. */
export function eventsOf(
  said: BankWord,
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

/** A return may have a PAR number of its own: it is kept as a word beside the entry's. */
function returnsOwnPar({ par_number: known }: EntryWithStatus, said: BankWord): NewEvent[] {
  const { source, callId, alertSeq, parNumber } = said
  if (!saysReturn(said) || blank(parNumber) || parNumber === known) return []
  return [
    { source, callId, alertSeq, word: 'parNumber', detail: `${parNumber ?? ''} of the return` },
  ]
}

const joinedReturn = ({ code, text, date }: BankWord['returned']): string =>
  joined(code, text, date)

/** Whether a source has told this notification before, in whatever words. */
export const wasTold = (words: ReadonlySet<string>, { code, data, text }: BankChange): boolean =>
  [...words].some((key) => {
    const [, word, detail = ''] = key.split('\t')
    if (word !== (code ?? 'NOC')) return false
    return blank(data)
      ? detail === (text ?? '')
      : detail === data || detail.endsWith(`: ${data ?? ''}`)
  })

/** Whether no source has said this word before: what is repeated is no newer than what came between. */
export const isNewWord = ({ word }: BankWord, words: ReadonlySet<string>): boolean =>
  word !== null &&
  ![...words].some((key) => key.split('\t')[1]?.toUpperCase() === word.trim().toUpperCase())
