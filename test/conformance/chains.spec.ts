/** Data sent by one call is found by the others, to the last row and the last cent. */
import { describe, expect, it } from 'vitest'
import { withPracticeApis } from './support/practice-apis.ts'
import { initiated, listedToday, originated, readingOf } from './support/sent.ts'
import { asRtp, batchOf, newId, operating } from './support/samples.ts'
import { pageAddenda, pageParticipants, pageReport } from './support/pagination.ts'
import { plainEntry } from '../unit/preload/contract/bank/support/ach-batch.ts'

describe('a chain of calls', () => {
  it.each(['CCD', 'CTX', 'PPD'] as const)(
    'finds an originated %s batch in the list, in detail with its customData, and by its addenda',
    (secCode) =>
      withPracticeApis(async (apis) => {
        const { batch, reading } = await originated(apis, secCode)
        const { transactions } = await listedToday(apis)
        for (const [at, { traceNumber }] of reading.details.entries()) {
          const listed = transactions.filter((one) => one.traceNumber === traceNumber)
          expect(listed).toHaveLength(1)
          const detail = readingOf(
            (await apis.inquiry.detail(listed[0]?.parNumber ?? '', 'ann')).answer,
          )
          expect(detail).toMatchObject({ traceNumber, customData: batch.uuid, secCode })
          const { accountNumber, routingNumber } = batch.details[at] ?? {}
          expect(detail.receivingAccount).toMatchObject({ accountNumber, routingNumber })
          const uuid = batch.details[at]?.uuid ?? ''
          const reported = readingOf((await apis.origination.addendaStatus({ uuid }, 'ann')).answer)
          expect(reported).toMatchObject({ uuid, status: 'accepted', traceNumber })
          expect(reported.addenda.map((one) => one.paymentRelatedInformation)).toEqual(
            batch.details[at]?.addenda,
          )
        }
      }),
  )

  it('pages the addenda of a batch to the end by their sequence numbers', () =>
    withPracticeApis(async (apis) => {
      const addenda = Array.from({ length: 25 }, (_, at) => `RMR*IV*${String(at)}`)
      const { batch, body } = batchOf('CTX', apis, {
        details: [plainEntry(1, { uuid: newId(), addenda })],
      })
      await apis.origination.originate('CTX', body, 'ann')
      const { rows, end, pages } = await pageAddenda(apis, batch.uuid, 10)
      expect(rows.map((one) => one.paymentRelatedInformation)).toEqual(addenda)
      expect(end).toMatchObject({ kind: 'complete', got: 25 })
      expect(pages).toBe(3)
    }))

  it.each([
    ['wire', {}],
    ['RTP payment', asRtp],
  ])('finds an initiated %s by its id and by its reference, the same', (_, change) =>
    withPracticeApis(async (apis) => {
      const { payment, transactionId } = await initiated(apis, change)
      const byId = await apis.payments.statusByTransactionId(transactionId, 'ann')
      const byReference = await apis.payments.statusByReference(
        operating,
        payment.requestReference,
        'ann',
      )
      for (const { answer } of [byId, byReference]) {
        expect(readingOf(answer)).toMatchObject({
          transactionId,
          requestReference: payment.requestReference,
        })
      }
      apis.clock.pass(180_000)
      const later = await apis.payments.statusByTransactionId(transactionId, 'ann')
      expect(readingOf(later.answer)).toMatchObject({ status: 'COMPLETED' })
      expect(readingOf(later.answer).clearingSystemReference).not.toBeNull()
    }),
  )

  it('pages the RTP participants to the end, each once', () =>
    withPracticeApis(async (apis) => {
      const { rows, end, pages } = await pageParticipants(apis, 97)
      expect(end).toMatchObject({ kind: 'complete', repeated: 0 })
      expect(pages).toBeGreaterThan(3)
      expect(new Set(rows.map((row) => row['routingNumber'])).size).toBe(rows.length)
      expect(rows).toHaveLength(end.firstReportedTotal ?? 0)
    }))

  it('lists a wire, an RTP payment and a batch in the reports, the same to the cent', () =>
    withPracticeApis(async (apis) => {
      const wire = await initiated(apis, { transferAmount: 1_000_001 })
      const rtp = await initiated(apis, { ...asRtp, transferAmount: 29 })
      await originated(apis, 'PPD')
      apis.clock.pass(180_000)
      const wires = await pageReport(apis, 'wire-inquiry')
      const rtps = await pageReport(apis, 'rtp-inquiry')
      const intraday = await pageReport(apis, 'intraday')
      for (const { end } of [wires, rtps, intraday]) expect(end.kind).toBe('complete')
      const withId = (all: typeof wires.rows, id: string) =>
        all.filter((row) => Object.values(row).includes(id))
      expect(withId(wires.rows, wire.transactionId)).toMatchObject([{ amount: '10000.01' }])
      expect(withId(wires.rows, rtp.transactionId)).toEqual([])
      expect(withId(rtps.rows, rtp.transactionId)).toMatchObject([{ amount: '0.29' }])
      expect(withId(intraday.rows, wire.transactionId)).toMatchObject([{ amount: '10000.01' }])
      expect(withId(intraday.rows, rtp.transactionId)).toMatchObject([{ amount: '0.29' }])
      expect(intraday.rows.map(({ amount }) => amount)).toContain('12345.07')
    }))

  it('finds all entries of the previous days by rows and none of today', () =>
    withPracticeApis(async (apis) => {
      const body = JSON.stringify({ fromDate: apis.daysLater(-90), toDate: apis.today() })
      const { rows, end, pages } = await pageReport(apis, 'previous-day', body, 100)
      expect(end).toMatchObject({ kind: 'complete', reportedTotal: rows.length })
      expect(pages).toBeGreaterThan(2)
      for (const row of rows) expect(JSON.stringify(row)).not.toContain(`"${apis.today()}"`)
    }))

  it.each([
    ['body', false],
    ['query', true],
  ] as const)(
    'bank note 45: reads a bank that knows row numbers in the query alone, asked in the %s, to its end: %s',
    (place, isWhole) =>
      withPracticeApis(async (apis) => {
        await apis.control.setScenario({
          scenario: 'row-numbers-in-query',
          target: 'reports',
          times: 'until-cleared',
        })
        const body = JSON.stringify({ fromDate: apis.daysLater(-90), toDate: apis.today() })
        const { end, pages } = await pageReport(apis, 'previous-day', body, 100)
        expect(end.kind === 'complete' && pages > 2).toBe(isWhole)
      }, place),
  )
})

describe('the breach book', () => {
  const numbersTheBankDoesNotTake = { limit: 0, offset: 0 }

  it('fails a test whose call broke a rule', async () => {
    const breaking = withPracticeApis(async (apis) => {
      await apis.payments.participants(numbersTheBankDoesNotTake, 'ann')
    })
    await expect(breaking).rejects.toThrow('participant-paging-wrong on payments')
  })

  it('lets a test declare a breach, and fails one that declares a breach and caused none', async () => {
    await withPracticeApis(async (apis) => {
      apis.expectBreach('participant-paging-wrong')
      const { answer } = await apis.payments.participants(numbersTheBankDoesNotTake, 'ann')
      expect(answer).toMatchObject({ kind: 'refused', problem: 'request-invalid' })
    })
    const innocent = withPracticeApis((apis) => {
      apis.expectBreach('rate-exceeded')
      return Promise.resolve()
    })
    await expect(innocent).rejects.toThrow('rate-exceeded was expected and not broken')
  })
})
