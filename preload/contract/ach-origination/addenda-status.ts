/**
 * The question what became of an origination's addenda, and what its pages say of each other. There is a
 * cursor and no page number, and the bank wants both numbers as text (`3-payments-and-ach-origination.md`,
 * ACH origination response; traps 46 and 82).
 */
import { z } from '../zod.ts'
import type { AddendaStatusReading } from './answers.ts'

const source = '3-payments-and-ach-origination.md, ACH origination response'
const paging = '1-platform.md, Pagination controls'

const text = (shape: RegExp, error: string, from: string) =>
  z.string().refine((value) => shape.test(value), { error, params: { source: from } })

/** The request. Whether the bank wants the batch's or the entry's uuid is not clear (trap 82). */
export const addendaStatusRequest = z.strictObject({
  uuid: text(/^[A-Za-z0-9]{1,45}$/, 'Letters and digits only, at most 45', source),
  pageSize: text(/^([1-9]\d{0,2}|1000)$/, 'From 1 to 1000', paging).optional(),
  startAddendaSequenceNumber: text(/^\d{1,9}$/, 'Digits only', source).optional(),
})
export type AddendaStatusRequest = z.infer<typeof addendaStatusRequest>

/**
 * What one page says about the next. `next` is where to go on, null where there is no more to ask:
 * `short` fewer came than were asked for, `nothing-new` none beyond the place that was asked from, and
 * `unreadable` a full page whose numbers say no place to go on from, so that more may be missing.
 */
export interface AddendaPageFacts {
  readonly retrieved: number
  readonly next: string | null
  readonly ended: 'short' | 'nothing-new' | 'unreadable' | null
}

const ended = (retrieved: number, how: Exclude<AddendaPageFacts['ended'], null>) => ({
  retrieved,
  next: null,
  ended: how,
})

/** The facts of a page for the walk through all of them: the next starts after the highest number seen. */
export function addendaPageFacts(
  asked: { readonly pageSize: string; readonly startAddendaSequenceNumber?: string | undefined },
  { addenda }: Pick<AddendaStatusReading, 'addenda'>,
): AddendaPageFacts {
  const retrieved = addenda.length
  if (retrieved < Number(asked.pageSize)) return ended(retrieved, 'short')
  const numbers = addenda.map(({ addendaSequenceNumber }) => addendaSequenceNumber ?? '')
  const highest = Math.max(-1, ...numbers.filter((n) => /^\d{1,9}$/.test(n)).map(Number))
  if (highest < 0) return ended(retrieved, 'unreadable')
  const start = asked.startAddendaSequenceNumber
  if (start !== undefined && highest < Number(start)) return ended(retrieved, 'nothing-new')
  return { retrieved, next: String(highest + 1), ended: null }
}
