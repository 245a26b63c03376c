/**
 * Computes the state of an entry from the bank's reports (bank notes 49, 50, 53 and 54). Pure. A
 * return may follow SETTLED, nothing follows a return, and a late status moves nothing back.
 */
import type { EntryState } from '../../../../preload/contract/domain/batches/batch.ts'
import { replacedCorrection } from '../entries/entry-correction.ts'
import { debitedIn, misfits, contradictionsIn, type Misfit } from './match-entry.ts'
import {
  eventKey,
  type EntryWithStatus,
  type EntryUpdate,
  type NewEvent,
  type EntryReport,
} from './entry-status.ts'
import { isVerdict, verdictAfterStatus } from './entry-verdict.ts'
import {
  blank,
  contradictions,
  eventsOf,
  isNewStatus,
  reportsReturn,
  wasReported,
} from './entry-text.ts'
import { entryStateOf } from '../../batch-facts.ts'

const order: readonly EntryState[] = ['not-said', 'collected', 'settled', 'returned']

/** Returns the state of an entry after a new status. A late status moves nothing back. */
export function nextEntryState(now: EntryState, reported: EntryState | null): EntryState {
  if (reported === null || now === 'returned') return now
  if (reported === 'unclear' || now === 'unclear') return reported
  return order.indexOf(reported) > order.indexOf(now) ? reported : now
}

/** A verdict in the addenda status is no state; any other unknown status makes the state unclear. */
const reportedState = ({ source, statusText }: EntryReport): EntryState | null =>
  source === 'addenda-status' && isVerdict(statusText) ? null : entryStateOf(statusText)

/**
 * The newest notification that was not reported before; it replaces an earlier one, whose proposal
 * does not answer it.
 */
function changeAfter(
  { entry, eventKeys }: EntryUpdate,
  reported: EntryReport,
  at: string,
): Partial<EntryWithStatus> {
  const newest = reported.notifications.findLast((one) => !wasReported(eventKeys, one))
  if (!newest) return reported.changes > 0 ? { changed_at: entry.changed_at ?? at } : {}
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

function returnAfter(
  entry: EntryWithStatus,
  reported: EntryReport,
  at: string,
): Partial<EntryWithStatus> {
  if (entryStateOf(reported.statusText) !== 'returned') return {}
  const { code, text, date } = reported.returned
  return {
    returned_at: entry.returned_at ?? at,
    return_code: entry.return_code ?? code,
    return_text: entry.return_text ?? text,
    return_date: entry.return_date ?? date,
  }
}

/** Returns the entry after a report, and the new events. Once returned, it stays returned. */
export function applyEntryUpdate(
  update: EntryUpdate,
  reported: EntryReport,
  at: string,
): EntryUpdate & { readonly events: readonly NewEvent[] } {
  const strange = contradictionsIn(update, reported)
  if (strange.length > 0) return markContradicted(update, reported, at, strange)
  const { entry, eventKeys } = update
  const against = contradictions(entry, reported)
  const events = eventsOf(reported, against, entry).filter(
    (event) => !eventKeys.has(eventKey(event)),
  )
  const back = returnAfter(entry, reported, at)
  const state =
    (back.returned_at ?? entry.returned_at) !== null
      ? 'returned'
      : events.length === 0
        ? entry.standing
        : against.length > 0
          ? 'unclear'
          : nextEntryState(
              entry.standing,
              isNewStatus(reported, eventKeys) ? reportedState(reported) : null,
            )
  const changed: EntryWithStatus = {
    ...entry,
    ...back,
    ...changeAfter({ entry, eventKeys }, reported, at),
    ...valuesOnlyInquiryShows(entry, reported),
    ...stateAfter(entry, state, reported, at),
    ...(events.length > 0 && { verdict: verdictAfterStatus(entry, reported.statusText) }),
    debited_significant: debitedIn(update, reported) ?? entry.debited_significant,
  }
  return { ...update, ...withEvents(eventKeys, events), entry: changed }
}

/**
 * A report that contradicts the entry changes nothing but makes it unclear, and only if it is new.
 */
function markContradicted(
  update: EntryUpdate,
  reported: EntryReport,
  at: string,
  strange: readonly Misfit[],
): EntryUpdate & { readonly events: readonly NewEvent[] } {
  const { entry, eventKeys } = update
  const { source, callId, alertSeq } = reported
  const events = strange
    .map((one): NewEvent => ({ source, callId, alertSeq, ...one }))
    .filter((event) => !eventKeys.has(eventKey(event)))
  const isOurs = reported.isAmbiguous !== true && misfits(update, reported).length === 0
  const state =
    entry.returned_at !== null ? 'returned' : events.length === 0 ? entry.standing : 'unclear'
  const changed: EntryWithStatus = {
    ...entry,
    ...(isOurs && valuesOnlyInquiryShows(entry, reported)),
    ...stateAfter(entry, state, reported, at),
  }
  return { ...update, ...withEvents(eventKeys, events), entry: changed }
}

const withEvents = (eventKeys: ReadonlySet<string>, events: readonly NewEvent[]) => ({
  eventKeys: new Set([...eventKeys, ...events.map(eventKey)]),
  events,
})

function stateAfter(
  entry: EntryWithStatus,
  state: EntryState,
  reported: EntryReport,
  at: string,
): Partial<EntryWithStatus> {
  return state === entry.standing
    ? {}
    : {
        standing: state,
        standing_at: at,
        standing_word: reported.statusText ?? entry.standing_word,
      }
}

/**
 * Values that only inquiry shows: the newest row's amount, the detail's call. A return's own PAR
 * number is not the entry's.
 */
function valuesOnlyInquiryShows(
  entry: EntryWithStatus,
  reported: EntryReport,
): Partial<EntryWithStatus> {
  const { source, parNumber, amount, callId } = reported
  const isFromInquiry = source === 'inquiry' || source === 'detail'
  const isItsPar = !blank(parNumber) && !reportsReturn(reported)
  return {
    ...(entry.par_number === null && isItsPar && { par_number: parNumber }),
    ...(isFromInquiry && !blank(amount) && { shown_amount: amount }),
    ...(source === 'detail' && { detail_call_id: callId }),
  }
}
