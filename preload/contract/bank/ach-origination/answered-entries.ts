/**
 * The bank's answer to each sent entry: an accepted batch may contain rejected entries (bank note
 * 83).
 */
import type { OriginatedEntry, OriginationReading } from './answers.ts'

/**
 * Verdict on one entry. `in-error`: errors without a rejection. `unclear`: an undocumented status,
 * none, or several answers with different status or trace number. `not-mentioned`: the answer does
 * not name the entry.
 */
export const entryVerdicts = [
  'accepted',
  'rejected',
  'in-error',
  'unclear',
  'not-mentioned',
] as const
export type EntryVerdict = (typeof entryVerdicts)[number]

/** The verdicts by which the bank did not take an entry; the other two are unclear, not refusals. */
export const refusedVerdicts = ['rejected', 'in-error'] as const satisfies readonly EntryVerdict[]

/** A sent entry with all answers to it. */
export interface AnsweredEntry {
  readonly uuid: string
  readonly verdict: EntryVerdict
  readonly answers: readonly OriginatedEntry[]
}

/** Ids are compared without hyphens and case, in case the bank formats them differently. */
const bare = (uuid: string): string => uuid.replaceAll('-', '').toLowerCase()

function verdictOf({ status, errorMessages }: OriginatedEntry): EntryVerdict {
  if (status === 'rejected') return 'rejected'
  if (errorMessages.length > 0) return 'in-error'
  return status === 'accepted' ? 'accepted' : 'unclear'
}

function verdictOn(answers: readonly OriginatedEntry[]): EntryVerdict {
  const [first, ...others] = new Set(answers.map(verdictOf))
  if (first === undefined) return 'not-mentioned'
  // Each trace number is a separate entry in the bank's books, so the bank may have accepted the
  // entry twice (bank note 86).
  const traces = new Set(answers.flatMap(({ traceNumber }) => traceNumber?.trim() ?? []))
  return others.length > 0 || traces.size > 1 ? 'unclear' : first
}

/** Assigns the answers to the sent ids, in the order sent. `strays` match none of them. */
export function answeredEntries(
  sent: readonly string[],
  { details }: Pick<OriginationReading, 'details'>,
): { readonly entries: readonly AnsweredEntry[]; readonly strays: readonly OriginatedEntry[] } {
  const byId = Map.groupBy(details, ({ uuid }) => bare(uuid ?? ''))
  const known = new Set(sent.map(bare))
  return {
    entries: sent.map((uuid) => {
      const answers = byId.get(bare(uuid)) ?? []
      return { uuid, verdict: verdictOn(answers), answers }
    }),
    strays: details.filter(({ uuid }) => !known.has(bare(uuid ?? ''))),
  }
}
