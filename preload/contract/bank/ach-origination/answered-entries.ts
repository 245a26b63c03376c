/** What the bank said to each entry that was sent: an accepted batch may hold refused ones (trap 83). */
import type { OriginatedEntry, OriginationReading } from './answers.ts'

/**
 * What an answer says of one entry. `in-error`: errors without a refusal. `unclear`: a status that the
 * document does not list, none, or several that differ in status or trace number. `not-mentioned`: the answer does not name it.
 */
export const entryVerdicts = [
  'accepted',
  'rejected',
  'in-error',
  'unclear',
  'not-mentioned',
] as const
export type EntryVerdict = (typeof entryVerdicts)[number]

/** One entry that was sent with everything that was answered to it. */
export interface AnsweredEntry {
  readonly uuid: string
  readonly verdict: EntryVerdict
  readonly answers: readonly OriginatedEntry[]
}

/** Ids are compared without hyphens and case, in case the bank writes them its own way. */
const bare = (uuid: string): string => uuid.replaceAll('-', '').toLowerCase()

function verdictOf({ status, errorMessages }: OriginatedEntry): EntryVerdict {
  if (status === 'rejected') return 'rejected'
  if (errorMessages.length > 0) return 'in-error'
  return status === 'accepted' ? 'accepted' : 'unclear'
}

function verdictOn(answers: readonly OriginatedEntry[]): EntryVerdict {
  const [first, ...others] = new Set(answers.map(verdictOf))
  if (first === undefined) return 'not-mentioned'
  // Each trace number is an entry of its own in the bank's books: it may have been taken in twice (trap 86).
  const traces = new Set(answers.flatMap(({ traceNumber }) => traceNumber?.trim() ?? []))
  return others.length > 0 || traces.size > 1 ? 'unclear' : first
}

/** Sets the answer beside the ids that were sent, in their order. `strays` answer to none of them. */
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
