/**
 * 30,000 amounts from typed text over the network and back without a changed cent: originated at
 * the practice bank, listed page by page, queried one by one (bank notes 53, 58 and 81).
 */
import { describe, expect, it } from 'vitest'
import { originationBody } from '../../main/bank/apis/ach-origination-wire.ts'
import { originationBatch } from '../../preload/contract/bank/ach-origination/batch.ts'
import {
  amountFrom,
  amountFromAnswer,
  totalOf,
  type AmountRead,
  type MinorUnits,
} from '../../preload/contract/kernel/money.ts'
import { plainBatch } from '../unit/preload/contract/bank/support/ach-batch.ts'
import { seeded } from '../unit/support/seeded.ts'
import { readingOf } from './support/sent.ts'
import { withPracticeApis, type PracticeApis } from './support/practice-apis.ts'
import { newId, operating } from './support/samples.ts'
import { pageList } from './support/pagination.ts'

const perBatch = 5_000
const batches = 6
const notable = (
  '0.01 0.10 1.1 99,999,999.99 0.07 0.14 0.28 0.29 0.57 0.58 1.15 1.01 4.35 8.2 8.20 10.1 16.4 19.99 33.33 ' +
  '64.1 128.03 1.00 1 1,000 1,000.5 10,000,000.01 12,500,000 1234567.89 2,097,152.03 33,554,432.07'
).split(' ')

/** Returns cents as text, using whole numbers only, in one of the ways in which people type. */
function typed(cents: number, way: number): string {
  const whole = String(Math.trunc(cents / 100))
  const fraction = String(100 + (cents % 100)).slice(1)
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  const ways = [
    `${whole}.${fraction}`,
    `${grouped}.${fraction}`,
    `  ${whole}.${fraction.replace(/0$/, '')}`,
    fraction === '00' ? grouped : `${grouped}.${fraction} `,
  ]
  return ways[way % ways.length] ?? whole
}

/**
 * Amounts above zero and up to the network's maximum for one entry: this bank accepts no others.
 */
function typedAmounts(): string[] {
  const random = seeded(47)
  const most = [1e2, 1e4, 1e6, 1e8, 9_999_999_999]
  return Array.from(
    { length: perBatch * batches },
    (_, at) =>
      notable[at] ?? typed(1 + Math.floor(random() * ((most[at % most.length] ?? 1) - 1)), at),
  )
}

/** An independent parser: the digits before the point and two after it. */
function centsByDigits(text: string): bigint {
  const [whole = '', fraction = ''] = text.trim().replaceAll(',', '').split('.')
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
}

function minorOf(read: AmountRead): MinorUnits {
  if ('problem' in read) throw new Error(read.problem)
  return read.minor
}

/** Sends a batch of typed amounts; returns the trace numbers in order of its entries. */
async function originate(apis: PracticeApis, secCode: 'PPD' | 'CCD', texts: readonly string[]) {
  const batch = originationBatch.parse(
    plainBatch(secCode, {
      uuid: newId(),
      effectiveDate: apis.today(),
      details: texts.map((text) => ({
        uuid: newId(),
        routingNumber: '041000124',
        accountNumber: '0004471',
        accountType: 'C',
        transactionType: 'L',
        creditDebitCode: 'C',
        amount: minorOf(amountFrom(text)),
        receiverName: 'Alder Mills',
        addenda: [],
      })),
    }),
  )
  const body = originationBody(batch, { amountUnit: 'dollars' })
  const { outcome, answer } = await apis.origination.originate(secCode, body, 'ann')
  expect(outcome).toMatchObject({ kind: 'answered', verdict: 'accepted' })
  return readingOf(answer).details.map(({ traceNumber }) => traceNumber ?? '')
}

describe('30,000 amounts at the practice bank', () => {
  it('bank notes 53 and 81: come back in list and detail to the cent, and their sum too', () =>
    withPracticeApis(async (apis) => {
      const texts = typedAmounts()
      const traces: string[] = []
      for (let batch = 0; batch < batches; batch += 1) {
        const part = texts.slice(batch * perBatch, (batch + 1) * perBatch)
        traces.push(...(await originate(apis, batch % 2 === 0 ? 'PPD' : 'CCD', part)))
      }
      apis.clock.pass(10_000)
      const today = { fromDate: apis.today(), toDate: apis.today() }
      const { rows, end } = await pageList(apis, { accountNumber: operating, ...today })
      expect(end).toMatchObject({
        kind: 'complete',
        got: 30_000,
        reportedTotal: 30_000,
        repeated: 0,
      })
      const listed = new Map(rows.map((row) => [row.traceNumber, row]))
      const back = traces.map((trace) =>
        minorOf(amountFromAnswer(listed.get(trace)?.transactionAmount ?? '')),
      )
      const meant = texts.map(centsByDigits)
      expect(back.map(BigInt)).toEqual(meant)
      const sum = meant.reduce((total, one) => total + one, 0n)
      expect(totalOf(back)).toEqual({ minor: Number(sum) })
      expect(sum).toBeLessThan(BigInt(Number.MAX_SAFE_INTEGER))
      for (let at = 0; at < texts.length; at += 997) {
        const parNumber = listed.get(traces[at] ?? '')?.parNumber ?? ''
        const { transactionAmount } = readingOf(
          (await apis.inquiry.detail(parNumber, 'ann')).answer,
        )
        expect(BigInt(minorOf(amountFromAnswer(transactionAmount ?? '')))).toBe(meant[at])
      }
    }))
})
