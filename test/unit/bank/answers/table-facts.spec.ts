import { describe, expect, it } from 'vitest'
import { inferTable } from '../../../../main/bank/answers/inferred-table.ts'
import { createReports } from '../../../../main/bank/apis/reports.ts'
import { participantFacts, reportFacts } from '../../../../main/bank/answers/table-facts.ts'
import { listReportRows } from '../../../../main/bank/apis/list-pages.ts'
import { closeBanksAfterEach, openBank } from '../support/open-bank.ts'
import { json } from '../support/real-bank.ts'

closeBanksAfterEach()
const facts = (body: unknown) => reportFacts(inferTable(body))

describe('facts about its list in an answer that is not documented', () => {
  it('bank note 47: are read under every name that the documents have for them, wherever they are', () => {
    const rows = [{ a: '1' }, { a: '2' }]
    expect(facts({ totalRows: '9', retrivedRows: '2', rows })).toMatchObject({
      rows: 2,
      total: 9,
      retrieved: 2,
    })
    const page = { totalRecords: '9', lastPage: 'false', pageSize: '2' }
    expect(facts({ rows, metadata: { page } })).toMatchObject({ total: 9, last: false, perPage: 2 })
  })

  it('are none where two places differ, or where they are in a row', () => {
    expect(facts({ totalRows: '9', held: { totalRecords: '8' }, rows: [{}] }).total).toBeNull()
    expect(facts({ rows: [{ totalRows: '9' }] })).toMatchObject({ rows: 1, total: null })
  })

  it('bank note 76: are not taken for rows of another kind than the bank counts', () => {
    const accounts = [{ transactions: [{ a: '1' }, { a: '2' }] }, { transactions: [{ a: '3' }] }]
    expect(facts({ totalRows: '300', retrievedRows: '3', accounts })).toEqual({
      rows: 2,
      total: null,
      last: true,
      retrieved: 3,
    })
  })

  it('bank note 75: recognise a participant whatever the order of its columns', () => {
    const [one] = participantFacts(inferTable([{ name: 'Elm', aba: '1' }])).identities ?? []
    const [same] = participantFacts(inferTable([{ aba: '1', name: 'Elm' }])).identities ?? []
    const [other] = participantFacts(inferTable([{ aba: '2', name: 'Elm' }])).identities ?? []
    expect(one).toBe(same)
    expect(one).not.toBe(other)
  })
})

describe('a report for which the bank states nothing but its rows', () => {
  const paged = async (body: string, answer: unknown) => {
    const bank = await openBank()
    bank.reply = (_, response) => json(response, 200, answer)
    const api = createReports({ client: bank.client, partnerClientId: () => null })
    const clock = { monotonicMs: () => 0 }
    const pagesRead = listReportRows(
      api,
      { report: 'intraday', body },
      { clock, callOptions: 'ann' },
    )
    let step = await pagesRead.next()
    while (!step.done) step = await pagesRead.next()
    return { end: step.value, bodies: bank.calls.map((call) => call.body) }
  }

  it('bank note 76: is queried once where the operator pages, and is not called complete', async () => {
    const body = '{"startRowIndex":"11"}'
    const { end, bodies } = await paged(body, { rows: [{ a: '1' }] })
    expect(bodies).toEqual([body])
    expect(end).toMatchObject({ kind: 'truncated', why: 'paged-by-operator', got: 1 })
  })

  it.each(['1', '3'])(
    'bank note 76: is not called complete where the bank counts %s rows and two were recognised',
    async (retrievedRows) => {
      const accounts = [{ a: '1' }, { a: '2' }]
      const { end, bodies } = await paged('{}', { totalRows: '300', retrievedRows, accounts })
      expect(bodies).toHaveLength(1)
      expect(end).toMatchObject({ kind: 'truncated', why: 'counts-differ', got: 2 })
    },
  )
})
