/**
 * Remarks on a batch as a whole, and on its entries by kind: the number of entries of each remark,
 * and the first one.
 */
import type {
  BatchForm,
  AchSettings,
} from '../../../../../preload/contract/domain/batches/batch-form.ts'
import { checkWholeBatch } from '../../../../../preload/contract/domain/batches/check-entries.ts'
import { plural } from '../../../../text/plural.ts'
import type { BatchEntries } from './batch-entries.ts'
import { fieldOf, notesOf, rankOf, type EntryNote } from './entry-checks.ts'

/** Remarks of one kind. */
export interface GatheredNote extends EntryNote {
  /** 0: the remark is about the batch. */
  readonly entries: number
  /** The text counts the entries itself. */
  readonly isCounted?: boolean
  /** Null: there is no cell to move to. */
  readonly firstEntry: string | null
}

/** A warning about the current batch that blocks nothing, and the first entry concerned. */
export type BatchWarning = Pick<GatheredNote, 'path' | 'text' | 'source'> & Partial<GatheredNote>

/** The source of a remark, after the number of its entries unless its text has it. */
export const sourceOf = ({ entries = 0, isCounted, source }: BatchWarning): string =>
  entries === 0 || isCounted === true ? source : `${plural(entries, 'entry', 'entries')}, ${source}`

/** The number of warnings: one for each entry concerned, or for the batch. */
export const warningCount = (warnings: readonly BatchWarning[]): number =>
  warnings.reduce((sum, { entries = 0 }) => sum + Math.max(1, entries), 0)

/** The quoted parts of a remark differ from entry to entry. */
const kindOf = ({ tone, path, text }: EntryNote): string =>
  `${tone} ${fieldOf(path)} ${text.replaceAll(/"[^"]*"/g, '')}`
const unquoted = (text: string): string => text.replace(/: after "[^"]*" it may/, ': the rest may')

/** Collects the remarks in the order of the batch. */
function ofEntries(all: BatchEntries): readonly GatheredNote[] {
  const kinds = new Map<string, { note: EntryNote; entries: Set<string>; first: string }>()
  for (const { entry } of all.inOrder()) {
    const check = all.checkOf(entry)
    if (check.problems.length === 0 && check.warnings.length === 0) continue
    for (const note of all.notesOf(entry)) {
      const kind = kindOf(note)
      const known = kinds.get(kind)
      if (known) known.entries.add(entry.id)
      else kinds.set(kind, { note, entries: new Set([entry.id]), first: entry.id })
    }
  }
  return [...kinds.values()].map(({ note, entries, first }) => ({
    ...note,
    path: fieldOf(note.path),
    text: entries.size > 1 ? unquoted(note.text) : note.text,
    entries: entries.size,
    firstEntry: first,
  }))
}

/** The current batch, for remarks on all of it. */
export interface CurrentBatch {
  readonly entries: BatchEntries
  readonly form: BatchForm
  readonly settings: AchSettings
  /** YYYY-MM-DD. */
  readonly today: string
}

/**
 * All remarks, sorted: certain rejections first, then problems, then warnings; remarks on the batch
 * before those on entries.
 */
export function gatheredNotes({
  entries,
  form,
  settings,
  today,
}: CurrentBatch): readonly GatheredNote[] {
  const typed = entries.inOrder().map(({ entry }) => entry)
  if (typed.length === 0) return []
  const placeOf = (path: string): string | null =>
    typed[Number(/^details\.(\d+)/.exec(path)?.[1] ?? Number.NaN)]?.id ?? null
  const whole = notesOf(checkWholeBatch(form, typed, settings, today)).map((note) => ({
    ...note,
    entries: 0,
    firstEntry: placeOf(note.path),
  }))
  const all = [...whole, ...ofEntries(entries)]
  return all.toSorted((left, right) => rankOf(left) - rankOf(right))
}
