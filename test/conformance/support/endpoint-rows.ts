/**
 * One row for each endpoint: the real call, and its expected result. A new endpoint without a row
 * does not compile.
 */
import { expect } from 'vitest'
import type { EndpointId } from '../../../preload/contract/bank/endpoints.ts'
import type { SecCode } from '../../../preload/contract/bank/ach-origination/batch.ts'
import { firstRows } from '../../../preload/contract/bank/ach-inquiry/index.ts'
import type { HealthAnswer } from '../../../preload/contract/api/workstation-state.ts'
import type { PracticeDesk } from './practice-desk.ts'
import { initiated, listedToday, originated, readingOf } from './sent.ts'
import { rowsOf, walkReport } from './walks.ts'
import { asRtp, listable, margaret, operating, paymentOf } from './samples.ts'

/** The values used in the path of a call. */
export interface Asked {
  readonly segments?: Readonly<Record<string, string>>
  readonly query?: string
}
type Row = (desk: PracticeDesk) => Promise<Asked | undefined>

const who = 'ann'

const health =
  (ask: (desk: PracticeDesk) => Promise<HealthAnswer>): Row =>
  async (desk) => {
    const { status, failure, fields } = await ask(desk)
    expect({ status, failure }).toEqual({ status: 200, failure: null })
    const said = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
    expect(said).toMatchObject({ Status: 'SUCCESS', Source: 'Roundtrip', ClientIp: '127.0.0.1' })
    return undefined
  }

const originates =
  (secCode: SecCode): Row =>
  async (desk) => {
    const { batch, body, reading } = await originated(desk, secCode)
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
    expect((await desk.control.ledger()).batches).toEqual([{ uuid: batch.uuid, count: 1 }])
    expect(desk.latest(`originate-${secCode.toLowerCase()}`).requestBody).toBe(body)
    return undefined
  }

const lastYear = (desk: PracticeDesk) => ({
  accountNumbers: listable,
  fromDate: desk.daysLater(-190),
  toDate: desk.daysLater(1),
})

/** The rows. */
export const endpointRows = {
  token: async (desk) => {
    expect(await desk.client.prove()).toMatchObject({ kind: 'token', lifetimeMs: 86_399_000 })
    expect(desk.client.tokenAnswer()).toMatchObject({ status: 200 })
    expect(desk.client.tokenAnswer()?.products).toContain('ACH Origination')
    return { query: '?scope=rs-read' }
  },
  'health-account-validation': health((desk) => desk.validation.health(who)),
  'health-ach-inquiry': health(async (desk) => {
    const { checkHealth } = await import('../../../main/bank/health-check.ts')
    return checkHealth(desk.client, 'ach-inquiry', who)
  }),
  'health-payments': health((desk) => desk.payments.health(who)),
  'account-validation': async (desk) => {
    const { answer } = await desk.validation.verify(margaret, who)
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
    expect(desk.latest('account-validation').requestBody).not.toContain('987654321')
    return undefined
  },
  'ach-detail': async (desk) => {
    const { batch, reading } = await originated(desk, 'CTX')
    const { transactions } = await listedToday(desk)
    const listed = transactions.find(
      ({ traceNumber }) => traceNumber === reading.details[0]?.traceNumber,
    )
    const parNumber = listed?.parNumber ?? ''
    const detail = readingOf((await desk.inquiry.detail(parNumber, who)).answer)
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
  'ach-list': async (desk) => {
    const { reading } = await originated(desk, 'PPD')
    const { transactions, metadata } = await listedToday(desk)
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
  'ach-returns': async (desk) => {
    const asked = await desk.inquiry.returns(
      { ...lastYear(desk), detailsFlag: 'Y' },
      firstRows,
      who,
    )
    const { transactions, responseHeader } = readingOf(asked.answer)
    expect(responseHeader?.status).toBe('accepted')
    expect(transactions.length).toBeGreaterThan(5)
    expect(asked.paging).toMatchObject({ rows: transactions.length, total: transactions.length })
    for (const one of transactions) {
      expect(one.returnReasonCode).toMatch(/^R\d\d$/)
      expect(one.originalParNumber).not.toBeNull()
      expect(one.other).toEqual([])
    }
    return undefined
  },
  'ach-collected': async (desk) => {
    const request = { ...lastYear(desk), addendaFlag: 'Y', detailsFlag: 'Y' } as const
    const asked = await desk.inquiry.collected(request, firstRows, who)
    const { transactions } = readingOf(asked.answer)
    expect(transactions.length).toBeGreaterThan(100)
    expect(asked.paging).toMatchObject({
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
  'ach-posted': async (desk) => {
    const asked = await desk.inquiry.posted(lastYear(desk), firstRows, who)
    const { transactions } = readingOf(asked.answer)
    expect(transactions.length).toBeGreaterThan(100)
    for (const one of transactions) {
      expect(one).toMatchObject({ baiCode: expect.stringMatching(/^\d{3}$/) as string, other: [] })
    }
    return undefined
  },
  'ach-status': async (desk) => {
    const { batch, reading } = await originated(desk, 'CCD')
    const traceNumbers = reading.details.map(({ traceNumber }) => traceNumber ?? '')
    const request = { by: 'trace' as const, accountNumbers: [operating], traceNumbers }
    const { statuses } = readingOf((await desk.inquiry.status(request, who)).answer)
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
  'ach-addenda-status': async (desk) => {
    const { batch, reading } = await originated(desk, 'CTX')
    const request = { uuid: batch.uuid, pageSize: '1000', startAddendaSequenceNumber: '1' }
    const told = readingOf((await desk.origination.addendaStatus(request, who)).answer)
    expect(told).toMatchObject({
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
  'payment-initiate': async (desk) => {
    const { payment, body, reading, transactionId } = await initiated(desk)
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
    expect(desk.latest('payment-initiate').requestBody).toBe(body)
    expect((await desk.control.ledger()).payments).toEqual([
      { debitAccount: operating, requestReference: payment.requestReference, count: 1 },
    ])
    return undefined
  },
  'payment-validate': async (desk) => {
    const { payment, body } = paymentOf(desk, asRtp)
    const reading = readingOf((await desk.payments.validate(body, who)).answer)
    const { requestReference } = payment
    expect(reading).toMatchObject({
      requestReference,
      status: null,
      transactionId: null,
      other: [],
    })
    expect((await desk.control.ledger()).payments).toEqual([])
    return undefined
  },
  'payment-status': async (desk) => {
    const { payment, transactionId } = await initiated(desk, asRtp)
    desk.clock.pass(10_000)
    const { answer } = await desk.payments.statusByTransactionId(transactionId, who)
    expect(readingOf(answer)).toMatchObject({
      status: 'COMPLETED',
      transactionId,
      requestReference: payment.requestReference,
      other: [],
    })
    return { segments: { transactionId } }
  },
  'payment-status-by-reference': async (desk) => {
    const { payment, transactionId } = await initiated(desk, {
      debitParty: { accountNumber: '0072004500' },
    })
    const { requestReference: reference } = payment
    const { answer } = await desk.payments.statusByReference('0072004500', reference, who)
    expect(readingOf(answer)).toMatchObject({ status: 'IN_PROCESS', transactionId })
    return { segments: { debitAccount: '0072004500', reference } }
  },
  'rtp-participants': async (desk) => {
    const { answer } = await desk.payments.participants({ limit: 40, offset: 20 }, who)
    const rows = rowsOf(readingOf(answer))
    expect(rows).toHaveLength(40)
    for (const row of rows) expect(row['routingNumber']).toMatch(/^55\d{7}$/)
    return { query: '?limit=40&offset=20' }
  },
  'wire-inquiry': async (desk) => {
    const { transactionId, payment } = await initiated(desk)
    const { answer } = await desk.reports.ask({ report: 'wire-inquiry', body: '{}' }, who)
    const found = rowsOf(readingOf(answer)).find((row) => row['transactionId'] === transactionId)
    const { requestReference } = payment
    expect(found).toMatchObject({ requestReference, amount: '12500.00', baiCode: '495' })
    return undefined
  },
  'rtp-inquiry': async (desk) => {
    const { transactionId } = await initiated(desk, asRtp)
    const { rows, end } = await walkReport(desk, 'rtp-inquiry')
    expect(end.kind).toBe('complete')
    expect(rows.length).toBeGreaterThan(1_000)
    expect(rows.find((row) => row['transactionId'] === transactionId)).toMatchObject({
      debitAccountNumber: operating,
      baiCode: '458',
    })
    return undefined
  },
  'previous-day': async (desk) => {
    const body = JSON.stringify({ fromDate: desk.daysLater(-30), toDate: desk.daysLater(-1) })
    const { answer, sent } = await desk.reports.ask({ report: 'previous-day', body }, who)
    const rows = rowsOf(readingOf(answer))
    expect(rows.length).toBeGreaterThan(20)
    expect(sent.text).toBe(body)
    return undefined
  },
  intraday: async (desk) => {
    const { transactionId } = await initiated(desk)
    desk.clock.pass(120_000)
    const request = {
      report: 'intraday',
      body: '{}',
      startRowIndex: 1,
      endRowIndex: 1_000,
    } as const
    const rows = rowsOf(readingOf((await desk.reports.ask(request, who)).answer))
    expect(JSON.stringify(rows)).toContain(transactionId)
    return undefined
  },
} as const satisfies Record<EndpointId, Row>
