/**
 * What was done about the notifications of change of an entry, as its row keeps it: the proposal that was made, or who
 * says that it was heeded where the book of payees holds nothing of it. Pure.
 */
import { isJson } from '../../../../preload/contract/kernel/json-text.ts'
import { z } from '../../../../preload/contract/kernel/zod.ts'
import type { EntryRow } from '../types.ts'

const mark = z.object({ by: z.string(), at: z.string(), note: z.string() })
const answered = z.object({
  payeeId: z.string().optional(),
  version: z.int().optional(),
  /** The seq of the newest notification that was known then. */
  until: z.int().optional(),
  /** False: the proposal leaves something of them open, which the book does not hold. */
  whole: z.boolean().optional(),
  heeded: mark.optional(),
})
const stored = answered.extend({
  /** What was done about notifications that a later one replaced. */
  earlier: z.array(answered).optional(),
  /** Its return was dealt with otherwise than by presenting it again. */
  returnHeeded: mark.optional(),
  /** That it was not accepted, in these words: another verdict is to be heeded anew. */
  verdictHeeded: mark.extend({ verdict: z.string() }).optional(),
  /** That its standing is unclear, by what was heard until this event: a later one is to be heeded anew. */
  standingHeeded: mark.extend({ until: z.int() }).optional(),
})
/** What is marked beside the notifications of change, and not replaced with them. */
const beside = ['returnHeeded', 'verdictHeeded', 'standingHeeded'] as const
/** Who says that something was heeded, when, and what was done. */
export type AcknowledgedMark = z.infer<typeof mark>
/** What was done about the notifications until one of them. */
export type AnsweredChange = z.infer<typeof answered>
/** All that is kept. */
export type StoredCorrection = z.infer<typeof stored>
type Kept = Pick<EntryRow, 'correction'>

/** Reads it; empty where nothing is kept. */
export function storedCorrection({ correction }: Kept): StoredCorrection {
  if (correction === null || !isJson(correction)) return {}
  const read = stored.safeParse(JSON.parse(correction))
  return read.success ? read.data : {}
}

/** As the column holds it; null: nothing is kept. */
const written = (kept: StoredCorrection): string | null =>
  Object.keys(kept).length === 0 ? null : JSON.stringify(kept)

/** The marks that are no answer to a notification of change. */
const marksOf = (kept: StoredCorrection): StoredCorrection =>
  Object.fromEntries(beside.flatMap((name) => (kept[name] ? [[name, kept[name]]] : [])))

const isAnswer = ({ payeeId, heeded }: AnsweredChange): boolean =>
  payeeId !== undefined || heeded !== undefined

/** After a later notification: what was done stays known, and answers the later one not. */
export function replacedCorrection(row: Kept): string | null {
  const { earlier = [], ...kept } = storedCorrection(row)
  const newest = answered.parse(kept)
  const all = isAnswer(newest) ? [...earlier, newest] : earlier
  return written({ ...marksOf(kept), ...(all.length > 0 && { earlier: all }) })
}

/** A proposal that was made of the notifications until one of them. */
export interface ProposedChange {
  readonly payeeId: string
  readonly version: number
  readonly until: number
  readonly whole: boolean
}

/**
 * With a proposal; one that was made before and came to nothing is replaced, and the mark of one who heeded it
 * meanwhile stands beside it.
 */
export function proposedCorrection(row: Kept, proposal: ProposedChange): string {
  const { earlier, heeded, ...kept } = storedCorrection(row)
  return JSON.stringify({
    ...proposal,
    ...(earlier && { earlier }),
    ...(heeded && { heeded }),
    ...marksOf(kept),
  })
}

/** With a proposal that was made of notifications which a later one has replaced meanwhile: it answers those alone. */
export function supersededCorrection(row: Kept, proposal: ProposedChange): string {
  const { earlier = [], ...kept } = storedCorrection(row)
  return JSON.stringify({ ...kept, earlier: [...earlier, proposal] })
}

/** With the mark of one who heeded it, beside the proposal where there is one. */
export const acknowledgedCorrection = (
  row: Kept,
  heeded: AcknowledgedMark,
  until: number,
): string => JSON.stringify({ ...storedCorrection(row), heeded, until })

/** With the mark of one who dealt with what was not accepted. */
export const acknowledgedVerdict = (row: Kept, heeded: AcknowledgedMark, verdict: string): string =>
  JSON.stringify({ ...storedCorrection(row), verdictHeeded: { ...heeded, verdict } })

/** With the mark of one who found out what became of an entry that is unclear. */
export const acknowledgedState = (row: Kept, heeded: AcknowledgedMark, until: number): string =>
  JSON.stringify({ ...storedCorrection(row), standingHeeded: { ...heeded, until } })

/** The mark by which the verdict of an entry is dealt with; one of another verdict is none. */
export const verdictMark = (
  row: Kept & Pick<EntryRow, 'verdict'>,
): AcknowledgedMark | undefined => {
  const { verdictHeeded: known } = storedCorrection(row)
  return known?.verdict === row.verdict ? known : undefined
}

/** The mark by which an unclear standing is dealt with, where nothing was heard since. */
export const standingMark = (row: Kept, lastSeq: number): AcknowledgedMark | undefined => {
  const { standingHeeded: known } = storedCorrection(row)
  return known && known.until >= lastSeq ? known : undefined
}

/** With the mark of one who dealt with its return. */
export const acknowledgedReturn = (row: Kept, returnHeeded: AcknowledgedMark): string =>
  JSON.stringify({ ...storedCorrection(row), returnHeeded })
