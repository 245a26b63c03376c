/**
 * The remarks on each entry, stored with the entry object: an unchanged entry is never checked
 * again.
 */
import type { SecCode } from '../../../../../preload/contract/bank/ach-origination/batch.ts'
import { checkEntry } from '../../../../../preload/contract/domain/batches/check-entries.ts'
import type { TypedEntry } from '../../../../../preload/contract/domain/batches/entry.ts'
import type { EntryCheck } from '../../../../../preload/contract/domain/batches/read-batch.ts'
import type { CertainRejection } from '../../../../../preload/contract/kernel/request-warning.ts'
import { ruleNote, warningNote } from '../../../../text/source-text.ts'

/** One remark on a field of an entry. */
export interface EntryNote {
  /** Neutral: a fact to know before the batch is submitted, no warning. */
  readonly tone: 'bad' | 'warning' | 'neutral'
  /** A field of the entry, or `addenda.0` for one of its addenda. */
  readonly path: string
  readonly text: string
  /** Short enough for the place below a field. */
  readonly source: string
  /** The full source of the rule. */
  readonly where: string
  /** The bank is certain to reject the entry for this reason. */
  readonly rejection?: CertainRejection | undefined
}

/** Checks entries of one SEC code after another; `of` returns stored results if it can. */
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

/**
 * Returns problems and warnings of an entry as one list. A certain rejection comes first as an
 * error; for an entry that is sent anyway it is a warning.
 */
export function notesOf(
  { problems, warnings }: EntryCheck,
  isSentAnyway = false,
): readonly EntryNote[] {
  const notes = [
    ...problems.map(({ path, message, source }) => ({
      ...ruleNote(message, source),
      tone: 'bad' as const,
      path,
    })),
    ...warnings.map(({ rejection, ...warning }) => {
      const note = warningNote(warning)
      return {
        ...note,
        tone: rejection === undefined || isSentAnyway ? ('warning' as const) : ('bad' as const),
        path: warning.path,
        rejection,
        text: rejection === undefined ? note.text : `${note.text}. ${rejectedText(isSentAnyway)}`,
      }
    }),
  ]
  return notes.toSorted((left, right) => rankOf(left) - rankOf(right))
}
const rejectedText = (isSentAnyway: boolean): string =>
  isSentAnyway ? 'Sent anyway: the bank will reject it' : 'The bank will reject it'

/**
 * The sort order: certain rejections, other errors, rejections that are sent anyway, other
 * warnings.
 */
export const rankOf = ({ tone, rejection }: Pick<EntryNote, 'tone' | 'rejection'>): number =>
  (tone === 'bad' ? 0 : 2) + (rejection === undefined ? 1 : 0)

/** The field of a path: `addenda` for one of the addenda. */
export const fieldOf = (path: string): string => path.split('.')[0] ?? path
