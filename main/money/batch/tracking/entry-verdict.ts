/**
 * Computes the verdict on an entry after a later status of the bank. Pure. A rejection that shows
 * that the bank knows the entry decides an open verdict. Two contradicting statuses make it unclear,
 * and nobody presents an unclear entry again (Promise P10).
 */
import type { EntryRow } from '../types.ts'
import type { EntryReport } from './entry-status.ts'

type Known = Pick<EntryRow, 'verdict' | 'bank_status' | 'trace_number'>

const plain = (statusText: string | null): string => statusText?.trim().toLowerCase() ?? ''

/** Returns whether a status is one that an answer to a batch uses for an entry. */
export const isVerdict = (statusText: string | null): boolean =>
  ['accepted', 'rejected'].includes(plain(statusText))

/**
 * Two trace numbers are two entries in the bank's books, so the rejection of one says nothing about
 * the other (bank note 86).
 */
function onceRejected({ verdict, bank_status, trace_number: trace }: Known): EntryRow['verdict'] {
  if (verdict === 'rejected') return verdict
  const isTaken = verdict === 'accepted' || !['not-reported', 'unclear'].includes(bank_status)
  return isTaken || (verdict === 'unclear' && trace !== null) ? 'unclear' : 'rejected'
}

/** Returns the verdict after this status. */
export function verdictAfterStatus(entry: Known, statusText: string | null): EntryRow['verdict'] {
  switch (plain(statusText)) {
    case 'rejected':
      return onceRejected(entry)
    case 'accepted':
      return entry.verdict === 'rejected' ? 'unclear' : entry.verdict
    default:
      return entry.verdict
  }
}

/** Returns the verdict after a report about the entry; an alert alone rejects nothing. */
export function verdictAfterReport(entry: Known, reported: EntryReport): EntryRow['verdict'] {
  const verdict = verdictAfterStatus(entry, reported.statusText)
  const isByAlert = reported.source === 'alert' && verdict !== entry.verdict
  return isByAlert && verdict === 'rejected' ? 'unclear' : verdict
}

/**
 * Returns the report of an addenda status that contradicts the known verdict; null if it does not,
 * and then it decides nothing. A bank may answer `rejected` about an unknown uuid, so an entry is
 * not presented again for that status alone.
 */
export function contradictionByAddenda(
  { verdict }: Pick<Known, 'verdict'>,
  statusText: 'accepted' | 'rejected' | null,
  callId: string | null,
): EntryReport | null {
  const contradicted = { accepted: 'rejected', rejected: 'accepted' } as const
  if (statusText === null || verdict !== contradicted[statusText]) return null
  return {
    source: 'addenda-status',
    statusText,
    parNumber: null,
    amount: null,
    returned: { code: null, text: null, date: null },
    changes: 0,
    notifications: [],
    callId,
    alertSeq: null,
  }
}
