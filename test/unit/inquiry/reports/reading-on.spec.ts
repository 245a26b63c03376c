/** Where a report continues, derived from its pages alone. */
import { expect, it } from 'vitest'
import { inferTable } from '../../../../main/bank/answers/inferred-table.ts'
import { stateAfter, type PageRead } from '../../../../main/inquiry/reports/reading-on.ts'

it('fetches a numbered page again that came without its rows', () => {
  const read = (first: number, body: unknown): PageRead => ({
    page: { at: '', callId: null, outcome: 'answered', rows: 0, first, second: 2 },
    table: inferTable(body),
  })
  const question = { report: 'rtp-inquiry', first: 1, second: 2 } as const
  const reads = [
    read(1, { totalRecords: '4', rows: [{ a: '1' }, { a: '2' }] }),
    read(2, { totalRecords: '4', rows: [] }),
  ]
  expect(stateAfter(question, 'workstation', reads)).toEqual({
    total: 4,
    more: true,
    next: { first: 2, second: 2 },
  })
})
