/**
 * What a restore leaves on a draft: it may have been approved and sent after the backup that its store came from. Until
 * a second person has heeded that, it is neither submitted nor copied; afterwards its approvers see that it was heeded,
 * by whom and why, and their approval binds it (promise P1).
 */
import type { OrderRow } from './order-parts.ts'

/** Column `restored`. Instants in ISO UTC. */
export interface RestoredMark {
  readonly backupAt: string
  readonly restoredAt: string
  /** Nobody yet: null. */
  readonly heeded: { readonly by: string; readonly at: string; readonly reason: string } | null
}

type Marked = Pick<OrderRow, 'restored'>

/** The mark; null: it has none. */
export const restoredMarkOf = ({ restored }: Marked): RestoredMark | null =>
  typeof restored === 'string' ? (JSON.parse(restored) as RestoredMark) : null

/** Whether it waits for somebody to heed it. */
export const isUnheeded = (row: Marked): boolean => restoredMarkOf(row)?.heeded === null
