/** Sends batches and payments, and reads the results back. */
import { expect } from 'vitest'
import type { SecCode } from '../../../preload/contract/bank/ach-origination/batch.ts'
import type { PracticeApis } from './practice-apis.ts'
import { batchOf, operating, paymentOf } from './samples.ts'

const who = 'ann'

/** Sends a batch and lets the bank collect it. */
export async function originated(apis: PracticeApis, secCode: SecCode) {
  const { batch, body } = batchOf(secCode, apis)
  const sent = await apis.origination.originate(secCode, body, who)
  expect(sent.outcome).toMatchObject({ kind: 'answered', verdict: 'accepted', status: 200 })
  if (sent.answer.kind !== 'answered') throw new Error(sent.answer.kind)
  apis.clock.pass(10_000)
  return { batch, body, reading: sent.answer.reading }
}

/** Sends a payment. */
export async function initiated(apis: PracticeApis, change: object = {}) {
  const { payment, body } = paymentOf(apis, change)
  const sent = await apis.payments.initiate(body, who)
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
export async function listedToday(apis: PracticeApis) {
  const { answer } = await apis.inquiry.list(
    { accountNumber: operating, fromDate: apis.today(), toDate: apis.today() },
    { pageNumber: 1, pageSize: 1_000 },
    who,
  )
  return readingOf(answer)
}
