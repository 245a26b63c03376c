/** The payees of the entries' accounts, as text for the grid, and the totals. */
import {
  entryPayeeFlags,
  type EntryPayeeFlag,
} from '../../../../../preload/contract/domain/batches/batch.ts'
import type { EntryPayee } from '../../../../../preload/contract/domain/batches/drafts.ts'
import type { TypedEntry } from '../../../../../preload/contract/domain/batches/entry.ts'
import { payeeFlagCounts } from '../../../../../preload/contract/text/payee-flags.ts'
import { plural } from '../../../../text/plural.ts'
import { holderText } from '../../../../money/batch/entry-holder.ts'
import type { GridFact, GridMark } from '../../../../ui/grid/grid-types.ts'
import type { GatheredNote } from './whole-notes.ts'

/** The grid column for the payee. */
export const payeeColumn = 'payee-of-book'

const several = 'Several payees'

const sentences: Readonly<Record<EntryPayeeFlag, string>> = {
  'differs-from-book': 'The approved payee has another account or bank',
  'not-approved': 'No second person has approved this payee',
  'not-in-book': 'This payee is no longer in the payee book',
  'change-proposed': 'A change to this payee is waiting for a second person',
}

/** The payee of the account, as text. */
export const payeeText = ({ payee, isChosen }: EntryPayee): string =>
  holderText({ name: payee?.name ?? null, isChosen })
/** The warnings about the payee, as sentences. */
export const payeeFlagTexts = ({ flags }: EntryPayee): readonly string[] =>
  flags.map((flag) => sentences[flag])

/** The content of the column; undefined for an account of no payee. */
export function payeeFact(known: EntryPayee | undefined): GridFact | undefined {
  if (!known) return undefined
  // A warning has the shape of its mark.
  return { text: known.payee?.name ?? several, tone: known.flags.length > 0 ? undefined : 'good' }
}

/** The mark at which the search for problems stops. */
export function payeeMark(known: EntryPayee | undefined): GridMark | undefined {
  if (!known || known.flags.length === 0) return undefined
  const text = [payeeText(known), ...payeeFlagTexts(known)].join('. ')
  return { kind: 'warning', text, source: 'payee book' }
}

/** The number of entries per flag, and the first of each in the order of the batch. */
export interface PayeeTally {
  readonly counts: Readonly<Partial<Record<EntryPayeeFlag, number>>>
  readonly first: Readonly<Partial<Record<EntryPayeeFlag, string>>>
}

/** Nothing is counted yet. */
export const noPayees: PayeeTally = { counts: {}, first: {} }

/** Counts the entries, which come in order. */
export function payeeTally(
  entries: readonly TypedEntry[],
  of: (entry: TypedEntry) => EntryPayee | undefined,
): PayeeTally {
  const counts: Partial<Record<EntryPayeeFlag, number>> = {}
  const first: Partial<Record<EntryPayeeFlag, string>> = {}
  for (const entry of entries) {
    for (const flag of of(entry)?.flags ?? []) {
      counts[flag] = (counts[flag] ?? 0) + 1
      first[flag] ??= entry.id
    }
  }
  return { counts, first }
}

/** Warnings as remarks on the batch, the most serious first; none of them blocks. */
export const payeeNotes = ({ counts, first }: PayeeTally): readonly GatheredNote[] =>
  entryPayeeFlags.flatMap((flag) => {
    const entries = counts[flag] ?? 0
    if (entries === 0) return []
    const text = plural(entries, ...payeeFlagCounts[flag])
    const where = 'Payee book of this workstation'
    return [
      {
        tone: 'warning' as const,
        path: payeeColumn,
        entries,
        isCounted: true,
        text,
        source: 'payee book',
        where,
        firstEntry: first[flag] ?? null,
      },
    ]
  })
