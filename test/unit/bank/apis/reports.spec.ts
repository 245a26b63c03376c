import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reportBody } from '../../../../main/bank/apis/reports-body.ts'
import { createReports } from '../../../../main/bank/apis/reports.ts'
import type { RowNumberPlace } from '../../../../preload/contract/api/profiles/profile-details.ts'
import { reportRequest } from '../../../../preload/contract/bank/reports/report-request.ts'
import { closeBanksAfterEach, openBank } from '../support/open-bank.ts'
import { json } from '../support/real-bank.ts'

const partnerId = 'PARTNER0123456789PARTNER01234567'
closeBanksAfterEach()
const open = async (
  partnerClientId: string | null = partnerId,
  rowNumbers: RowNumberPlace = 'body',
) => {
  const bank = await openBank()
  const of = { client: bank.client, partnerClientId: () => partnerClientId, rowNumbers }
  return { bank, api: createReports(of) }
}
const bodyOf = (input: unknown) => reportBody(reportRequest.parse(input))

describe('bank note 45: where the paging values go', () => {
  it('puts them before the operator\u2019s own members, as text, and changes no other byte', () => {
    const rows = { report: 'intraday', startRowIndex: 1, endRowIndex: 200 }
    expect(bodyOf({ ...rows, body: ' { "account" : 00.1e1 }'.replace('00.1', '0.1') })).toEqual({
      text: ' {"startRowIndex":"1","endRowIndex":"200", "account" : 0.1e1 }',
      pagedBy: 'workstation',
    })
    expect(bodyOf({ ...rows, body: '{\n}' }).text).toBe(
      '{"startRowIndex":"1","endRowIndex":"200"\n}',
    )
    expect(bodyOf({ report: 'rtp-inquiry', body: '{}', pageNumber: 3, pageSize: 50 }).text).toBe(
      '{"pageNumber":"3","pageSize":"50"}',
    )
  })

  it('does not add paging to a body that names its rows itself, wherever it does', () => {
    for (const body of [
      '{"endRowIndex":7}',
      '{"getWires":{"startRowIndex":"1"}}',
      '{"a":[{"pageSize":5}]}',
    ]) {
      const request = { report: 'wire-inquiry', body, startRowIndex: 11, endRowIndex: 20 }
      expect(bodyOf(request)).toEqual({ text: body, pagedBy: 'operator' })
    }
  })

  it('puts row numbers into the query where the profile says so, and pages never', async () => {
    const { bank, api } = await open(partnerId, 'query')
    bank.reply = (_, response) => json(response, 200, {})
    const rows = { report: 'wire-inquiry', startRowIndex: 201, endRowIndex: 400 } as const
    const { sent } = await api.request({ ...rows, body: '{"a":1}' }, 'ann')
    expect(sent).toMatchObject({ text: '{"a":1}', pagedBy: 'workstation' })
    expect(bank.calls[0]?.path).toMatch(/\?startRowIndex=201&endRowIndex=400$/)
    const pages = { report: 'rtp-inquiry', body: '{}', pageNumber: 3, pageSize: 50 } as const
    await api.request(pages, 'ann')
    expect(bank.calls[1]?.body).toBe('{"pageNumber":"3","pageSize":"50"}')
    expect(bank.calls[1]?.path).not.toContain('?')
  })

  it('sends no paging value that was not given', () => {
    expect(bodyOf({ report: 'previous-day', body: '{"a":1}' })).toEqual({
      text: '{"a":1}',
      pagedBy: 'nobody',
    })
    expect(bodyOf({ report: 'previous-day', body: '{"a":1}', startRowIndex: 5 }).text).toBe(
      '{"startRowIndex":"5","a":1}',
    )
  })

  it('keeps any object that the operator wrote beside them', () => {
    const written = fc
      .dictionary(fc.string(), fc.jsonValue())
      .map((object) => JSON.stringify(object, null, 1))
    fc.assert(
      fc.property(written, (body) => {
        const { text } = bodyOf({ report: 'intraday', body, startRowIndex: 1, endRowIndex: 9 })
        const { startRowIndex, endRowIndex, ...own } = JSON.parse(text) as Record<string, unknown>
        expect([startRowIndex, endRowIndex]).toEqual(['1', '9'])
        expect(JSON.stringify(own)).toBe(JSON.stringify(JSON.parse(body)))
        expect(text.endsWith(body.slice(1))).toBe(true)
      }),
      { numRuns: 150 },
    )
  })
})

describe('reports over the wire', () => {
  it('bank note 11: sends PartnerClientId with wire and RTP inquiry and with no report of accounts', async () => {
    const { bank, api } = await open()
    for (const report of ['wire-inquiry', 'rtp-inquiry', 'previous-day', 'intraday'] as const) {
      await api.request({ report, body: '{"a":1}' }, 'ann')
    }
    const sent = bank.calls.map(({ path, headers }) => [path, headers['partnerclientid']])
    expect(sent).toEqual([
      ['/wireInquiry/v1/transactions/details', partnerId],
      ['/rtp/v1/transactions/list', partnerId],
      ['/ddaReports/accounts/v1/transactions/list', undefined],
      ['/ddaReports/accounts/v1/transactions/intraday/list', undefined],
    ])
    expect(bank.calls.every(({ body, method }) => method === 'POST' && body === '{"a":1}')).toBe(
      true,
    )
  })

  it('bank note 11: needs PartnerClientId for the inquiries alone', async () => {
    const { bank, api } = await open(null)
    for (const report of ['wire-inquiry', 'rtp-inquiry'] as const) {
      await expect(api.request({ report, body: '{}' }, 'ann')).rejects.toThrow(RangeError)
    }
    expect(bank.received).toEqual([])
    const { answer } = await api.request({ report: 'intraday', body: '{}' }, 'ann')
    expect(answer.kind).toBe('answered')
  })

  it('bank note 76: shows any JSON answer, digit by digit, and the request that was sent for it', async () => {
    const { bank, api } = await open()
    bank.reply = (_, response) => {
      response
        .writeHead(200)
        .end('{"totalRows":2,"txns":[{"amt":10.00},{"amt":90071992547409931}]}')
    }
    const body = '{ "accountNumber": "0072" }'
    const queried = await api.request(
      { report: 'previous-day', body, startRowIndex: 1, endRowIndex: 2 },
      'ann',
    )
    expect(queried).toMatchObject({
      answer: {
        kind: 'answered',
        reading: {
          path: 'txns',
          columns: ['amt'],
          rows: [['10.00'], ['90071992547409931']],
          other: [{ path: 'totalRows', value: '2' }],
        },
      },
      sent: { pagedBy: 'workstation' },
      callId: bank.records.at(-1)?.id,
    })
    expect(bank.calls[0]?.body).toBe(queried.sent.text)
    expect(bank.records.at(-1)?.purpose).toBe('previous-day')
  })

  it('takes no list in a refusal for rows', async () => {
    const { bank, api } = await open()
    bank.reply = (_, response) =>
      json(response, 400, { ErrorMessage: 'no', details: [{ field: 'fromDate' }] })
    const { answer } = await api.request({ report: 'intraday', body: '{}' }, 'ann')
    expect(answer).toMatchObject({
      kind: 'refused',
      problem: 'request-invalid',
      reading: { path: null, rows: [] },
    })
    expect(JSON.stringify(answer)).toContain('details[0].field')
  })
})
