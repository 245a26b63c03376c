/**
 * Computes the state of an entry from the bank's reports (bank notes 49, 50, 53 and 54). Pure. A
 * return may follow SETTLED, nothing follows a return, and a late status moves nothing back. An alert
 * asks and an inquiry decides: a return that an alert reports counts once a list or a detail shows it,
 * and one that an alert contradicts counts again once they show it after that alert.
 */
import type { EntryState } from '../../../../preload/contract/domain/batches/batch.ts'
import { replacedCorrection } from '../entries/entry-correction.ts'
import { debitedIn, misfits, contradictionsIn, type Misfit } from './match-entry.ts'
import {
  eventKey,
  isBanksAnswer,
  type EntryWithStatus,
  type EntryUpdate,
  type NewEvent,
  type EntryReport,
} from './entry-status.ts'
import { isVerdict, verdictAfterReport } from './entry-verdict.ts'
import {
  blank,
  contradictions,
  eventsOf,
  isNewStatus,
  reportsReturn,
  wasReported,
} from './entry-text.ts'
import { entryStateOf } from '../../batch-facts.ts'

const order: readonly EntryState[] = ['not-reported', 'collected', 'settled', 'returned']

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

/** The return as one report has it. */
const returnIn = ({ returned }: EntryReport): Partial<EntryWithStatus> => ({
  return_code: returned.code,
  return_text: returned.text,
  return_date: returned.date,
})

/** Values that are still missing, from another report of the same return. */
const restOfReturn = (
  entry: EntryWithStatus,
  { returned }: EntryReport,
): Partial<EntryWithStatus> => ({
  return_code: entry.return_code ?? returned.code,
  return_text: entry.return_text ?? returned.text,
  return_date: entry.return_date ?? returned.date,
})

/** What a report does to an entry that it is about. */
interface Change {
  readonly reported: EntryReport
  readonly state: EntryState | null
  readonly at: string
  /** The report is not a repetition. */
  readonly isNew: boolean
  /** It contradicts known values of the entry. */
  readonly isAgainst: boolean
}

/** Returns the entry after a report has asked a question that only the bank's inquiry answers. */
const asked = (change: Partial<EntryWithStatus>, at: string): Partial<EntryWithStatus> => ({
  ...change,
  unanswered_since: at,
})

/**
 * A report, such as an alert, decides nothing: it shows progress, or leads to an inquiry. Nobody knows
 * who sent it, and its trace number may be another item's.
 */
function afterReport(
  { entry, eventKeys }: EntryUpdate,
  { reported, state, at, isNew, isAgainst }: Change,
): Partial<EntryWithStatus> {
  if (!isNew || state === null) return {}
  const isReturnShown = entry.shown_bank_status === 'returned'
  if (state === 'returned') {
    if (isReturnShown) return {}
    const since = { return_reported_at: entry.return_reported_at ?? at }
    return asked({ ...since, ...restOfReturn(entry, reported) }, at)
  }
  if (state === 'unclear' || isAgainst)
    return isReturnShown ? {} : asked({ bank_status: 'unclear' }, at)
  if (!isNewStatus(reported, eventKeys)) return {}
  if (isReturnShown) return asked({ bank_status: 'unclear', returned_at: null }, at)
  return entry.bank_status === 'unclear'
    ? {}
    : { bank_status: nextEntryState(entry.bank_status, state) }
}

/** The statuses of the bank's own inquiry among the stored ones. */
const answersIn = (eventKeys: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...eventKeys].filter((key) => /^(inquiry|detail)\t/.test(key)))

/** A return that the inquiry never showed rests on a written reply of the bank's support. */
const isReturnAnswered = (eventKeys: ReadonlySet<string>): boolean =>
  [...answersIn(eventKeys)].some((key) => key.split('\t')[1]?.trim().toUpperCase() === 'RETURNED')

/** An answer to an inquiry from before the report says nothing against it. */
const isSince = ({ unanswered_since: since }: EntryWithStatus, askedAt: string): boolean =>
  since === null || askedAt > since

/** A list or a detail of the bank decides, and answers the reports before it. */
function afterAnswer(
  { entry, eventKeys }: EntryUpdate,
  { reported, state, at, isNew, isAgainst }: Change,
): Partial<EntryWithStatus> {
  if (state === null) return {}
  const isAnswer = isSince(entry, reported.askedAt ?? at)
  if (state === 'returned') {
    if (!isAnswer && entry.return_reported_at === null) return { shown_bank_status: 'returned' }
    return {
      shown_bank_status: 'returned',
      bank_status: 'returned',
      returned_at: entry.returned_at ?? at,
      return_reported_at: null,
      unanswered_since: null,
      ...(entry.shown_bank_status === 'returned'
        ? restOfReturn(entry, reported)
        : returnIn(reported)),
    }
  }
  if (entry.shown_bank_status === 'returned') {
    if (isReturnAnswered(eventKeys)) return {}
    const since = { return_reported_at: entry.returned_at ?? at, returned_at: null }
    return asked({ ...since, shown_bank_status: state, bank_status: 'unclear' }, at)
  }
  if (isAgainst) return isNew ? { shown_bank_status: 'unclear', bank_status: 'unclear' } : {}
  const shown = isNewStatus(reported, answersIn(eventKeys))
    ? nextEntryState(entry.shown_bank_status, state)
    : entry.shown_bank_status
  if (!isAnswer) return { shown_bank_status: shown }
  if (entry.return_reported_at !== null) return { shown_bank_status: shown, bank_status: 'unclear' }
  if (entry.unanswered_since !== null)
    return { shown_bank_status: shown, bank_status: shown, unanswered_since: null }
  if (shown === entry.shown_bank_status) return {}
  const isUnclear = shown === 'unclear' || entry.bank_status === 'unclear'
  const bank_status = isUnclear ? shown : nextEntryState(entry.bank_status, shown)
  return { shown_bank_status: shown, bank_status }
}

/** What an answer says against a return that was only reported; its event is stored once. */
const refutation = (
  { entry }: EntryUpdate,
  { reported, state, at }: Pick<Change, 'reported' | 'state' | 'at'>,
): readonly string[] =>
  isBanksAnswer(reported) &&
  state !== null &&
  state !== 'returned' &&
  entry.return_reported_at !== null &&
  isSince(entry, reported.askedAt ?? at)
    ? ['no return, though one was reported']
    : []

/** Returns the entry after a report, and the new events. */
export function applyEntryUpdate(
  update: EntryUpdate,
  reported: EntryReport,
  at: string,
): EntryUpdate & { readonly events: readonly NewEvent[] } {
  const strange = contradictionsIn(update, reported)
  if (strange.length > 0) return markContradicted(update, reported, at, strange)
  const { entry, eventKeys } = update
  const state = reportedState(reported)
  const against = contradictions(entry, reported)
  const odd = [...against, ...refutation(update, { reported, state, at })]
  const events = eventsOf(reported, odd, entry).filter((event) => !eventKeys.has(eventKey(event)))
  const change = { reported, state, at, isNew: events.length > 0, isAgainst: against.length > 0 }
  const isDecided = isBanksAnswer(reported)
  const changed: EntryWithStatus = {
    ...entry,
    ...changeAfter({ entry, eventKeys }, reported, at),
    ...valuesOnlyInquiryShows(entry, reported),
    ...withState(entry, isDecided ? afterAnswer(update, change) : afterReport(update, change), {
      reported,
      at,
    }),
    ...(events.length > 0 && { verdict: verdictAfterReport(entry, reported) }),
    debited_significant: debitedAfter(update, reported),
  }
  return { ...update, ...withEvents(eventKeys, events), entry: changed }
}

/** The account that the bank's inquiry shows; one that a report names only as long as none does. */
function debitedAfter(update: EntryUpdate, reported: EntryReport): string | null {
  const known = update.entry.debited_significant
  const debited = debitedIn(update, reported)
  return isBanksAnswer(reported) ? (debited ?? known) : (known ?? debited)
}

/**
 * A report that contradicts the entry changes nothing but makes it unclear, and only if it is new. One
 * without anything that names the entry, beside its trace number, leads to an inquiry and no more.
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
    .map((one): NewEvent => ({ source, callId, alertSeq, text: one.text, detail: one.detail }))
    .filter((event) => !eventKeys.has(eventKey(event)))
  const isOurs = reported.isAmbiguous !== true && misfits(update, reported).length === 0
  const isLeft = events.length === 0 || entry.shown_bank_status === 'returned'
  const unclear = { bank_status: 'unclear' } as const
  const state: Partial<EntryWithStatus> = isLeft
    ? {}
    : isBanksAnswer(reported)
      ? { ...unclear, shown_bank_status: 'unclear' }
      : asked(strange.every(({ isOpen }) => isOpen === true) ? {} : unclear, at)
  const changed: EntryWithStatus = {
    ...entry,
    ...(isOurs && valuesOnlyInquiryShows(entry, reported)),
    ...withState(entry, state, { reported, at }),
  }
  return { ...update, ...withEvents(eventKeys, events), entry: changed }
}

const withEvents = (eventKeys: ReadonlySet<string>, events: readonly NewEvent[]) => ({
  eventKeys: new Set([...eventKeys, ...events.map(eventKey)]),
  events,
})

/** The changed columns, with the time and the text of a new state. */
const withState = (
  entry: EntryWithStatus,
  change: Partial<EntryWithStatus>,
  { reported, at }: Pick<Change, 'reported' | 'at'>,
): Partial<EntryWithStatus> =>
  change.bank_status === undefined || change.bank_status === entry.bank_status
    ? change
    : {
        ...change,
        bank_status_at: at,
        bank_status_text: reported.statusText ?? entry.bank_status_text,
      }

/**
 * Values that only inquiry shows: the PAR number, the newest row's amount, the detail's call. A
 * return's own PAR number is not the entry's.
 */
function valuesOnlyInquiryShows(
  entry: EntryWithStatus,
  reported: EntryReport,
): Partial<EntryWithStatus> {
  if (!isBanksAnswer(reported)) return {}
  const { source, parNumber, amount, callId } = reported
  const isItsPar = !blank(parNumber) && !reportsReturn(reported)
  return {
    ...(entry.par_number === null && isItsPar && { par_number: parNumber }),
    ...(!blank(amount) && { shown_amount: amount }),
    ...(source === 'detail' && { detail_call_id: callId }),
  }
}
