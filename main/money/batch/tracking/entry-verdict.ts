/**
 * The verdict on an entry after a later word of the bank. Pure. What an answer left open is decided by a rejection that
 * shows that the bank knows the entry; two words that contradict each other leave it unclear, and what is unclear is presented again by nobody (promise P10).
 */
import type { EntryRow } from '../types.ts'
import type { BankWord } from './entry-status.ts'

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

/**
 * What the status of addenda says of an entry, where it contradicts what is known; null: it does not, and decides nothing.
 * A bank may answer `rejected` about a uuid that it does not know: an entry is not presented again by that word alone.
 */
export function contradictionByAddenda(
  { verdict }: Pick<Known, 'verdict'>,
  word: 'accepted' | 'rejected' | null,
  callId: string | null,
): BankWord | null {
  const contradicted = { accepted: 'rejected', rejected: 'accepted' } as const
  if (word === null || verdict !== contradicted[word]) return null
  return {
    source: 'addenda-status',
    word,
    parNumber: null,
    amount: null,
    returned: { code: null, text: null, date: null },
    changes: 0,
    told: [],
    callId,
    alertSeq: null,
  }
}
