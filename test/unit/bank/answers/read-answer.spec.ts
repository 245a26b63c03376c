import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bankAnswer } from '../../../../preload/contract/bank/answers/bank-answer.ts'
import { field, readingSchema, shape } from '../../../../preload/contract/bank/answers/shape.ts'
import { readAnswer, type AnswerRules } from '../../../../main/bank/answers/read-answer.ts'

const row = shape('here', { id: field.identifier('Id'), amount: field.amount('Amount') })
const answerShape = shape('here', {
  status: field.either(field.code('Status', 'payment-status'), 'code'),
  transactionId: field.identifier('Transaction id'),
  transactions: field.list('Transactions', row),
  error: field.group('Error', shape('here', { code: field.text('Code') })),
})
const schema = bankAnswer(readingSchema(answerShape))

const given = (status: number, body: string, headers: Record<string, string> = {}) => ({
  status,
  answer: { status, headers, body, base64: false },
})
const read = (
  status: number,
  body: unknown,
  rules: AnswerRules = {},
  headers: Record<string, string> = {},
) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return readAnswer(answerShape, given(status, text, headers), rules)
}
const trace = {
  correlationId: null,
  transactionId: null,
  namesPayment: false,
  transactionTime: null,
}

describe('reading any answer of the bank', () => {
  it('reads a success and keeps what the shape does not know', () => {
    expect(read(200, { status: 'COMPLETED', more: { deep: 1 } })).toEqual({
      kind: 'answered',
      reading: {
        status: 'COMPLETED',
        transactionId: null,
        transactions: [],
        error: null,
        other: [{ path: 'more.deep', value: '1' }],
      },
      warnings: [],
      beside: [],
      trace: { ...trace, status: 200 },
    })
  })

  it('takes an empty documented list for an answer', () => {
    expect(read(200, { transactions: [] }).kind).toBe('answered')
  })

  it('bank note 20: takes 299 for a success with warnings, also without any data', () => {
    const fault = { errorResponse: { businessFault: [{ errorCode: 'ECA-W-001' }] } }
    const warnings = [{ code: 'ECA-W-001', text: null }]
    const withData = read(299, { status: 'COMPLETED', ...fault })
    expect(withData).toMatchObject({ kind: 'answered', warnings, reading: { other: [] } })
    expect(read(299, fault)).toMatchObject({ kind: 'answered', warnings, beside: [] })
    expect(read(400, fault)).toMatchObject({ kind: 'refused', messages: warnings })
  })

  it('bank note 21: reads a 400 as nothing found only where its rule says so', () => {
    const rules = { nothingFound: () => true }
    expect(read(400, { transactions: [], x: 1 }, rules)).toMatchObject({
      kind: 'nothing-found',
      reading: { transactions: [], other: [{ path: 'x', value: '1' }] },
    })
    expect(read(404, {}, rules)).toMatchObject({ kind: 'refused', problem: 'not-found' })
    expect(read(400, '')).toMatchObject({ problem: 'request-invalid', unreadable: 'empty' })
  })

  it('bank note 22: takes a success whose body says failure for one', () => {
    const rules = { failedInSuccess: () => true }
    expect(read(200, { status: 'FAILED' }, rules)).toMatchObject({
      kind: 'refused',
      problem: 'failed-in-success',
      reading: { status: 'FAILED' },
    })
    expect(read(200, { ErrorMessage: 'down' })).toMatchObject({
      kind: 'refused',
      problem: 'failed-in-success',
      messages: [{ code: null, text: 'down' }],
    })
  })

  it.each([
    [400, 'request-invalid'],
    [401, 'not-authenticated'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [405, 'method-not-allowed'],
    [415, 'media-type-not-allowed'],
    [429, 'threshold-reached'],
    [500, 'backend-failed'],
    [502, 'downstream-unreachable'],
    [503, 'service-unavailable'],
    [504, 'gateway-timed-out'],
    [302, 'status-not-listed'],
    [418, 'status-not-listed'],
    [599, 'status-not-listed'],
  ])('names what %i is, and stores id, correlation and time', (status, problem) => {
    const body = {
      ErrorMessage: 'no',
      TransactionId: 'T1',
      'X-CorrelationId': 'C1',
      TransactionTime: '2026-11-20 09:14:02',
      ServiceError: { ConnectError: 'down' },
    }
    expect(read(status, body)).toEqual({
      kind: 'refused',
      problem,
      messages: [
        { code: null, text: 'no' },
        { code: null, text: 'down' },
      ],
      connectError: 'down',
      unreadable: null,
      reading: null,
      beside: [],
      trace: {
        status,
        transactionId: 'T1',
        namesPayment: false,
        correlationId: 'C1',
        transactionTime: '2026-11-20 09:14:02',
      },
    })
  })

  it('bank note 7: distinguishes an unauthorized service from an unauthorized token, and an unknown error from a fault', () => {
    const coded = (code: string) => ({ ServiceError: { error: { code } } })
    expect(read(401, coded('SVC-0006'))).toMatchObject({ problem: 'service-not-authorized' })
    expect(read(401, coded('SVC-0007'))).toMatchObject({ problem: 'not-authenticated' })
    expect(read(500, coded('SVC-9999'))).toMatchObject({ problem: 'backend-unknown-error' })
    expect(read(400, coded('SVC-0006'))).toMatchObject({ problem: 'request-invalid' })
  })

  it('bank note 13 and bank note 14: takes the header first and keeps a body\u2019s id that differs', () => {
    const body = { 'X-CorrelationId': 'body', ErrorMessage: 'x' }
    expect(read(500, body, {}, { 'x-correlationid': 'header' })).toMatchObject({
      trace: { correlationId: 'header' },
      beside: [{ path: 'X-CorrelationId', value: 'body' }],
    })
    expect(read(500, body, {}, { 'x-correlationid': ' ' })).toMatchObject({
      trace: { correlationId: 'body' },
      beside: [],
    })
  })

  it('bank note 18: takes the payment\u2019s id before the envelope\u2019s and keeps both', () => {
    const body = { TransactionId: 'E', ServiceError: { transactionId: 'P', valueDate: 'V' } }
    const place = (json: unknown) => (json as typeof body).ServiceError
    expect(read(400, body, { place })).toMatchObject({
      trace: { transactionId: 'P', namesPayment: true },
      reading: { transactionId: 'P', other: [{ path: 'valueDate', value: 'V' }] },
      beside: [{ path: 'TransactionId', value: 'E' }],
    })
  })

  it('bank note 18: finds a transaction id in a web page and in bytes that are no text', () => {
    const page = '<p>transactionId: T-7</p>'
    expect(read(502, page)).toMatchObject({ unreadable: 'html', trace: { transactionId: 'T-7' } })
    const bytes = Buffer.concat([Buffer.from([0xff]), Buffer.from('{"transactionId":"T-8"')])
    const answer = { status: 500, headers: {}, body: bytes.toString('base64'), base64: true }
    expect(readAnswer(answerShape, { status: 500, answer })).toMatchObject({
      unreadable: 'not-text',
      trace: { transactionId: 'T-8' },
    })
  })

  it('keeps fields beside a wrapped answer', () => {
    const place = (json: unknown) => (json as { wrapped: unknown }).wrapped
    expect(read(200, { wrapped: { status: 'X' }, page: 2 }, { place })).toMatchObject({
      kind: 'answered',
      reading: { other: [] },
      beside: [{ path: 'page', value: '2' }],
    })
    const around = (json: unknown) => ({ transactions: json })
    expect(read(200, [{ id: '1', odd: 2 }], { place: around })).toMatchObject({
      reading: { transactions: [{ id: '1', other: [{ path: 'odd', value: '2' }] }] },
      beside: [],
    })
  })

  it('keeps every unknown field of an envelope', () => {
    const body = { ErrorMessage: 'x', ServiceError: { hint: 'h', ConnectError: 'c' }, n: [1] }
    expect(read(503, body)).toMatchObject({
      beside: [
        { path: 'ServiceError.hint', value: 'h' },
        { path: 'n[0]', value: '1' },
      ],
    })
  })

  it.each([
    ['', 'empty'],
    ['  \n', 'empty'],
    ['<html></html>', 'html'],
    ['{"status', 'not-json'],
    ['['.repeat(101) + ']'.repeat(101), 'too-deep'],
    ['{"a":1}', 'not-listed'],
    ['[]', 'not-listed'],
    ['null', 'not-listed'],
  ])('bank note 15: reads %j with a success as what it is', (body, why) => {
    expect(read(200, body)).toMatchObject({ kind: 'not-understood', why })
  })

  it('keeps a JSON text of a success that names no documented field', () => {
    expect(read(200, { a: 1 })).toMatchObject({ beside: [{ path: 'a', value: '1' }] })
    expect(read(200, '"moved"')).toMatchObject({ messages: [{ code: null, text: 'moved' }] })
  })

  it('answers for a call that came back without anything', () => {
    expect(readAnswer(answerShape, { status: 500, answer: null })).toMatchObject({
      kind: 'refused',
      unreadable: 'empty',
    })
  })

  it('reads a thousand rows in time that grows with them', () => {
    const rows = Array.from({ length: 1_000 }, (_, id) => ({ id: String(id), amount: id }))
    const answer = read(200, { transactions: rows })
    expect(answer.kind === 'answered' && answer.reading.transactions).toHaveLength(1_000)
  })

  it('gives one member of the union and never throws, whatever body, status and header come', () => {
    const names = fc.constantFrom(
      '__proto__',
      'constructor',
      'toJSON',
      'ServiceError',
      'ErrorMessage',
      'errorResponse',
      'businessFault',
      'systemFault',
      'error',
      'AOAResponse',
      'Result',
      'ConnectError',
      'status',
      'transactions',
      'transactionId',
      'TransactionId',
      'X-CorrelationId',
      'code',
    )
    const leaf = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\\ud800', '1e999', '-0', '9'.repeat(400), 'true', 'null', '""', '" "'),
    )
    const written = (value: string): string =>
      /^(1e999|-0|9+|true|null|"\s*")$/.test(value) ? value : JSON.stringify(value)
    const { body } = fc.letrec<{ body: string }>((tie) => ({
      body: fc.oneof(
        { maxDepth: 6, withCrossShrink: true },
        leaf.map(written),
        fc.array(tie('body'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
        fc
          .array(fc.tuple(names, tie('body')), { maxLength: 5 })
          .map((pairs) => `{${pairs.map(([n, v]) => `${JSON.stringify(n)}:${v}`).join(',')}}`),
      ),
    }))
    const deep = fc
      .tuple(names, fc.integer({ min: 1, max: 400 }))
      .map(([name, depth]) => `{"${name}":`.repeat(depth) + '1' + '}'.repeat(depth))
    const bodies = fc.oneof(body, deep, fc.string(), fc.constantFrom('', '{"a":"\\ud800"}'))
    const status = fc.oneof(
      fc.constantFrom(200, 299, 400, 401, 403, 404, 429, 500, 502, 503, 504),
      fc.integer({ min: 100, max: 999 }),
    )
    const headers = fc.dictionary(
      fc.constantFrom('x-correlationid', 'content-type', '__proto__'),
      fc.string(),
    )
    fc.assert(
      fc.property(status, bodies, headers, fc.boolean(), (code, text, head, base64) => {
        const answer = { status: code, headers: head, body: text, base64 }
        const stored = structuredClone(answer)
        const result = readAnswer(answerShape, { status: code, answer })
        expect(schema.parse(result)).toEqual(result)
        expect(answer).toEqual(stored)
      }),
      { numRuns: 400 },
    )
  })

  it('loses no text of any body: all is read, reported, traced or stored as unknown', () => {
    const word = fc.stringMatching(/^[a-z]{6}$/)
    const names = fc.constantFrom(
      'status',
      'error',
      'ServiceError',
      'ErrorMessage',
      'ConnectError',
      'title',
      'errorResponse',
      'businessFault',
      'code',
      'message',
      'TransactionId',
      'X-CorrelationId',
    )
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        word,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(names, tie('value'), { maxKeys: 4 }),
      ),
    }))
    fc.assert(
      fc.property(fc.constantFrom(200, 299, 400, 502), value, (status, json) => {
        const readText = JSON.stringify(read(status, JSON.stringify(json)))
        for (const text of JSON.stringify(json).match(/"[a-z]{6}"(?!:)/g) ?? []) {
          expect(readText).toContain(text.slice(1, -1))
        }
      }),
      { numRuns: 400 },
    )
  })
})
