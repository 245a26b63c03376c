/** What is said of each entry, kept with the entry itself: one that did not change is never checked again. */
import type { SecCode } from '../../../preload/contract/ach-origination/batch.ts'
import { checkEntry } from '../../../preload/contract/batches/check-entries.ts'
import type { TypedEntry } from '../../../preload/contract/batches/entry.ts'
import type { EntryCheck } from '../../../preload/contract/batches/read-batch.ts'
import { shortSource, sourceWords } from '../../lib/source-words.ts'

/** One thing said of a field of an entry. */
export interface EntryNote {
  readonly tone: 'bad' | 'warning'
  /** A field of the entry, or `addenda.0` for one of its addenda. */
  readonly path: string
  readonly text: string
  /** Short enough for the place below a field. */
  readonly source: string
  /** Where the rule stands, in full. */
  readonly where: string
}

/** Checks entries of one SEC code after another; `of` answers from what is known where it can. */
export function createEntryChecks() {
  let known = new WeakMap<TypedEntry, EntryCheck>()
  let knownFor: SecCode | null = null

  return function of(entry: TypedEntry, secCode: SecCode): EntryCheck {
    if (secCode !== knownFor) {
      known = new WeakMap()
      knownFor = secCode
    }
    const before = known.get(entry)
    if (before) return before
    const check = checkEntry(entry, secCode)
    known.set(entry, check)
    return check
  }
}
export type EntryChecks = ReturnType<typeof createEntryChecks>

/** Problems and warnings of an entry as one list, the problems first. */
export const notesOf = ({ problems, warnings }: EntryCheck): readonly EntryNote[] => [
  ...problems.map(({ path, message, source }) => ({
    ...{ tone: 'bad' as const, path, text: message },
    ...{
      source: shortSource(source),
      where: sourceWords(source),
    },
  })),
  ...warnings.map(({ path, message, source, where }) => ({
    ...{ tone: 'warning' as const, path, text: message, where: sourceWords(where) },
    source: source === 'network' ? `network: ${where}` : shortSource(where),
  })),
]

/** The field that a path is about: `addenda` for one of the addenda. */
export const fieldOf = (path: string): string => path.split('.')[0] ?? path
