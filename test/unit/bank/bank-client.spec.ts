import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { paymentVocabulary } from '../../../main/bank/answers/classification.ts'
import { whileNoting } from '../../../main/platform/acting.ts'
import { readRequest, closeBanksAfterEach, openBank } from './support/open-bank.ts'
import { json } from './support/real-bank.ts'

const pay = {
  ...readRequest,
  method: 'POST',
  path: '/pay',
  body: '{"a":1.10}',
  lane: 'initiation',
} as const

closeBanksAfterEach()

describe('one call', () => {
  it('bank note 13: sends Accept, a bearer token and the exact body, and never X-CorrelationId', async () => {
    const bank = await openBank()
    await bank.client.read({ ...pay, path: '/echo' })
    const [call] = bank.calls
    expect(call?.body).toBe('{"a":1.10}')
    expect(call?.headers).toMatchObject({
      accept: 'application/json',
      authorization: 'Bearer token-1',
      'content-type': 'application/json',
    })
    expect(Object.keys(call?.headers ?? {})).not.toContain('x-correlationid')
  })

  it('is noted as sent once it was written, and not where it never left', async () => {
    const bank = await openBank()
    const sent = { hasActed: false }
    await whileNoting(sent, () => bank.client.read(readRequest))
    expect(sent).toEqual({ hasActed: true })
    const stopped = { hasActed: false }
    const beforeSending = () => Promise.reject(new Error('stopped'))
    await whileNoting(stopped, () => bank.client.read({ ...readRequest, beforeSending }))
    expect(stopped).toEqual({ hasActed: false })
  })

  it('bank note 6: takes the token through the same certificate, budget and record', async () => {
    const bank = await openBank()
    await bank.client.read(readRequest)
    expect(bank.budget.state().used).toBe(2)
    expect(bank.records.map(({ purpose, actor }) => [purpose, actor])).toEqual([
      ['token', 'system'],
      ['test', 'ann'],
    ])
  })

  it('is recorded raw, with its times and the correlation id, and without any secret', async () => {
    const bank = await openBank()
    bank.reply = (request, response) =>
      json(response, 418, { said: request.headers.authorization, id: 'client-id-1' })
    const result = await bank.client.read(readRequest)
    const [token, call] = bank.records
    expect(call).toMatchObject({
      id: result.callId,
      method: 'GET',
      path: '/thing',
      status: 418,
      outcome: 'answered',
      correlationId: 'c-1',
      responseBody: '{"said":"Bearer [not kept]","id":"[not kept]"}',
      responseBodyBase64: false,
    })
    expect(call?.writtenAt && call.answeredAt).toBeTruthy()
    expect(token?.requestBody).toContain('grant_type=client_credentials')
    const stored = JSON.stringify(bank.records)
    for (const secret of ['token-1', 'consumer-key-1', 'consumer-secret-1', 'client-secret-1']) {
      expect(stored).not.toContain(secret)
    }
    expect(stored).not.toContain(btoa('consumer-key-1:consumer-secret-1'))
  })

  it('is recorded with its lane, how long it waited for its turn, and which attempt it was', async () => {
    const bank = await openBank()
    bank.token = (_, response) => {
      setTimeout(() => {
        json(response, 200, {
          access_token: `token-${String(bank.tokens.length)}`,
          expires_in: '86399',
        })
      }, 60)
    }
    bank.reply = (request, response) =>
      json(response, request.headers.authorization === 'Bearer token-1' ? 401 : 200, {})
    await bank.client.read({ ...readRequest, lane: 'bulk' })
    expect(bank.records.map(({ purpose, lane, attempt }) => [purpose, lane, attempt])).toEqual([
      ['token', 'unknown-outcome', 1],
      ['test', 'bulk', 1],
      ['token', 'unknown-outcome', 1],
      ['test', 'bulk', 2],
    ])
    const waited = bank.records.map(({ waitedMs }) => waitedMs)
    expect(waited.every((ms) => Number.isInteger(ms) && ms >= 0)).toBe(true)
    // The first waited for the first token; the second started when the new one was there.
    expect(waited[1]).toBeGreaterThanOrEqual(55)
  })

  it('keeps bytes that are no text in base64', async () => {
    const bank = await openBank()
    bank.reply = (_, response) => response.end(Buffer.from([0xff, 0x00, 0xfe]))
    await bank.client.read(readRequest)
    expect(bank.records[1]).toMatchObject({ responseBody: '/wD+', responseBodyBase64: true })
  })

  it('returns the result and says so when the record could not be stored', async () => {
    const bank = await openBank()
    await bank.client.read(readRequest)
    bank.records.push = () => {
      throw new Error('disk full')
    }
    const result = await bank.client.read(readRequest)
    expect(result).toMatchObject({ kind: 'answered', callId: null, recorded: false })
    expect(bank.client.status().recording).toBe(false)
  })

  it('is recorded before the client has closed', async () => {
    const [recording, held] = [
      Promise.withResolvers<undefined>(),
      Promise.withResolvers<undefined>(),
    ]
    const ended: string[] = []
    const bank = await openBank(undefined, undefined, async ({ purpose }) => {
      if (purpose === 'token') return
      recording.resolve(undefined)
      await held.promise
      ended.push('recorded')
    })
    const reading = bank.client.read(readRequest)
    await recording.promise
    const closing = bank.client.close().then(() => ended.push('closed'))
    for (let turn = 0; turn < 100; turn += 1) await setImmediate()
    held.resolve(undefined)
    await Promise.all([reading, closing])
    expect(ended).toEqual(['recorded', 'closed'])
  })

  it('never follows a redirect', async () => {
    const bank = await openBank()
    bank.reply = (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()
    expect(await bank.client.read(readRequest)).toMatchObject({ kind: 'answered', status: 302 })
    expect(bank.calls).toHaveLength(1)
  })
})

describe('a 401', () => {
  it('bank note 7: renews the token once and makes the call once more', async () => {
    const bank = await openBank()
    bank.reply = (request, response) =>
      json(response, request.headers.authorization === 'Bearer token-1' ? 401 : 200, {})
    expect(await bank.client.read(readRequest)).toMatchObject({ kind: 'answered', status: 200 })
    expect([bank.tokens.length, bank.calls.length]).toEqual([2, 2])
  })

  it('bank note 7: renews it again within a minute where the renewed token worked and was revoked too', async () => {
    const bank = await openBank()
    const revoked = new Set(['Bearer token-1'])
    bank.reply = (request, response) =>
      json(response, revoked.has(request.headers.authorization ?? '') ? 401 : 200, {})
    expect(await bank.client.read(readRequest)).toMatchObject({ status: 200 })
    revoked.add('Bearer token-2')
    expect(await bank.client.read(readRequest)).toMatchObject({ status: 200 })
    expect([bank.tokens.length, bank.calls.length]).toEqual([3, 4])
  })

  it('bank note 7: is returned when it persists, without a loop', async () => {
    const bank = await openBank()
    bank.reply = (_, response) => json(response, 401, { ServiceError: { error: 'SVC-0006' } })
    for (let i = 0; i < 3; i += 1) {
      expect(await bank.client.read(readRequest)).toMatchObject({ kind: 'answered', status: 401 })
    }
    expect([bank.tokens.length, bank.calls.length]).toEqual([2, 4])
    expect(bank.client.status().connection).toMatchObject({ state: 'refused', status: 401 })
  })

  it('bank note 7: renews the token for an inquiry though the envelope names a transaction', async () => {
    const bank = await openBank()
    bank.reply = (request, response) =>
      json(response, request.headers.authorization === 'Bearer token-1' ? 401 : 200, {
        ErrorMessage: 'Request unauthorized',
        TransactionId: 'T1',
      })
    expect(await bank.client.read(readRequest)).toMatchObject({ kind: 'answered', status: 200 })
    expect([bank.tokens.length, bank.calls.length]).toEqual([2, 2])
  })

  it.each([
    [{}],
    [{ ErrorMessage: 'Request unauthorized' }],
    [{ ServiceError: { error: { code: 'SVC-0006' } } }],
    ['<html>Unauthorized</html>'],
  ])('never has a payment sent again by the program, whatever it says (%j)', async (body) => {
    const bank = await openBank()
    bank.reply = (_, response) => json(response, 401, body)
    await bank.client.move(pay, paymentVocabulary)
    expect(bank.calls).toHaveLength(1)
    // The next call, which a person starts, does not go out with the rejected token.
    bank.reply = (request, response) =>
      request.headers.authorization === 'Bearer token-1'
        ? json(response, 401, {})
        : json(response, 200, { status: 'IN_PROCESS' })
    expect(await bank.client.move(pay, paymentVocabulary)).toMatchObject({ verdict: 'accepted' })
    expect([bank.tokens.length, bank.calls.length]).toEqual([2, 2])
  })

  it('bank note 18: with a transaction id is not repeated for a payment', async () => {
    const bank = await openBank()
    bank.reply = (_, response) => json(response, 401, { ServiceError: { transactionId: 'T1' } })
    const result = await bank.client.move(pay, paymentVocabulary)
    expect(result).toMatchObject({ kind: 'outcome-unknown', transactionId: 'T1' })
    expect(bank.calls).toHaveLength(1)
  })
})

describe('a call that moves money', () => {
  it('is unknown, and sent once, when the bank reads it and hangs up', async () => {
    const bank = await openBank()
    await bank.client.read(readRequest)
    bank.reply = (_, response) => response.destroy()
    const result = await bank.client.move(pay, paymentVocabulary)
    expect(result).toMatchObject({ kind: 'outcome-unknown', failure: 'connection-lost' })
    expect(bank.calls.filter(({ path }) => path === '/pay')).toHaveLength(1)
  })

  it('is not sent when the bank cannot be reached', async () => {
    const bank = await openBank()
    await bank.client.checkToken()
    await bank.hangUp()
    expect(await bank.client.move(pay, paymentVocabulary)).toMatchObject({
      kind: 'not-sent',
      reason: 'connection-refused',
    })
    expect(bank.records[1]).toMatchObject({ outcome: 'not-sent' })
    expect(bank.records[1]?.writtenAt).toBeNull()
  })

  it('is unknown when the answer breaks off', async () => {
    const bank = await openBank()
    bank.reply = (_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"status":"IN_PROCESS"')
      setTimeout(() => response.destroy(), 20)
    }
    expect(await bank.client.move(pay, paymentVocabulary)).toMatchObject({
      kind: 'outcome-unknown',
      reason: 'answer-cut-off',
      status: 200,
    })
  })

  it('is cancelled by its signal before the first byte, and completed after it', async () => {
    const bank = await openBank()
    const early = AbortSignal.abort()
    expect(await bank.client.move({ ...pay, signal: early }, paymentVocabulary)).toMatchObject({
      kind: 'not-sent',
      reason: 'cancelled',
      callId: null,
    })
    const late = new AbortController()
    bank.reply = (_, response) => {
      late.abort()
      json(response, 200, { status: 'IN_PROCESS' })
    }
    const result = await bank.client.move({ ...pay, signal: late.signal }, paymentVocabulary)
    expect(result).toMatchObject({ kind: 'answered', verdict: 'accepted' })
  })
})

describe('an answer of the gateway', () => {
  it.each([502, 503, 504])(
    'bank note 17: %i makes a payment unknown and is never sent again',
    async (status) => {
      const bank = await openBank()
      bank.reply = (_, response) => json(response, status, { ServiceError: { ConnectError: 'x' } })
      expect(await bank.client.move(pay, paymentVocabulary)).toMatchObject({
        kind: 'outcome-unknown',
        status,
      })
      expect(bank.calls).toHaveLength(1)
    },
  )

  it('bank note 14: keeps the correlation id of each call with that call', async () => {
    const bank = await openBank()
    const ids = ['one', 'two']
    bank.reply = (_, response) => response.setHeader('X-CorrelationId', ids.shift() ?? '').end('{}')
    await bank.client.read(readRequest)
    await bank.client.read(readRequest)
    expect(bank.records.slice(1).map(({ correlationId }) => correlationId)).toEqual(['one', 'two'])
  })

  it('bank note 13: keeps the correlation id of an error that only its body has', async () => {
    const bank = await openBank()
    const answers: [number, Record<string, string>][] = [
      [400, {}],
      [200, {}],
      [400, { 'X-CorrelationId': 'in-header' }],
    ]
    for (const [status, headers] of answers) {
      bank.reply = (_, response) =>
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end('{"X-CorrelationId":"in-body","ErrorMessage":"no"}')
      await bank.client.read(readRequest)
    }
    expect(bank.records.slice(1).map(({ correlationId }) => correlationId)).toEqual([
      'in-body',
      null,
      'in-header',
    ])
  })

  it('bank note 16: keeps the time of an error in whatever form it came', async () => {
    const bank = await openBank()
    const body = { TransactionTime: '2026-11-02 and 10:00:00', ErrorMessage: 'no' }
    bank.reply = (_, response) => json(response, 500, body)
    const { answer } = await bank.client.read(readRequest)
    expect(answer?.body).toBe(JSON.stringify(body))
  })
})

describe('a 429', () => {
  it('bank note 19: pauses every API, and a call that may not wait fails without being sent', async () => {
    const bank = await openBank()
    bank.reply = (_, response) => json(response, 429, {})
    expect(await bank.client.read(readRequest)).toMatchObject({ kind: 'answered', status: 429 })
    const result = await bank.client.read({ ...readRequest, path: '/other', whenPaused: 'fail' })
    expect(result).toMatchObject({ kind: 'not-sent', reason: 'rate-paused', callId: null })
    expect(bank.calls).toHaveLength(1)
    const waiting = new AbortController()
    const patient = bank.client.read({ ...readRequest, signal: waiting.signal })
    waiting.abort()
    expect(await patient).toMatchObject({ kind: 'not-sent', reason: 'cancelled' })
  })
})
