/**
 * Interprets an answer or an alert about an entry, field by field (bank notes 49, 50, 53 and 54): the
 * state it means, the events to store, contradictions, and hints at data that only a detail
 * contains. Pure.
 */
import { entryStateOf } from '../../batch-facts.ts'
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
export const reportsReturn = ({
  statusText,
  returned,
}: Pick<EntryReport, 'statusText' | 'returned'>): boolean =>
  entryStateOf(statusText) === 'returned' || !blank(returned.code) || !blank(returned.date)

/**
 * Returns whether the detail must be fetched: a count or a status hints at data that only the
 * detail contains (bank note 54).
 */
export function needsDetail({ entry, eventKeys }: EntryUpdate, reported: EntryReport): boolean {
  if (reported.source === 'detail') return false
  const hasReturn = [...eventKeys].some((key) => key.toUpperCase().startsWith('DETAIL\tRETURNED'))
  const counted = Math.max(reported.changes, mostOf(eventKeys, changeCountField))
  const isUnreported = entry.change_code === null || entry.change_data === null
  return (
    (reportsReturn(reported) && !hasReturn) ||
    counted > mostOf(eventKeys, changesField) ||
    (reported.changes > 0 && isUnreported)
  )
}

/**
 * Fields for the number of notifications counted, and reported by a detail; several under one number
 * each count.
 */
const changeCountField = 'notificationOfChangeAddendaCount'
const changesField = 'notificationOfChange'

/** Returns the highest number reported in this field. */
function mostOf(eventKeys: ReadonlySet<string>, field: string): number {
  const numbers = [...eventKeys].map((key) => {
    const [, name, number] = key.split('\t')
    return name === field ? Number(number) : 0
  })
  return Math.max(0, ...numbers.filter((one) => Number.isInteger(one)))
}

/**
 * Returns contradictions with known values: another PAR number, unless it is a return's, or another
 * reason than that of a return that the bank's inquiry shows.
 */
export function contradictions(entry: EntryWithStatus, reported: EntryReport): string[] {
  const isOther = (known: string | null, bankValue: string | null): boolean =>
    !blank(known) && !blank(bankValue) && known?.trim() !== bankValue?.trim()
  return [
    ...(!reportsReturn(reported) && isOther(entry.par_number, reported.parNumber)
      ? [`PAR ${reported.parNumber ?? ''} instead of ${entry.par_number ?? ''}`]
      : []),
    ...(entry.return_reported_at === null && isOther(entry.return_code, reported.returned.code)
      ? [`${reported.returned.code ?? ''} instead of ${entry.return_code ?? ''}`]
      : []),
  ]
}

/** Returns the new events of this report for an entry. */
export function eventsOf(
  reported: EntryReport,
  against: readonly string[],
  entry: EntryWithStatus,
): NewEvent[] {
  const { source, callId, alertSeq, statusText, returned } = reported
  const from = { source, callId, alertSeq }
  const status = blank(statusText)
    ? []
    : [{ ...from, text: statusText ?? '', detail: joinedReturn(returned) }]
  const changes = reported.notifications.map(({ code, text, data }) => ({
    ...from,
    text: code ?? 'NOC',
    detail: blank(data) ? (text ?? '') : joined(text === null ? null : `${text}:`, data),
  }))
  const counted =
    reported.changes > 0 && reported.notifications.length === 0
      ? [{ ...from, text: changeCountField, detail: String(reported.changes) }]
      : []
  const listed =
    source === 'detail' && reported.notifications.length > 0
      ? [{ ...from, text: changesField, detail: String(reported.notifications.length) }]
      : []
  const odd = against.map((detail) => ({ ...from, text: statusText ?? 'not-stated', detail }))
  return [...status, ...changes, ...counted, ...listed, ...odd, ...returnsOwnPar(entry, reported)]
}

/** A return may have a PAR number of its own, which is stored as an event beside the entry's. */
function returnsOwnPar({ par_number: known }: EntryWithStatus, reported: EntryReport): NewEvent[] {
  const { source, callId, alertSeq, parNumber } = reported
  if (!reportsReturn(reported) || blank(parNumber) || parNumber === known) return []
  return [
    { source, callId, alertSeq, text: 'parNumber', detail: `${parNumber ?? ''} of the return` },
  ]
}

const joinedReturn = ({ code, text, date }: EntryReport['returned']): string =>
  joined(code, text, date)

/** Returns whether any source has reported this notification before, in any wording. */
export const wasReported = (
  eventKeys: ReadonlySet<string>,
  { code, data, text }: BankChange,
): boolean =>
  [...eventKeys].some((key) => {
    const [, eventText, detail = ''] = key.split('\t')
    if (eventText !== (code ?? 'NOC')) return false
    return blank(data)
      ? detail === (text ?? '')
      : detail === data || detail.endsWith(`: ${data ?? ''}`)
  })

/**
 * Returns whether no source has reported this status before; a repetition is not newer than one in
 * between.
 */
export const isNewStatus = ({ statusText }: EntryReport, eventKeys: ReadonlySet<string>): boolean =>
  statusText !== null &&
  ![...eventKeys].some(
    (key) => key.split('\t')[1]?.toUpperCase() === statusText.trim().toUpperCase(),
  )
