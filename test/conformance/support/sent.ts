/** Sends batches and payments, and reads the results back. */
import { expect } from 'vitest'
import type { SecCode } from '../../../preload/contract/bank/ach-origination/batch.ts'
import type { PracticeDesk } from './practice-desk.ts'
import { batchOf, operating, paymentOf } from './samples.ts'

const who = 'ann'

/** Sends a batch and lets the bank collect it. */
export async function originated(desk: PracticeDesk, secCode: SecCode) {
  const { batch, body } = batchOf(secCode, desk)
  const sent = await desk.origination.originate(secCode, body, who)
  expect(sent.outcome).toMatchObject({ kind: 'answered', verdict: 'accepted', status: 200 })
  if (sent.answer.kind !== 'answered') throw new Error(sent.answer.kind)
  desk.clock.pass(10_000)
  return { batch, body, reading: sent.answer.reading }
}

/** Sends a payment. */
export async function initiated(desk: PracticeDesk, change: object = {}) {
  const { payment, body } = paymentOf(desk, change)
  const sent = await desk.payments.initiate(body, who)
  expect(sent.outcome).toMatchObject({ kind: 'answered', verdict: 'accepted', status: 200 })
  if (sent.answer.kind !== 'answered') throw new Error(sent.answer.kind)
  const transactionId = sent.answer.reading.transactionId ?? ''
  expect(transactionId).not.toBe('')
  return { payment, body, transactionId, reading: sent.answer.reading }
}

/** Returns the reading of an answer; fails for any other outcome. */
export function readingOf<R>(answer: {
  readonly kind: string
  readonly reading?: R
}): NonNullable<R> {
  expect(answer.kind).toBe('answered')
  if (answer.reading === undefined || answer.reading === null) throw new Error('no reading')
  return answer.reading
}

/** The transactions of today on the operating account, read by one page. */
export async function listedToday(desk: PracticeDesk) {
  const { answer } = await desk.inquiry.list(
    { accountNumber: operating, fromDate: desk.today(), toDate: desk.today() },
    { pageNumber: 1, pageSize: 1_000 },
    who,
  )
  return readingOf(answer)
}
