/**
 * Any JSON, and any bytes, as the answer of any endpoint: the result is typed, nothing throws, and
 * the raw body is stored (Promise P6; bank notes 15, 22, 40, 52, 53, 60).
 */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccountValidation } from '../../main/bank/apis/account-validation.ts'
import { createAchInquiry } from '../../main/bank/apis/ach-inquiry.ts'
import { createAchOrigination } from '../../main/bank/apis/ach-origination.ts'
import { originationBody } from '../../main/bank/apis/ach-origination-wire.ts'
import { createBankClient } from '../../main/bank/bank-client.ts'
import type { BankConnection } from '../../main/bank/connection.ts'
import { utf8 } from '../../main/bank/call-record.ts'
import { checkHealth } from '../../main/bank/health-check.ts'
import { paymentBody } from '../../main/bank/apis/payments-body.ts'
import { createPayments } from '../../main/bank/apis/payments.ts'
import { leftOut } from '../../preload/contract/kernel/not-kept.ts'
import { createReports } from '../../main/bank/apis/reports.ts'
import { systemClock } from '../../main/platform/clock.ts'
import { isJson } from '../../preload/contract/kernel/json.ts'
import { accountAnswer } from '../../preload/contract/bank/account-reading.ts'
import {
  achDetail,
  achListAnswer,
  collectedAnswer,
  firstRows,
  postedAnswer,
  returnsAnswer,
  statusAnswer,
} from '../../preload/contract/bank/ach-inquiry/index.ts'
import {
  addendaStatusAnswer,
  originationAnswer,
} from '../../preload/contract/bank/ach-origination/answers.ts'
import {
  originationBatch,
  type SecCode,
} from '../../preload/contract/bank/ach-origination/batch.ts'
import { bankAnswer } from '../../preload/contract/bank/answers/bank-answer.ts'
import { inferredTable } from '../../preload/contract/bank/answers/inferred-table.ts'
import { readingSchema } from '../../preload/contract/bank/answers/shape.ts'
import { endpointIds, type EndpointId } from '../../preload/contract/bank/endpoints.ts'
import { paymentAnswer } from '../../preload/contract/bank/payments/payment-answer.ts'
import { paymentRequest } from '../../preload/contract/bank/payments/payment-request.ts'
import type { ReportId } from '../../preload/contract/bank/reports/report-request.ts'
import { healthAnswer } from '../../preload/contract/api/workstation-state.ts'
import { z } from '../../preload/contract/kernel/zod.ts'
import { RealBank } from '../unit/bank/support/real-bank.ts'
import { plainBatch } from '../unit/preload/contract/bank/support/ach-batch.ts'
import { wire } from '../unit/preload/contract/bank/support/payments.ts'
import { anyBody, anyMediaType, anyStatus } from './support/any-body.ts'
import { margaret } from './support/samples.ts'

const who = 'ann'
const partnerClientId = () => 'PARTNER0123456789PARTNER01234567'
const wait = () => Promise.resolve()
const search = { accountNumbers: ['1'], fromDate: '2026-06-01', toDate: '2026-06-15' }
const payment = paymentBody(paymentRequest.parse(wire))
let bank: RealBank
let connection: BankConnection

beforeAll(async () => {
  bank = await RealBank.open((given) => (connection = given))
  bank.budget.changeShare(1_000)
})
afterAll(() => bank.close())

const inquiry = () => createAchInquiry({ client: bank.client, today: () => '2026-06-20', wait })
const origination = () => createAchOrigination({ client: bank.client, wait })
const payments = () => createPayments({ client: bank.client, partnerClientId, wait })

const tableAnswer = bankAnswer(inferredTable)
const moneyOutcome = z.looseObject({ kind: z.enum(['not-sent', 'answered', 'outcome-unknown']) })

/** A call, and the schema that its result must have. */
interface Requesting {
  readonly request: () => Promise<unknown>
  readonly schema: z.ZodType
}
const answerOf = (queried: Promise<{ readonly answer: unknown }>) =>
  queried.then(({ answer }) => answer)
const moneyOf = (queried: Promise<{ readonly answer: unknown; readonly outcome: unknown }>) =>
  queried.then(({ answer, outcome }) => ({ answer, outcome }))

const health = (request: () => Promise<unknown>): Requesting => ({ request, schema: healthAnswer })
const originate = (secCode: SecCode): Requesting => ({
  request: () => {
    const body = originationBody(originationBatch.parse(plainBatch(secCode)), {
      amountUnit: 'dollars',
    })
    return moneyOf(origination().originate(secCode, body, who))
  },
  schema: z.object({ answer: bankAnswer(readingSchema(originationAnswer)), outcome: moneyOutcome }),
})
const report = (id: ReportId): Requesting => ({
  request: () =>
    answerOf(
      createReports({ client: bank.client, partnerClientId, wait }).request(
        { report: id, body: '{}' },
        who,
      ),
    ),
  schema: tableAnswer,
})
const paymentStatusInquiry = (
  request: () => Promise<{ readonly answer: unknown }>,
): Requesting => ({
  request: () => answerOf(request()),
  schema: bankAnswer(readingSchema(paymentAnswer)),
})
const validation = () =>
  createAccountValidation({
    client: bank.client,
    ids: () => ({ secondaryId: '5550142' }),
    v2Path: () => null,
  })

/**
 * Uses a new client each time: after a refused token, a client requests no other within a minute.
 */
async function freshToken(): Promise<unknown> {
  const client = createBankClient({
    connection,
    budget: bank.budget,
    clock: systemClock,
    newId: randomUUID,
    record: (call) => {
      bank.records.push(call)
      return Promise.resolve()
    },
  })
  const fetched = await client.checkToken()
  client.tokenAnswer()
  await client.close()
  return fetched
}

const calls: Readonly<Record<EndpointId, Requesting>> = {
  token: {
    request: freshToken,
    schema: z.discriminatedUnion('kind', [
      z.looseObject({
        kind: z.literal('token'),
        value: z.string().min(1),
        lifetimeMs: z.number().positive(),
      }),
      z.looseObject({ kind: z.literal('failed'), reason: z.string() }),
    ]),
  },
  'health-account-validation': health(() => validation().health(who)),
  'health-ach-inquiry': health(async () => {
    const { status, fields, failure } = await checkHealth(bank.client, 'ach-inquiry', who)
    return { status, fields, failure }
  }),
  'health-payments': health(() => payments().health(who)),
  'account-validation': {
    request: async () => (await validation().verify(margaret, who)).answer,
    schema: accountAnswer,
  },
  'ach-detail': {
    request: () => answerOf(inquiry().detail('P1', who)),
    schema: bankAnswer(readingSchema(achDetail)),
  },
  'ach-list': {
    request: () =>
      answerOf(inquiry().list({ accountNumber: '1' }, { pageNumber: 1, pageSize: 10 }, who)),
    schema: bankAnswer(readingSchema(achListAnswer)),
  },
  'ach-returns': {
    request: () => answerOf(inquiry().returns({ ...search, detailsFlag: 'Y' }, firstRows, who)),
    schema: bankAnswer(readingSchema(returnsAnswer)),
  },
  'ach-collected': {
    request: () =>
      answerOf(
        inquiry().collected({ ...search, detailsFlag: 'Y', addendaFlag: 'N' }, firstRows, who),
      ),
    schema: bankAnswer(readingSchema(collectedAnswer)),
  },
  'ach-posted': {
    request: () => answerOf(inquiry().posted(search, firstRows, who)),
    schema: bankAnswer(readingSchema(postedAnswer)),
  },
  'ach-status': {
    request: () =>
      answerOf(inquiry().status({ by: 'par', accountNumbers: ['1'], parNumbers: ['P'] }, who)),
    schema: bankAnswer(readingSchema(statusAnswer)),
  },
  'originate-ccd': originate('CCD'),
  'originate-ctx': originate('CTX'),
  'originate-ppd': originate('PPD'),
  'ach-addenda-status': {
    request: () => answerOf(origination().addendaStatus({ uuid: 'u1' }, who)),
    schema: bankAnswer(readingSchema(addendaStatusAnswer)),
  },
  'payment-initiate': {
    request: () => moneyOf(payments().initiate(payment, who)),
    schema: z.object({ answer: bankAnswer(readingSchema(paymentAnswer)), outcome: moneyOutcome }),
  },
  'payment-validate': paymentStatusInquiry(() => payments().validate(payment, who)),
  'payment-status': paymentStatusInquiry(() => payments().statusByTransactionId('T1', who)),
  'payment-status-by-reference': paymentStatusInquiry(() =>
    payments().statusByReference('1', 'R1', who),
  ),
  'rtp-participants': {
    request: () => answerOf(payments().participants({ limit: 5, offset: 0 }, who)),
    schema: tableAnswer,
  },
  'wire-inquiry': report('wire-inquiry'),
  'rtp-inquiry': report('rtp-inquiry'),
  'previous-day': report('previous-day'),
  intraday: report('intraday'),
}

/**
 * Signs around a name, an escaped quotation mark included, do not hide it from redaction. The first
 * three names also match at the end of a longer one.
 */
const secretName =
  /"(?:[^"]*(?:access_token|refresh_token|ssn)|[\W_]*(?:client_id|id|key|dob|idno))[\W_]*"/i

/** Of a token call only JSON, nothing, or a page without a token is stored (redact.ts). */
function showsToken(body: Buffer): boolean {
  const text = utf8(body)
  if (text === null) return false
  return (
    text.trim() === '' ||
    isJson(text) ||
    (/^\s*<(!doctype html|html)/i.test(text) && !/token|[\\&]/i.test(text))
  )
}

describe('any answer whatever', () => {
  it.each(endpointIds)(
    'to %s gives a typed result, never throws, and is stored as received',
    async (id) => {
      const { request, schema } = calls[id]
      if (id !== 'token') {
        bank.token = (_, response) => response.end('{"access_token":"a-token-for-tests"}')
        await bank.client.checkToken()
      }
      await fc.assert(
        fc.asyncProperty(anyStatus, anyMediaType, anyBody, async (status, mediaType, body) => {
          const reply: RealBank['reply'] = (_, response) => {
            response.writeHead(status, mediaType === '' ? {} : { 'content-type': mediaType })
            response.end(body)
          }
          if (id === 'token') bank.token = reply
          else bank.reply = reply
          const before = bank.records.length
          const result = await request()
          expect(schema.parse(result)).toEqual(result)
          const record = bank.records.slice(before).findLast(({ purpose }) => purpose === id)
          expect(record?.status).toBe(status)
          if (id === 'token' && !showsToken(body)) {
            expect(record?.responseBody ?? leftOut).toBe(leftOut)
            return
          }
          const stored = Buffer.from(
            record?.responseBody ?? '',
            record?.responseBodyBase64 ? 'base64' : 'utf8',
          )
          if (!secretName.test(body.toString())) expect(stored.equals(body)).toBe(true)
        }),
        { numRuns: 80 },
      )
    },
  )
})
