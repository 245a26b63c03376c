/** Data sent by one call is found by the others, to the last row and the last cent. */
import { describe, expect, it } from 'vitest'
import { atDesk } from './support/practice-desk.ts'
import { initiated, listedToday, originated, readingOf } from './support/sent.ts'
import { asRtp, batchOf, newId, operating } from './support/samples.ts'
import { walkAddenda, walkParticipants, walkReport } from './support/walks.ts'
import { plainEntry } from '../unit/preload/contract/bank/parts/ach-batch.ts'

describe('a chain of calls', () => {
  it.each(['CCD', 'CTX', 'PPD'] as const)(
    'finds an originated %s batch in the list, in detail with its customData, and by its addenda',
    (secCode) =>
      atDesk(async (desk) => {
        const { batch, reading } = await originated(desk, secCode)
        const { transactions } = await listedToday(desk)
        for (const [at, { traceNumber }] of reading.details.entries()) {
          const listed = transactions.filter((one) => one.traceNumber === traceNumber)
          expect(listed).toHaveLength(1)
          const detail = readingOf(
            (await desk.inquiry.detail(listed[0]?.parNumber ?? '', 'ann')).answer,
          )
          expect(detail).toMatchObject({ traceNumber, customData: batch.uuid, secCode })
          const { accountNumber, routingNumber } = batch.details[at] ?? {}
          expect(detail.receivingAccount).toMatchObject({ accountNumber, routingNumber })
          const uuid = batch.details[at]?.uuid ?? ''
          const told = readingOf((await desk.origination.addendaStatus({ uuid }, 'ann')).answer)
          expect(told).toMatchObject({ uuid, status: 'accepted', traceNumber })
          expect(told.addenda.map((one) => one.paymentRelatedInformation)).toEqual(
            batch.details[at]?.addenda,
          )
        }
      }),
  )

  it('pages the addenda of a batch to the end by their sequence numbers', () =>
    atDesk(async (desk) => {
      const addenda = Array.from({ length: 25 }, (_, at) => `RMR*IV*${String(at)}`)
      const { batch, body } = batchOf('CTX', desk, {
        details: [plainEntry(1, { uuid: newId(), addenda })],
      })
      await desk.origination.originate('CTX', body, 'ann')
      const { rows, end, pages } = await walkAddenda(desk, batch.uuid, 10)
      expect(rows.map((one) => one.paymentRelatedInformation)).toEqual(addenda)
      expect(end).toMatchObject({ kind: 'complete', got: 25 })
      expect(pages).toBe(3)
    }))

  it.each([
    ['wire', {}],
    ['RTP payment', asRtp],
  ])('finds an initiated %s by its id and by its reference, the same', (_, change) =>
    atDesk(async (desk) => {
      const { payment, transactionId } = await initiated(desk, change)
      const byId = await desk.payments.statusByTransactionId(transactionId, 'ann')
      const byReference = await desk.payments.statusByReference(
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
      desk.clock.pass(180_000)
      const later = await desk.payments.statusByTransactionId(transactionId, 'ann')
      expect(readingOf(later.answer)).toMatchObject({ status: 'COMPLETED' })
      expect(readingOf(later.answer).clearingSystemReference).not.toBeNull()
    }),
  )

  it('pages the RTP participants to the end, each once', () =>
    atDesk(async (desk) => {
      const { rows, end, pages } = await walkParticipants(desk, 97)
      expect(end).toMatchObject({ kind: 'complete', repeated: 0 })
      expect(pages).toBeGreaterThan(3)
      expect(new Set(rows.map((row) => row['routingNumber'])).size).toBe(rows.length)
      expect(rows).toHaveLength(end.saidFirst ?? 0)
    }))

  it('lists a wire, an RTP payment and a batch in the reports, the same to the cent', () =>
    atDesk(async (desk) => {
      const wire = await initiated(desk, { transferAmount: 1_000_001 })
      const rtp = await initiated(desk, { ...asRtp, transferAmount: 29 })
      await originated(desk, 'PPD')
      desk.clock.pass(180_000)
      const wires = await walkReport(desk, 'wire-inquiry')
      const rtps = await walkReport(desk, 'rtp-inquiry')
      const intraday = await walkReport(desk, 'intraday')
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

  it('finds everything of the previous days by rows and none of today', () =>
    atDesk(async (desk) => {
      const body = JSON.stringify({ fromDate: desk.daysLater(-90), toDate: desk.today() })
      const { rows, end, pages } = await walkReport(desk, 'previous-day', body, 100)
      expect(end).toMatchObject({ kind: 'complete', said: rows.length })
      expect(pages).toBeGreaterThan(2)
      for (const row of rows) expect(JSON.stringify(row)).not.toContain(`"${desk.today()}"`)
    }))
})

describe('the breach book', () => {
  const numbersTheBankDoesNotTake = { limit: 0, offset: 0 }

  it('fails a test whose call broke a rule', async () => {
    const breaking = atDesk(async (desk) => {
      await desk.payments.participants(numbersTheBankDoesNotTake, 'ann')
    })
    await expect(breaking).rejects.toThrow('participant-paging-wrong on payments')
  })

  it('lets a test pass that said so, and fails one that said so and broke nothing', async () => {
    await atDesk(async (desk) => {
      desk.expectBreach('participant-paging-wrong')
      const { answer } = await desk.payments.participants(numbersTheBankDoesNotTake, 'ann')
      expect(answer).toMatchObject({ kind: 'refused', problem: 'request-invalid' })
    })
    const innocent = atDesk((desk) => {
      desk.expectBreach('rate-exceeded')
      return Promise.resolve()
    })
    await expect(innocent).rejects.toThrow('rate-exceeded was expected and not broken')
  })
})
