import { beforeEach, describe, expect, it } from 'vitest'
import { createAchInquiry, type AchInquiryApi } from '../../../../main/bank/apis/ach-inquiry.ts'
import type { RowNumberPlace } from '../../../../preload/contract/api/profiles/profile-details.ts'
import {
  achCollectedRequest,
  achListRequest,
  achPostedRequest,
  achReturnsRequest,
  achStatusRequest,
  firstRows,
} from '../../../../preload/contract/bank/ach-inquiry/index.ts'
import { closeBanksAfterEach, openBank } from '../support/open-bank.ts'
import { json, type RealBank } from '../support/real-bank.ts'

const today = '2026-06-15'
const page = { pageNumber: 1, pageSize: 100 }
const list = achListRequest(today).parse({ accountNumber: '12345678' })
const search = { accountNumbers: ['12345678'], fromDate: '2026-05-01', toDate: '2026-06-01' }
const returns = achReturnsRequest(today).parse({ ...search, detailsFlag: 'Y' })
const wrapper = 'getACHReturnTransactionsResponse'
const warning = { errorCode: 'ECA-W-001', errorDescription: 'Request processed with warnings' }
const noMatch = {
  metadata: {
    messages: [{ code: '001', message: 'No matching transactions' }],
    page: { pageNumber: 1, pageSize: 100, totalPages: 0, totalRecords: 0, lastPage: true },
  },
}

let bank: RealBank
let api: AchInquiryApi
const openInquiry = (rowNumbers: RowNumberPlace) =>
  createAchInquiry({ client: bank.client, today: () => today, rowNumbers })
closeBanksAfterEach()
beforeEach(async () => {
  bank = await openBank()
  api = openInquiry('body')
})
const answers = (status: number, body: unknown): void => {
  bank.reply = (_, response) => json(response, status, body)
}

describe('ACH inquiry over the wire', () => {
  it('bank note 41: calls each path in its own case, and records it by its name', async () => {
    const status = achStatusRequest.parse({ by: 'par', accountNumbers: ['1'], parNumbers: ['P'] })
    const flags = { addendaFlag: 'N', detailsFlag: 'N' }
    await api.detail('P/1', 'ann')
    await api.list(list, page, 'ann')
    await api.returns(returns, firstRows, 'ann')
    await api.collected(achCollectedRequest(today).parse({ ...search, ...flags }), firstRows, 'ann')
    await api.posted(achPostedRequest(today).parse(search), firstRows, 'ann')
    await api.status(status, 'ann')
    const under = '/accounts/transactions/v1'
    expect(bank.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET ${under}/ach/detail/P%2F1`,
      `POST ${under}/ach/list`,
      `POST ${under}/returnACHtransactions/list`,
      `POST ${under}/collectedACHtransactions/list`,
      `POST ${under}/postedACHtransactions/list`,
      `POST ${under}/ACHStatusInquiry/list`,
    ])
    expect(bank.records.slice(1).map(({ purpose }) => purpose)).toEqual([
      'ach-detail',
      'ach-list',
      'ach-returns',
      'ach-collected',
      'ach-posted',
      'ach-status',
    ])
    expect(bank.calls.some(({ headers }) => 'partnerclientid' in headers)).toBe(false)
  })

  it('bank note 45: sends rows in the query where that is set', async () => {
    api = openInquiry('query')
    await api.returns(returns, firstRows, 'ann')
    expect(bank.calls[0]?.path).toMatch(/list\?startRowIndex=1&endRowIndex=1000$/)
    expect(bank.calls[0]?.body).not.toContain('RowIndex')
  })

  it('refuses a request that breaks a rule before anything is sent', async () => {
    const old = { ...list, fromDate: '2025-01-01' }
    await expect(api.list(old, page, 'ann')).rejects.toThrow(/^fromDate: .*180 days/)
    const wide = { startRowIndex: 1, endRowIndex: 1001 }
    await expect(api.returns(returns, wide, 'ann')).rejects.toThrow(/^endRowIndex/)
    await expect(api.detail('', 'ann')).rejects.toThrow(RangeError)
    expect(bank.received).toHaveLength(0)
  })

  it('bank note 21: 400 with code 001 and no records is nothing found, with its page and message', async () => {
    answers(400, noMatch)
    const queried = await api.list(list, page, 'ann')
    expect(queried.answer).toMatchObject({
      kind: 'nothing-found',
      messages: [{ code: '001', text: 'No matching transactions' }],
      reading: { transactions: [], metadata: { page: { totalRows: '0' } } },
    })
    expect(queried.paging).toMatchObject({ rows: 0, total: 0, last: true })
    expect(queried.raw).toContain('"001"')
    expect(queried.callId).toBe(bank.records.at(-1)?.id)
  })

  it('bank note 21: the message alone or no records alone means the same', async () => {
    answers(400, { metadata: { messages: [{ code: '001' }] } })
    expect((await api.list(list, page, 'ann')).answer.kind).toBe('nothing-found')
    answers(400, { ServiceError: { metadata: { page: { totalRecords: '0' } } } })
    expect((await api.list(list, page, 'ann')).answer.kind).toBe('nothing-found')
  })

  it('bank notes 20 and 21: 400 with ECA-W-001, with 099 or with records is a refusal', async () => {
    const refusals = [
      { ServiceError: { businessFault: [warning] } },
      { ...noMatch, ServiceError: { businessFault: [warning] } },
      { ...noMatch, errorResponse: { systemFault: [{ errorCode: '12' }] } },
      { metadata: { ...noMatch.metadata, messages: [{ code: '099', message: 'Match' }] } },
      { metadata: { ...noMatch.metadata, page: { totalRecords: 4 } } },
      { metadata: { messages: [{ code: 'ECA-W-001' }], page: { totalRecords: 0 } } },
      { metadata: { messages: [{ code: '002', message: 'Bad' }], page: { totalRecords: 0 } } },
      { metadata: { messages: [{ message: 'Bad account' }], page: { totalRecords: 0 } } },
      { metadata: { messages: [{ code: '001' }, { code: '003' }] } },
      { ...noMatch, ErrorMessage: 'Invalid request' },
      { ...noMatch, transactions: [{ parNumber: 'P1' }] },
    ]
    for (const body of refusals) {
      answers(400, body)
      const { answer } = await api.list(list, page, 'ann')
      expect(answer, JSON.stringify(body)).toMatchObject({
        kind: 'refused',
        problem: 'request-invalid',
      })
    }
  })

  it('bank note 21: 099 on a success is stored with the rows and is no warning', async () => {
    const messages = [
      { code: '099', message: 'Results match' },
      { code: '120', message: 'Some rows are late' },
    ]
    answers(200, { transactions: [{ parNumber: 'P1' }], metadata: { messages } })
    const { answer } = await api.list(list, page, 'ann')
    expect(answer).toMatchObject({
      kind: 'answered',
      warnings: [{ code: '120', text: 'Some rows are late' }],
      reading: { metadata: { messages } },
    })
  })

  it('reads an empty list as an answer, and a body without one as not understood', async () => {
    answers(200, { transactions: [] })
    expect(await api.list(list, page, 'ann')).toMatchObject({
      answer: { kind: 'answered' },
      paging: { rows: 0, total: null },
    })
    answers(200, { hello: 'world' })
    expect(await api.list(list, page, 'ann')).toMatchObject({
      answer: { kind: 'not-understood', why: 'not-listed' },
      paging: null,
    })
  })

  it('bank note 20: 299 with ECA-W-001 is answered with warnings, wherever the fault is', async () => {
    const row = { returnTransactionParNumber: 'P1' }
    const bodies = [
      { [wrapper]: { ACHReturnTransaction: [row], errorResponse: { businessFault: [warning] } } },
      { [wrapper]: { ACHReturnTransaction: [row] }, errorResponse: { businessFault: [warning] } },
      { ACHReturnTransaction: [row], ServiceError: { businessFault: [warning] } },
    ]
    for (const body of bodies) {
      answers(299, body)
      const { answer } = await api.returns(returns, firstRows, 'ann')
      expect(answer).toMatchObject({
        kind: 'answered',
        reading: { transactions: [{ parNumber: 'P1' }] },
      })
      const warnings = answer.kind === 'answered' ? answer.warnings : []
      expect(warnings).toEqual([{ code: 'ECA-W-001', text: warning.errorDescription }])
    }
  })

  it('bank note 22: 200 with status failure or with faults is a failure in a success', async () => {
    const bodies = [
      { [wrapper]: { responseHeader: { status: 'failure', statusDescription: 'No' } } },
      {
        [wrapper]: {
          responseHeader: { status: 'accepted' },
          errorResponse: { systemFault: [warning] },
        },
      },
      { responseHeader: { status: 'Failure' } },
    ]
    for (const body of bodies) {
      answers(200, body)
      const { answer } = await api.returns(returns, firstRows, 'ann')
      expect(answer).toMatchObject({
        kind: 'refused',
        problem: 'failed-in-success',
        reading: { responseHeader: {} },
      })
    }
    const empty = { responseHeader: { status: 'accepted' }, errorResponse: { businessFault: [] } }
    answers(200, { [wrapper]: empty })
    expect((await api.returns(returns, firstRows, 'ann')).answer.kind).toBe('answered')
  })

  it('bank note 47: reports how many rows came, how many the bank counted and how many there are', async () => {
    const rows = [{ returnTransactionParNumber: 'P1' }, { returnTransactionParNumber: 'P2' }]
    const header = { status: 'accepted', retrivedRows: '2', totalRows: '1500' }
    answers(200, { [wrapper]: { responseHeader: header, ACHReturnTransaction: rows }, note: 'x' })
    const queried = await api.returns(returns, firstRows, 'ann')
    expect(queried.paging).toEqual({
      rows: 2,
      retrieved: 2,
      total: 1500,
      last: null,
      identities: ['P1', 'P2'],
    })
    expect(queried.answer).toMatchObject({ reading: { other: [{ path: 'note', value: 'x' }] } })
  })

  it('bank note 44: a refusal by ECA-W-002 keeps its code, so that the dates can be narrowed', async () => {
    const fault = { errorCode: 'ECA-W-002', errorDescription: 'Range greater than 1000' }
    answers(400, { [wrapper]: { errorResponse: { businessFault: [fault] } } })
    const beyond = { startRowIndex: 1001, endRowIndex: 2000 }
    const { answer } = await api.returns(returns, beyond, 'ann')
    expect(answer).toMatchObject({
      kind: 'refused',
      messages: [{ code: 'ECA-W-002', text: 'Range greater than 1000' }],
    })
  })

  it('bank notes 50 and 57: reads statuses in any wrapper, POSTED and without a customer id', async () => {
    const inquiry = achStatusRequest.parse({ by: 'par', accountNumbers: ['1'], parNumbers: ['P'] })
    const element = { ACHStatus: 'POSTED', ACHPostedTransaction: { transactionParNumber: 'P' } }
    const wrapped = { responseHeader: { totalRows: 1 }, ACHTransactionStatus: [element] }
    for (const body of [wrapped, { anyResponse: wrapped }]) {
      answers(200, body)
      const queried = await api.status(inquiry, 'ann')
      expect(queried).toMatchObject({
        answer: {
          kind: 'answered',
          reading: { statuses: [{ achStatus: 'POSTED', posted: { parNumber: 'P' } }] },
        },
        paging: { rows: 1, total: 1 },
      })
    }
  })

  it('bank note 54: the detail brings the changes that an alert only counts', async () => {
    answers(200, { parNumber: 'P1', notificationOfChange: [{ changeCode: 'C01' }] })
    expect((await api.detail('P1', 'ann')).answer).toMatchObject({
      kind: 'answered',
      reading: { notificationOfChange: [{ changeCode: 'C01' }] },
    })
  })
})
