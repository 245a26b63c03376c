/**
 * For any answer, the client resolves, and the call is recorded (Promises P1, P9, P10). A call that
 * the bank accepted and that has no record could lead to an unwanted resend.
 */
import fc from 'fast-check'
import { beforeAll, afterAll, describe, expect, it } from 'vitest'
import { paymentVocabulary } from '../../../main/bank/answers/classification.ts'
import { leftOut } from '../../../preload/contract/kernel/not-kept.ts'
import { readRequest } from './support/open-bank.ts'
import { RealBank } from './support/real-bank.ts'

const longest = 30_000_000
const pay = {
  ...readRequest,
  method: 'POST',
  path: '/pay',
  lane: 'initiation',
  purpose: 'pay',
} as const

let bank: RealBank
beforeAll(async () => {
  bank = await RealBank.open()
  await bank.client.checkToken()
})
afterAll(() => bank.close())

const answer = (status: number, body: string | Buffer): void => {
  bank.reply = (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body)
  }
}

/** Sends a payment, and returns its result with the one record of it. */
async function paid(status: number, body: string | Buffer, sent = '{"a":1.10}') {
  answer(status, body)
  const before = bank.records.length
  const result = await bank.client.move({ ...pay, body: sent }, paymentVocabulary)
  const records = bank.records.slice(before)
  expect(records).toHaveLength(1)
  expect(result).toMatchObject({ recorded: true, callId: records[0]?.id })
  return { result, record: records[0] }
}

const nested = (levels: number, name = 'a'): string =>
  `{"${name}":`.repeat(levels) + '1' + '}'.repeat(levels)

describe('an answer that is made to harm', () => {
  it.each([
    ['nests 40,000 objects', nested(40_000)],
    ['nests a million names that are not stored', nested(1_000_000, 'ssn')],
    ['opens 30 million lists', '['.repeat(longest)],
    ['opens 30 million objects', '{'.repeat(longest)],
    ['names a member with an escape that is none', '{"status":"IN_PROCESS","a\\d":1}'],
    ['was cut off', '{"status":"IN_PROCESS","transactionId":"PAY'],
  ])('%s: the outcome is unknown, and the call is recorded', async (_what, body) => {
    const { result, record } = await paid(200, body)
    expect(result).toMatchObject({ kind: 'outcome-unknown', reason: 'unreadable-answer' })
    expect(record).toMatchObject({ outcome: 'outcome-unknown', status: 200 })
  })

  it('holds one string of 30 MB: the outcome is reported, and the call is recorded with it', async () => {
    const body = `{"status":"IN_PROCESS","receipt":"${'A'.repeat(longest)}"}`
    const { result, record } = await paid(200, body)
    expect(result).toMatchObject({ kind: 'answered', verdict: 'accepted' })
    expect(record?.responseBody).toHaveLength(body.length)
  })

  it('holds 30 MB with a number that is not stored: recorded without the body, which the record says', async () => {
    const body = `{"status":"IN_PROCESS","ssn":"923456781","r":"${'A'.repeat(longest)}"}`
    const { result, record } = await paid(200, body)
    expect(result).toMatchObject({ kind: 'answered', verdict: 'accepted' })
    expect(record).toMatchObject({ responseBody: leftOut, detail: { bodyLeftOut: true } })
  })

  it('is met with a request that nests 15,000 levels: the outcome is reported, and recorded', async () => {
    const { result, record } = await paid(200, '{"status":"IN_PROCESS"}', nested(15_000, 'ssn'))
    expect(result).toMatchObject({ kind: 'answered', verdict: 'accepted' })
    expect(record).toMatchObject({ responseBody: leftOut, detail: { bodyLeftOut: true } })
  })

  it('begins with a byte order mark: it is read like any other', async () => {
    const { result, record } = await paid(200, '\uFEFF{"status":"IN_PROCESS","ssn":"1234"}')
    expect(result).toMatchObject({ kind: 'answered', verdict: 'accepted' })
    expect(record?.responseBody).toBe('{"status":"IN_PROCESS","ssn":"[not kept]"}')
  })

  it('is arbitrary: a query and a payment resolve and are recorded', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        '"',
        ':',
        ',',
        '\\',
        '\uFEFF',
        '"ssn":',
        '\\u0053',
        '\\d":',
        '<ssn>',
      ),
      fc.json(),
      fc.string({ unit: 'binary', maxLength: 10 }),
    )
    const body = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((pieces) => Buffer.from(pieces.join(''))),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    )
    await fc.assert(
      fc.asyncProperty(body, async (bytes) => {
        answer(200, bytes)
        const before = bank.records.length
        expect(await bank.client.read(readRequest)).toMatchObject({
          kind: 'answered',
          recorded: true,
        })
        expect(await bank.client.move({ ...pay, body: '{}' }, paymentVocabulary)).toMatchObject({
          kind: 'outcome-unknown',
          recorded: true,
        })
        expect(bank.records).toHaveLength(before + 2)
      }),
      { numRuns: 60 },
    )
  })
})

describe('a token answer', () => {
  const secret = 'VERYSECRETTOKEN123'
  const tokenAnswered = async (body: string, length = Buffer.byteLength(body)) => {
    const other = await RealBank.open()
    other.token = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': length })
      response.write(body)
      if (length === Buffer.byteLength(body)) response.end()
      else setTimeout(() => response.destroy(), 20)
    }
    const token = await other.client.checkToken()
    await other.close()
    expect(other.records).toHaveLength(1)
    expect(JSON.stringify(other.records)).not.toContain(secret)
    return { token, record: other.records[0] }
  }

  it('that was cut off is recorded without its body, which the record says', async () => {
    const { token, record } = await tokenAnswered(
      `{"access_token":"${secret}","expires_in":"86`,
      500,
    )
    expect(token.kind).toBe('failed')
    expect(record).toMatchObject({ responseBody: leftOut, detail: { bodyLeftOut: true } })
  })

  it('in XML or in escapes is recorded without its body', async () => {
    for (const body of [`<t><x>${secret}</x></t>`, `{"acces\\u0073_token":"${secret}"`]) {
      expect((await tokenAnswered(body)).record?.responseBody).toBe(leftOut)
    }
  })

  it('that is the page of a gateway is stored, unless it mentions a token', async () => {
    const page = '<!DOCTYPE html>\n<h1>Bad Gateway</h1>'
    expect((await tokenAnswered(page)).record?.responseBody).toBe(page)
    const html = `<html><p>Your token: ${secret}</p></html>`
    expect((await tokenAnswered(html)).record?.responseBody).toBe(leftOut)
  })

  it('bank note 2: that begins with a byte order mark gives its token, and is recorded without it', async () => {
    const { token, record } = await tokenAnswered(`\uFEFF{"access_token":"${secret}"}`)
    expect(token).toMatchObject({ kind: 'token', value: secret })
    expect(record?.responseBody).toBe('{"access_token":"[not kept]"}')
  })
})
