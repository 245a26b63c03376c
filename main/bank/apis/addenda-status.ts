/**
 * The addenda status request, and the page facts of its answers. There is a cursor and no page
 * number, and the bank expects both numbers as text (bank document 3, ACH origination response;
 * bank notes 46 and 82).
 */
import { identified, type PageFacts } from '../answers/page-facts.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import type { AddendaStatusReading } from '../../../preload/contract/bank/ach-origination/answers.ts'

const source = 'Wire/RTP Payments and ACH Origination Specification, ACH origination response'
const paging = 'Platform Specification, Pagination controls'

/** No maximum is documented; nine digits are far beyond the 9,999 addenda of an entry. */
const sequenceNumber = /^\d{1,9}$/

const text = (shape: RegExp, error: string, from: string) =>
  z.string().refine((value) => shape.test(value), { error, params: { source: from } })

/**
 * The documents do not say whether the bank expects the batch's or the entry's uuid (bank note 82).
 */
export const addendaStatusRequest = z.strictObject({
  uuid: text(/^[A-Za-z0-9]{1,45}$/, 'Letters and digits only, at most 45', source),
  pageSize: text(/^([1-9]\d{0,2}|1000)$/, 'From 1 to 1000', paging).optional(),
  startAddendaSequenceNumber: text(sequenceNumber, 'Digits only, at most 9', source).optional(),
})
export type AddendaStatusRequest = z.infer<typeof addendaStatusRequest>

/**
 * The page facts for pagination: the next page starts after the highest number. No next start is
 * given if a page has no number, has one twice, or if the next is longer than allowed, because the
 * page then forms no sequence.
 */
export function addendaPageFacts({ addenda }: Pick<AddendaStatusReading, 'addenda'>): PageFacts {
  const numbers = addenda.map(({ addendaSequenceNumber: text }) =>
    text !== null && sequenceNumber.test(text.trim()) ? Number(text) : null,
  )
  const known = numbers.filter((one) => one !== null)
  const isSequence = known.length > 0 && new Set(known).size === known.length
  const next = isSequence ? String(Math.max(...known) + 1) : ''
  return {
    rows: addenda.length,
    total: null,
    last: null,
    nextStart: sequenceNumber.test(next) ? next : null,
    ...(isSequence && identified(numbers.map((one) => (one === null ? null : String(one))))),
  }
}
