/**
 * The verdict on an entry after a later word of the bank. Pure. What an answer left open is decided by a rejection; two
 * words that contradict each other leave it unclear, and what is unclear is presented again by nobody (promise P10).
 */
import type { EntryRow } from './batch-parts.ts'
import type { Said } from './entry-hearing.ts'

type Known = Pick<EntryRow, 'verdict' | 'standing' | 'trace_number'>

const plain = (word: string | null): string => word?.trim().toLowerCase() ?? ''

/** Whether a word says of an entry what an answer to its batch says. */
export const isVerdictWord = (word: string | null): boolean =>
  ['accepted', 'rejected'].includes(plain(word))

/** Two trace numbers are two entries in the bank's books: one that was rejected says nothing of the other (trap 86). */
function onceRejected({ verdict, standing, trace_number: trace }: Known): EntryRow['verdict'] {
  if (verdict === 'rejected') return verdict
  const isTaken = verdict === 'accepted' || !['not-said', 'unclear'].includes(standing)
  return isTaken || (verdict === 'unclear' && trace !== null) ? 'unclear' : 'rejected'
}

/** The verdict once this word was said of it. */
export function verdictAfterWord(entry: Known, word: string | null): EntryRow['verdict'] {
  switch (plain(word)) {
    case 'rejected':
      return onceRejected(entry)
    case 'accepted':
      return entry.verdict === 'rejected' ? 'unclear' : entry.verdict
    default:
      return entry.verdict
  }
}

/** That the status of addenda says so of an entry. */
export const saidByAddenda = (word: 'accepted' | 'rejected', callId: string | null): Said => ({
  ...{ source: 'addenda-status', word, parNumber: null, amount: null },
  ...{ returned: { code: null, text: null, date: null }, changes: 0, told: [] },
  ...{ callId, alertSeq: null },
})
