/**
 * One row for each endpoint: the real call, and its expected result. A new endpoint without a row
 * does not compile.
 */
import { expect } from 'vitest'
import type { EndpointId } from '../../../preload/contract/bank/endpoints.ts'
import type { SecCode } from '../../../preload/contract/bank/ach-origination/batch.ts'
import { firstRows } from '../../../preload/contract/bank/ach-inquiry/index.ts'
import type { HealthAnswer } from '../../../preload/contract/api/workstation-state.ts'
import type { PracticeApis } from './practice-apis.ts'
import { initiated, listedToday, originated, readingOf } from './sent.ts'
import { rowsOf, pageReport } from './pagination.ts'
import { asRtp, listable, margaret, operating, paymentOf } from './samples.ts'

/** The values used in the path of a call. */
export interface Requested {
  readonly segments?: Readonly<Record<string, string>>
  readonly query?: string
}
type Row = (apis: PracticeApis) => Promise<Requested | undefined>

const who = 'ann'

const health =
  (send: (apis: PracticeApis) => Promise<HealthAnswer>): Row =>
  async (apis) => {
    const { status, failure, fields } = await send(apis)
    expect({ status, failure }).toEqual({ status: 200, failure: null })
    const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
    expect(values).toMatchObject({ Status: 'SUCCESS', Source: 'Roundtrip', ClientIp: '127.0.0.1' })
    return undefined
  }

const originates =
  (secCode: SecCode): Row =>
  async (apis) => {
    const { batch, body, reading } = await originated(apis, secCode)
    expect(reading).toMatchObject({
      uuid: batch.uuid,
      status: 'accepted',
      errorMessages: [],
      other: [],
    })
    expect(reading.details.map(({ uuid, status }) => ({ uuid, status }))).toEqual(
      batch.details.map(({ uuid }) => ({ uuid, status: 'accepted' })),
    )
    for (const { traceNumber } of reading.details) expect(traceNumber).toMatch(/^\d{15}$/)
    expect((await apis.control.ledger()).batches).toEqual([{ uuid: batch.uuid, count: 1 }])
    expect(apis.latest(`originate-${secCode.toLowerCase()}`).requestBody).toBe(body)
    return undefined
  }

const lastYear = (apis: PracticeApis) => ({
  accountNumbers: listable,
  fromDate: apis.daysLater(-190),
  toDate: apis.daysLater(1),
})

/** The rows. */
export const endpointRows = {
  token: async (apis) => {
    expect(await apis.client.checkToken()).toMatchObject({ kind: 'token', lifetimeMs: 86_399_000 })
    expect(apis.client.tokenAnswer()).toMatchObject({ status: 200 })
    expect(apis.client.tokenAnswer()?.products).toContain('ACH Origination')
    return { query: '?scope=rs-read' }
  },
  'health-account-validation': health((apis) => apis.validation.health(who)),
  'health-ach-inquiry': health(async (apis) => {
    const { checkHealth } = await import('../../../main/bank/health-check.ts')
    return checkHealth(apis.client, 'ach-inquiry', who)
  }),
  'health-payments': health((apis) => apis.payments.health(who)),
  'account-validation': async (apis) => {
    const { answer } = await apis.validation.verify(margaret, who)
    expect(answer).toMatchObject({
      kind: 'answered',
      trace: { status: 200 },
      warnings: [],
      reading: {
        errorCode: '000',
        accountStatus: { code: '099', message: 'Open Valid' },
        conditionCode: '000',
        matches: { firstNameMatch: 'Y', lastNameMatch: 'Y', ssnMatch: 'C', dobMatch: 'Y' },
        accountNumber: margaret.accountNumber,
        userDefined: 'conformance',
        other: [],
      },
    })
    expect(apis.latest('account-validation').requestBody).not.toContain('987654321')
    return undefined
  },
  'ach-detail': async (apis) => {
    const { batch, reading } = await originated(apis, 'CTX')
    const { transactions } = await listedToday(apis)
    const listed = transactions.find(
      ({ traceNumber }) => traceNumber === reading.details[0]?.traceNumber,
    )
    const parNumber = listed?.parNumber ?? ''
    const detail = readingOf((await apis.inquiry.detail(parNumber, who)).answer)
    expect(detail).toMatchObject({
      parNumber,
      transactionStatus: 'COLLECTED',
      transactionAmount: '12345.07',
      customData: batch.uuid,
      secCode: 'CTX',
      originatingAccount: { accountNumber: operating },
      addendaCount: '2',
      other: [],
    })
    expect(detail.addenda.map(({ paymentRelatedInformation: text }) => text)).toEqual(
      batch.details[0]?.addenda,
    )
    return { segments: { parNumber } }
  },
  'ach-list': async (apis) => {
    const { reading } = await originated(apis, 'PPD')
    const { transactions, metadata } = await listedToday(apis)
    expect(transactions.map(({ traceNumber }) => traceNumber)).toEqual(
      reading.details.map(({ traceNumber }) => traceNumber),
    )
    expect(transactions.map(({ transactionAmount }) => transactionAmount)).toEqual([
      '12345.07',
      '0.29',
    ])
    expect(metadata).toMatchObject({
      messages: [{ code: '099' }],
      page: { pageNumber: '1', totalRows: '2', lastPage: 'true' },
    })
    return undefined
  },
  'ach-returns': async (apis) => {
    const queried = await apis.inquiry.returns(
      { ...lastYear(apis), detailsFlag: 'Y' },
      firstRows,
      who,
    )
    const { transactions, responseHeader } = readingOf(queried.answer)
    expect(responseHeader?.status).toBe('accepted')
    expect(transactions.length).toBeGreaterThan(5)
    expect(queried.paging).toMatchObject({ rows: transactions.length, total: transactions.length })
    for (const one of transactions) {
      expect(one.returnReasonCode).toMatch(/^R\d\d$/)
      expect(one.originalParNumber).not.toBeNull()
      expect(one.other).toEqual([])
    }
    return undefined
  },
  'ach-collected': async (apis) => {
    const request = { ...lastYear(apis), addendaFlag: 'Y', detailsFlag: 'Y' } as const
    const queried = await apis.inquiry.collected(request, firstRows, who)
    const { transactions } = readingOf(queried.answer)
    expect(transactions.length).toBeGreaterThan(100)
    expect(queried.paging).toMatchObject({
      total: transactions.length,
      retrieved: transactions.length,
    })
    for (const { traceNumber, transactionAmount, other } of transactions) {
      expect(traceNumber).toMatch(/^\d{15}$/)
      expect(transactionAmount).toMatch(/^\d+\.\d\d$/)
      expect(other).toEqual([])
    }
    return undefined
  },
  'ach-posted': async (apis) => {
    const queried = await apis.inquiry.posted(lastYear(apis), firstRows, who)
    const { transactions } = readingOf(queried.answer)
    expect(transactions.length).toBeGreaterThan(100)
    for (const one of transactions) {
      expect(one).toMatchObject({ baiCode: expect.stringMatching(/^\d{3}$/) as string, other: [] })
    }
    return undefined
  },
  'ach-status': async (apis) => {
    const { batch, reading } = await originated(apis, 'CCD')
    const traceNumbers = reading.details.map(({ traceNumber }) => traceNumber ?? '')
    const request = { by: 'trace' as const, accountNumbers: [operating], traceNumbers }
    const { statuses } = readingOf((await apis.inquiry.status(request, who)).answer)
    expect(statuses).toMatchObject([
      { achStatus: 'COLLECTED', collected: { transactionAmount: '12345.07' }, posted: null },
      { achStatus: 'COLLECTED', collected: { transactionAmount: '0.29' }, returned: null },
    ])
    expect(batch.details).toHaveLength(2)
    return undefined
  },
  'originate-ccd': originates('CCD'),
  'originate-ctx': originates('CTX'),
  'originate-ppd': originates('PPD'),
  'ach-addenda-status': async (apis) => {
    const { batch, reading } = await originated(apis, 'CTX')
    const request = { uuid: batch.uuid, pageSize: '1000', startAddendaSequenceNumber: '1' }
    const reported = readingOf((await apis.origination.addendaStatus(request, who)).answer)
    expect(reported).toMatchObject({
      uuid: batch.uuid,
      status: 'accepted',
      traceNumber: reading.details[0]?.traceNumber,
      addenda: [
        {
          addendaTypeCode: '05',
          addendaSequenceNumber: '1',
          paymentRelatedInformation: 'RMR*IV*1',
        },
        {
          addendaTypeCode: '05',
          addendaSequenceNumber: '2',
          paymentRelatedInformation: 'RMR*IV*2',
        },
      ],
    })
    return undefined
  },
  'payment-initiate': async (apis) => {
    const { payment, body, reading, transactionId } = await initiated(apis)
    expect(reading).toMatchObject({
      status: 'IN_PROCESS',
      requestReference: payment.requestReference,
      sendersReference: transactionId,
      debitAccountNumber: operating,
      transferAmount: '12500',
      doddFrank: 'N',
      error: null,
      other: [],
    })
    expect(apis.latest('payment-initiate').requestBody).toBe(body)
    expect((await apis.control.ledger()).payments).toEqual([
      { debitAccount: operating, requestReference: payment.requestReference, count: 1 },
    ])
    return undefined
  },
  'payment-validate': async (apis) => {
    const { payment, body } = paymentOf(apis, asRtp)
    const reading = readingOf((await apis.payments.validate(body, who)).answer)
    const { requestReference } = payment
    expect(reading).toMatchObject({
      requestReference,
      status: null,
      transactionId: null,
      other: [],
    })
    expect((await apis.control.ledger()).payments).toEqual([])
    return undefined
  },
  'payment-status': async (apis) => {
    const { payment, transactionId } = await initiated(apis, asRtp)
    apis.clock.pass(10_000)
    const { answer } = await apis.payments.statusByTransactionId(transactionId, who)
    expect(readingOf(answer)).toMatchObject({
      status: 'COMPLETED',
      transactionId,
      requestReference: payment.requestReference,
      other: [],
    })
    return { segments: { transactionId } }
  },
  'payment-status-by-reference': async (apis) => {
    const { payment, transactionId } = await initiated(apis, {
      debitParty: { accountNumber: '0072004500' },
    })
    const { requestReference: reference } = payment
    const { answer } = await apis.payments.statusByReference('0072004500', reference, who)
    expect(readingOf(answer)).toMatchObject({ status: 'IN_PROCESS', transactionId })
    return { segments: { debitAccount: '0072004500', reference } }
  },
  'rtp-participants': async (apis) => {
    const { answer } = await apis.payments.participants({ limit: 40, offset: 20 }, who)
    const rows = rowsOf(readingOf(answer))
    expect(rows).toHaveLength(40)
    for (const row of rows) expect(row['routingNumber']).toMatch(/^55\d{7}$/)
    return { query: '?limit=40&offset=20' }
  },
  'wire-inquiry': async (apis) => {
    const { transactionId, payment } = await initiated(apis)
    const { answer } = await apis.reports.request({ report: 'wire-inquiry', body: '{}' }, who)
    const found = rowsOf(readingOf(answer)).find((row) => row['transactionId'] === transactionId)
    const { requestReference } = payment
    expect(found).toMatchObject({ requestReference, amount: '12500.00', baiCode: '495' })
    return undefined
  },
  'rtp-inquiry': async (apis) => {
    const { transactionId } = await initiated(apis, asRtp)
    const { rows, end } = await pageReport(apis, 'rtp-inquiry')
    expect(end.kind).toBe('complete')
    expect(rows.length).toBeGreaterThan(1_000)
    expect(rows.find((row) => row['transactionId'] === transactionId)).toMatchObject({
      debitAccountNumber: operating,
      baiCode: '458',
    })
    return undefined
  },
  'previous-day': async (apis) => {
    const body = JSON.stringify({ fromDate: apis.daysLater(-30), toDate: apis.daysLater(-1) })
    const { answer, sent } = await apis.reports.request({ report: 'previous-day', body }, who)
    const rows = rowsOf(readingOf(answer))
    expect(rows.length).toBeGreaterThan(20)
    expect(sent.text).toBe(body)
    return undefined
  },
  intraday: async (apis) => {
    const { transactionId } = await initiated(apis)
    apis.clock.pass(120_000)
    const request = {
      report: 'intraday',
      body: '{}',
      startRowIndex: 1,
      endRowIndex: 1_000,
    } as const
    const rows = rowsOf(readingOf((await apis.reports.request(request, who)).answer))
    expect(JSON.stringify(rows)).toContain(transactionId)
    return undefined
  },
} as const satisfies Record<EndpointId, Row>
