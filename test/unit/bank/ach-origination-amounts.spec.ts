/**
 * Money without floats, end to end: 30,000 amounts as a person types them, through schema and body,
 * over real mutual TLS, and back in the bank's answers as numbers and as text (bank notes 53 and
 * 81).
 */
import { describe, expect, it } from 'vitest'
import { createAchOrigination } from '../../../main/bank/apis/ach-origination.ts'
import { originationBody, type AmountUnit } from '../../../main/bank/apis/ach-origination-wire.ts'
import { queryBank } from '../../../main/bank/query-bank.ts'
import {
  originationBatch,
  secCodes,
  type SecCode,
} from '../../../preload/contract/bank/ach-origination/batch.ts'
import { field, shape } from '../../../preload/contract/bank/answers/shape.ts'
import {
  amountFrom,
  amountFromAnswer,
  amountText,
  minorUnits,
  totalOf,
  type AmountRead,
  type MinorUnits,
} from '../../../preload/contract/kernel/money.ts'
import { idOf, plainBatch, plainEntry } from '../preload/contract/bank/support/ach-batch.ts'
import { closeBanksAfterEach, openBank } from './support/open-bank.ts'
import type { RealBank } from './support/real-bank.ts'
import { seeded } from '../support/seeded.ts'

closeBanksAfterEach()

const perBatch = 5_000
const batches = 6
const notable = (
  '0.01 0.10 1.1 99,999,999.99 0.07 0.14 0.28 0.29 0.57 0.58 1.15 1.01 4.35 8.2 8.20 10.1 16.4 19.99 ' +
  '33.33 64.1 128.03 1.00 1 1,000 1,000.5 10,000,000.01 12,500,000 1234567.89 9,007,199,254.74 ' +
  '45035996273.70 90,071,992,547.41 0.00 0'
).split(' ')

/** An amount in cents as text, made with integers only, in one of four ways of typing. */
function typed(cents: number, way: number): string {
  const whole = String(Math.trunc(cents / 100))
  const fraction = String(100 + (cents % 100)).slice(1)
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  switch (way % 4) {
    case 0:
      return `${whole}.${fraction}`
    case 1:
      return `${grouped}.${fraction}`
    case 2:
      return `  ${whole}.${fraction.replace(/0$/, '')}`
    default:
      return fraction === '00' ? grouped : `${grouped}.${fraction} `
  }
}

/** The typed text, and its cents by the digits. */
function typedAmounts(): { readonly text: string; readonly cents: bigint }[] {
  const random = seeded(46)
  const size = [1e2, 1e4, 1e6, 1e8, 1e10]
  return Array.from({ length: perBatch * batches }, (_, index) => {
    const most = size[index % size.length] ?? 1
    const text = notable[index] ?? typed(Math.floor(random() * most), index)
    return { text, cents: centsByDigits(text) }
  })
}

/** An independent reading: digits before the point, two after it, nothing else. */
function centsByDigits(text: string): bigint {
  const [whole = '', fraction = ''] = text.trim().replaceAll(',', '').split('.')
  expect(fraction.length).toBeLessThanOrEqual(2)
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
}

/** The digits of every amount in a body, taken from the text itself. */
const digitsIn = (body: string): string[] =>
  Array.from(body.matchAll(/"(?:amount|totalAmount)":(-?[\d.]+)[,}]/g), ([, digits = '']) => digits)

/** Numbers as servers write them: unchanged, without trailing zeros, or with an exponent. */
function asServersWrite(cents: bigint, way: number): string {
  const text = `${cents / 100n}.${String(100n + (cents % 100n)).slice(1)}`
  if (way % 3 === 0) return text
  if (way % 3 === 1) return text.replace(/\.?0+$/, '')
  return `${cents}e-2`
}

const rows = shape('the test', {
  rows: field.list('Rows', shape('the test', { transactionAmount: field.amount('Amount') })),
})
const minorOf = (read: AmountRead): MinorUnits => {
  if ('problem' in read) throw new Error(read.problem)
  return read.minor
}

/**
 * A bank that counts received amounts by their digits, in the agreed unit, and returns them as a
 * list.
 */
class CountingBank {
  readonly cents: bigint[] = []
  #queried = 0
  readonly #unit: AmountUnit

  constructor(bank: RealBank, unit: AmountUnit) {
    this.#unit = unit
    bank.reply = ({ path, body }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      if (path.startsWith('/ach/payments/')) {
        this.cents.push(...digitsIn(body).map((digits) => this.#read(digits)))
        response.end('{"batch":{"status":"accepted"}}')
      } else {
        response.end(this.#list())
      }
    }
  }

  #read(digits: string): bigint {
    if (this.#unit === 'cents') return BigInt(digits)
    expect(digits).toMatch(/^\d+\.\d\d$/)
    return BigInt(digits.replace('.', ''))
  }

  /** The last batch: first as numbers, the second time as text. */
  #list(): string {
    const last = this.cents.slice(-perBatch)
    const quote = this.#queried % 2 === 0 ? '' : '"'
    this.#queried += 1
    const written = last.map((cents, index) => quote + asServersWrite(cents, index) + quote)
    return `{"rows":[${written.map((one) => `{"transactionAmount":${one}}`).join(',')}]}`
  }
}

function bodyOf(amounts: readonly MinorUnits[], secCode: SecCode, amountUnit: AmountUnit): string {
  const details = amounts.map((amount, index) => plainEntry(index + 2, { amount }))
  return originationBody(originationBatch.parse(plainBatch(secCode, { details })), { amountUnit })
}

describe('30,000 amounts', () => {
  it.each(['dollars', 'cents'] as const)(
    'bank notes 53 and 81: come back to the cent when the bank counts in %s, and their sum too',
    async (unit) => {
      const bank = await openBank()
      const counting = new CountingBank(bank, unit)
      const api = createAchOrigination({ client: bank.client })
      const amounts = typedAmounts()
      const sent = amounts.map(({ text }) => minorOf(amountFrom(text)))
      const back: Record<'number' | 'text', MinorUnits[]> = { number: [], text: [] }
      for (let batch = 0; batch < batches; batch += 1) {
        const secCode = secCodes[batch % secCodes.length] ?? 'CCD'
        const part = sent.slice(batch * perBatch, (batch + 1) * perBatch)
        const { outcome } = await api.originate(secCode, bodyOf(part, secCode, unit), 'ann')
        expect(outcome).toMatchObject({ kind: 'answered', verdict: 'accepted' })
        for (const form of ['number', 'text'] as const) {
          back[form].push(...(await amountsListed(bank)))
        }
      }
      const meant = amounts.map(({ cents }) => cents)
      expect(sent.map(BigInt)).toEqual(meant)
      expect(counting.cents).toEqual(meant)
      expect(back.number).toEqual(sent)
      expect(back.text).toEqual(sent)
      const sum = meant.reduce((total, one) => total + one, 0n)
      for (const all of [sent, back.number, back.text]) {
        expect(totalOf(all)).toEqual({ minor: Number(sum) })
      }
      expect(sent).toHaveLength(30_000)
      expect(sum).toBeLessThan(BigInt(Number.MAX_SAFE_INTEGER))
    },
    60_000,
  )

  it('are such as doubles get wrong: multiplied by 100, or added up', () => {
    const amounts = typedAmounts()
    const plain = amounts.map(({ text }) => Number(text.replaceAll(',', '')))
    const wrong = amounts.filter(({ cents }, index) => (plain[index] ?? 0) * 100 !== Number(cents))
    expect(wrong.length).toBeGreaterThan(1_000)
    const sum = plain.reduce((total, one) => total + one, 0)
    const exact = minorOf(totalOf(amounts.map(({ text }) => minorOf(amountFrom(text)))))
    expect(sum.toString()).not.toBe(amountText(exact))
  })

  it('are refused rather than rounded where a cent does not reach', () => {
    for (const text of ['1.005', '0.001', '99,999,999.999']) {
      expect(amountFrom(text)).toEqual({ problem: 'too-many-decimals' })
      expect(amountFromAnswer(text)).toEqual({ problem: 'too-many-decimals' })
    }
  })

  it('are sent as the digits that were approved', async () => {
    const bank = await openBank()
    bank.reply = (_, response) => response.end('{"status":"accepted"}')
    const body = bodyOf([110, 7, 9_999_999_999].map(minorUnits), 'CTX', 'dollars')
    await createAchOrigination({ client: bank.client }).originate('CTX', body, 'ann')
    expect(digitsIn(bank.calls[0]?.body ?? '')).toEqual(['1.10', '0.07', '99999999.99'])
    expect(bank.records.at(-1)?.requestBody).toBe(body)
    expect(body).toContain(`"uuid":"${idOf(1)}"`)
  })
})

/** The list of the amounts just sent, through the same request and reading as every answer. */
async function amountsListed(bank: RealBank): Promise<MinorUnits[]> {
  const queried = await queryBank(
    bank.client,
    { endpoint: 'ach-list', shape: rows, body: '{}' },
    'ann',
  )
  if (queried.answer.kind !== 'answered') throw new Error(queried.answer.kind)
  return queried.answer.reading.rows.map(({ transactionAmount }) =>
    minorOf(amountFromAnswer(transactionAmount ?? '')),
  )
}
