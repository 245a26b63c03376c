/**
 * Computes the state of an entry from the bank's reports (bank notes 49, 50, 53 and 54). Pure. A
 * return may follow SETTLED, nothing follows a return, and a late word moves nothing back.
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
import { isVerdictWord, verdictAfterWord } from './entry-verdict.ts'
import { blank, contradictions, eventsOf, isNewWord, saysReturn, wasTold } from './entry-text.ts'
import { standingOfWord } from '../../batch-facts.ts'

const order: readonly EntryState[] = ['not-said', 'collected', 'settled', 'returned']

/** Returns the state of an entry after a new word. A late word moves nothing back. */
export function nextEntryState(now: EntryState, said: EntryState | null): EntryState {
  if (said === null || now === 'returned') return now
  if (said === 'unclear' || now === 'unclear') return said
  return order.indexOf(said) > order.indexOf(now) ? said : now
}

/** A verdict in the addenda status is no state; any other unknown word makes the state unclear. */
const standingSaid = ({ source, word }: EntryReport): EntryState | null =>
  source === 'addenda-status' && isVerdictWord(word) ? null : standingOfWord(word)

/**
 * The newest notification that was not reported before; it replaces an earlier one, whose proposal
 * does not answer it.
 */
function changeAfter(
  { entry, words }: EntryUpdate,
  said: EntryReport,
  at: string,
): Partial<EntryWithStatus> {
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

function returnAfter(
  entry: EntryWithStatus,
  said: EntryReport,
  at: string,
): Partial<EntryWithStatus> {
  if (standingOfWord(said.word) !== 'returned') return {}
  const { code, text, date } = said.returned
  return {
    returned_at: entry.returned_at ?? at,
    return_code: entry.return_code ?? code,
    return_text: entry.return_text ?? text,
    return_date: entry.return_date ?? date,
  }
}

/** Returns the entry after a report, and the new events. Once returned, it stays returned. */
export function applyEntryUpdate(
  hearing: EntryUpdate,
  said: EntryReport,
  at: string,
): EntryUpdate & { readonly events: readonly NewEvent[] } {
  const strange = contradictionsIn(hearing, said)
  if (strange.length > 0) return markContradicted(hearing, said, at, strange)
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
          : nextEntryState(entry.standing, isNewWord(said, words) ? standingSaid(said) : null)
  const changed: EntryWithStatus = {
    ...entry,
    ...back,
    ...changeAfter({ entry, words }, said, at),
    ...looked(entry, said),
    ...standingAfter(entry, standing, said, at),
    ...(events.length > 0 && { verdict: verdictAfterWord(entry, said.word) }),
    debited_significant: debitedIn(hearing, said) ?? entry.debited_significant,
  }
  return { ...hearing, ...withEvents(words, events), entry: changed }
}

/**
 * A report that contradicts the entry changes nothing but makes it unclear, and only if it is new.
 */
function markContradicted(
  hearing: EntryUpdate,
  said: EntryReport,
  at: string,
  strange: readonly Misfit[],
): EntryUpdate & { readonly events: readonly NewEvent[] } {
  const { entry, words } = hearing
  const { source, callId, alertSeq } = said
  const events = strange
    .map((one): NewEvent => ({ source, callId, alertSeq, ...one }))
    .filter((event) => !words.has(eventKey(event)))
  const isOurs = said.isAmbiguous !== true && misfits(hearing, said).length === 0
  const standing =
    entry.returned_at !== null ? 'returned' : events.length === 0 ? entry.standing : 'unclear'
  const changed: EntryWithStatus = {
    ...entry,
    ...(isOurs && looked(entry, said)),
    ...standingAfter(entry, standing, said, at),
  }
  return { ...hearing, ...withEvents(words, events), entry: changed }
}

const withEvents = (words: ReadonlySet<string>, events: readonly NewEvent[]) => ({
  words: new Set([...words, ...events.map(eventKey)]),
  events,
})

function standingAfter(
  entry: EntryWithStatus,
  standing: EntryState,
  said: EntryReport,
  at: string,
): Partial<EntryWithStatus> {
  return standing === entry.standing
    ? {}
    : { standing, standing_at: at, standing_word: said.word ?? entry.standing_word }
}

/**
 * Values that only inquiry shows: the newest row's amount, the detail's call. A return's own PAR
 * number is not the entry's.
 */
function looked(entry: EntryWithStatus, said: EntryReport): Partial<EntryWithStatus> {
  const { source, parNumber, amount, callId } = said
  const hasLooked = source === 'inquiry' || source === 'detail'
  const isItsPar = !blank(parNumber) && !saysReturn(said)
  return {
    ...(entry.par_number === null && isItsPar && { par_number: parNumber }),
    ...(hasLooked && !blank(amount) && { shown_amount: amount }),
    ...(source === 'detail' && { detail_call_id: callId }),
  }
}
