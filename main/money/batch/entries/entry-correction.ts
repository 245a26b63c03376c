/**
 * Records the response to notifications of change of an entry: the proposed correction, or who
 * acknowledged it where the payee book holds nothing of it. Pure.
 */
import { isJson } from '../../../../preload/contract/kernel/json.ts'
import { z } from '../../../../preload/contract/kernel/zod.ts'
import type { EntryRow } from '../types.ts'

const mark = z.object({ by: z.string(), at: z.string(), note: z.string() })
const answered = z.object({
  payeeId: z.string().optional(),
  version: z.int().optional(),
  /** The seq of the newest notification known then. */
  until: z.int().optional(),
  /** False: the proposal leaves open a part that the payee book does not hold. */
  whole: z.boolean().optional(),
  acknowledged: mark.optional(),
})
const stored = answered.extend({
  /** Responses to notifications that a later one replaced. */
  earlier: z.array(answered).optional(),
  /** The return was handled otherwise than by presenting the entry again. */
  returnAcknowledged: mark.optional(),
  /** This verdict was acknowledged; another verdict must be acknowledged again. */
  verdictAcknowledged: mark.extend({ verdict: z.string() }).optional(),
  /**
   * The unclear state was acknowledged up to this event; a later event must be acknowledged again.
   */
  stateAcknowledged: mark.extend({ until: z.int() }).optional(),
})
/** Marks that a new notification of change does not replace. */
const beside = ['returnAcknowledged', 'verdictAcknowledged', 'stateAcknowledged'] as const
/** Who acknowledged something, when, and the action taken. */
export type AcknowledgedMark = z.infer<typeof mark>
/** The response to the notifications up to one of them. */
export type AnsweredChange = z.infer<typeof answered>
export type StoredCorrection = z.infer<typeof stored>
type CorrectionColumn = Pick<EntryRow, 'correction'>

/** Returns the stored record; empty if there is none. */
export function storedCorrection({ correction }: CorrectionColumn): StoredCorrection {
  if (correction === null || !isJson(correction)) return {}
  const read = stored.safeParse(JSON.parse(correction))
  return read.success ? read.data : {}
}

/** Returns the text of the column; null if empty. */
const written = (saved: StoredCorrection): string | null =>
  Object.keys(saved).length === 0 ? null : JSON.stringify(saved)

/** Returns the marks that do not answer a notification of change. */
const marksOf = (saved: StoredCorrection): StoredCorrection =>
  Object.fromEntries(beside.flatMap((name) => (saved[name] ? [[name, saved[name]]] : [])))

const isAnswer = ({ payeeId, acknowledged }: AnsweredChange): boolean =>
  payeeId !== undefined || acknowledged !== undefined

/**
 * Returns the record after a later notification: earlier responses are stored, but do not answer
 * it.
 */
export function replacedCorrection(row: CorrectionColumn): string | null {
  const { earlier = [], ...saved } = storedCorrection(row)
  const newest = answered.parse(saved)
  const all = isAnswer(newest) ? [...earlier, newest] : earlier
  return written({ ...marksOf(saved), ...(all.length > 0 && { earlier: all }) })
}

/** A correction proposed for the notifications up to one of them. */
export interface ProposedChange {
  readonly payeeId: string
  readonly version: number
  readonly until: number
  readonly whole: boolean
}

/**
 * Returns the record with a proposal. An earlier proposal that failed is replaced; a mark set
 * meanwhile stays beside it.
 */
export function proposedCorrection(row: CorrectionColumn, proposal: ProposedChange): string {
  const { earlier, acknowledged, ...saved } = storedCorrection(row)
  return JSON.stringify({
    ...proposal,
    ...(earlier && { earlier }),
    ...(acknowledged && { acknowledged }),
    ...marksOf(saved),
  })
}

/**
 * Returns the record with a proposal for notifications that a later one has replaced meanwhile; the
 * proposal answers only the older ones.
 */
export function supersededCorrection(row: CorrectionColumn, proposal: ProposedChange): string {
  const { earlier = [], ...saved } = storedCorrection(row)
  return JSON.stringify({ ...saved, earlier: [...earlier, proposal] })
}

/** Returns the record with an acknowledgement, beside a proposal if there is one. */
export const acknowledgedCorrection = (
  row: CorrectionColumn,
  acknowledged: AcknowledgedMark,
  until: number,
): string => JSON.stringify({ ...storedCorrection(row), acknowledged, until })

/** Returns the record with an acknowledgement of a verdict. */
export const acknowledgedVerdict = (
  row: CorrectionColumn,
  acknowledged: AcknowledgedMark,
  verdict: string,
): string =>
  JSON.stringify({ ...storedCorrection(row), verdictAcknowledged: { ...acknowledged, verdict } })

/** Returns the record with an acknowledgement of an unclear state. */
export const acknowledgedState = (
  row: CorrectionColumn,
  acknowledged: AcknowledgedMark,
  until: number,
): string =>
  JSON.stringify({ ...storedCorrection(row), stateAcknowledged: { ...acknowledged, until } })

/** Returns the acknowledgement of the notifications of change. */
export const changeMark = (row: CorrectionColumn): AcknowledgedMark | undefined =>
  storedCorrection(row).acknowledged

/** Returns the acknowledgement of the return. */
export const returnMark = (row: CorrectionColumn): AcknowledgedMark | undefined =>
  storedCorrection(row).returnAcknowledged

/** Returns whether a response acknowledges, with or without a proposal. */
export const isAcknowledged = ({ acknowledged }: AnsweredChange): boolean =>
  acknowledged !== undefined

/**
 * Returns the acknowledgement of the entry's present verdict; one for another verdict does not
 * count.
 */
export const verdictMark = (
  row: CorrectionColumn & Pick<EntryRow, 'verdict'>,
): AcknowledgedMark | undefined => {
  const { verdictAcknowledged: known } = storedCorrection(row)
  return known?.verdict === row.verdict ? known : undefined
}

/** Returns the acknowledgement of an unclear state, if no event came since. */
export const stateMark = (row: CorrectionColumn, lastSeq: number): AcknowledgedMark | undefined => {
  const { stateAcknowledged: known } = storedCorrection(row)
  return known && known.until >= lastSeq ? known : undefined
}

/** Returns the record with an acknowledgement of the return. */
export const acknowledgedReturn = (row: CorrectionColumn, acknowledged: AcknowledgedMark): string =>
  JSON.stringify({ ...storedCorrection(row), returnAcknowledged: acknowledged })
