import { expect, it } from 'vitest'
import { Caller, someText, textLike } from './practice-caller.ts'

const verifyPath = '/accounts/validations/v1/verifyAccount'

it('answers the health check with the hyphened keys and a time without a zone (bank note 10)', async () => {
  await using caller = await Caller.open()
  const { status, json } = await caller.health()
  expect(status).toBe(200)
  expect(json).toEqual({
    Status: 'SUCCESS',
    Source: 'Roundtrip',
    Timestamp: textLike(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    ClientIp: '127.0.0.1',
    'X-Forwarded-For': textLike(/^\[.+\]$/),
  })
  expect(await caller.broken()).toEqual([])
})

it('has no health check for version 2 (bank note 9)', async () => {
  await using caller = await Caller.open()
  const authorization = `Bearer ${await caller.token()}`
  const answer = await caller.call('/accounts/validations/v2/healthCheck', {
    headers: { authorization },
  })
  expect(answer.status).toBe(404)
  expect(await caller.broken()).toEqual(['route-unknown'])
})

it('puts the correlation id in the header always and in the body of errors only (bank note 13)', async () => {
  await using caller = await Caller.open()
  const good = await caller.health()
  expect(good.headers['x-correlationid']).toMatch(/^.{36}$/)
  expect(good.json['X-CorrelationId']).toBeUndefined()
  const bad = await caller.call('/nowhere')
  expect(bad.headers['x-correlationid']).toMatch(/^.{36}$/)
  expect(bad.json['X-CorrelationId']).toBe(bad.headers['x-correlationid'])
  expect(bad.headers['x-correlationid']).not.toBe(good.headers['x-correlationid'])
})

it('writes errors in the common envelope (bank notes 15 and 16)', async () => {
  await using caller = await Caller.open()
  const { json } = await caller.call('/nowhere')
  expect(json).toEqual({
    ErrorMessage: 'Resource not found',
    TransactionId: someText,
    'X-CorrelationId': someText,
    TransactionTime: textLike(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  })
})

it('answers 405 with the method that the path has', async () => {
  await using caller = await Caller.open()
  const authorization = `Bearer ${await caller.token()}`
  const answer = await caller.call(verifyPath, { headers: { authorization } })
  expect(answer.status).toBe(405)
  expect(answer.headers['allow']).toBe('POST')
  expect(await caller.broken()).toEqual(['method-wrong'])
})

it('answers 415 to an inquiry that is not JSON by its media type', async () => {
  await using caller = await Caller.open()
  expect((await caller.send('{}', 'v1', { 'content-type': 'text/plain' })).status).toBe(415)
  expect((await caller.send('{}', 'v1', { 'content-type': null })).status).toBe(415)
  expect(await caller.broken()).toEqual(['content-type-wrong', 'content-type-wrong'])
})

it('takes a media type with a charset', async () => {
  await using caller = await Caller.open()
  const body = JSON.stringify({
    accountValidationRequest: { AOARequest: { Inquiry: caller.inquiry() } },
  })
  const answer = await caller.send(body, 'v1', {
    'content-type': 'application/json; charset=utf-8',
  })
  expect(answer.status).toBe(200)
  expect(await caller.broken()).toEqual([])
})

it('answers 401 without a bearer token or with one that it never issued', async () => {
  await using caller = await Caller.open()
  expect((await caller.health({ authorization: null })).status).toBe(401)
  expect((await caller.health({ authorization: 'Bearer made-up' })).status).toBe(401)
  expect((await caller.health({ authorization: caller.basic() })).status).toBe(401)
  expect(await caller.broken()).toEqual(['bearer-missing', 'bearer-unknown', 'bearer-missing'])
})

it('records X-CorrelationId as a request header and still answers (bank note 13)', async () => {
  await using caller = await Caller.open()
  expect((await caller.health({ 'X-CorrelationId': 'mine' })).status).toBe(200)
  const [breach] = await caller.control.breaches()
  expect(breach).toMatchObject({
    rule: 'correlation-header-sent',
    source: textLike(/Shared identifiers and headers/),
    operation: 'health',
  })
  expect(JSON.stringify(breach)).not.toContain('mine')
})

it('records a call that does not accept JSON', async () => {
  await using caller = await Caller.open()
  await caller.health({ accept: null })
  await caller.health({ accept: 'text/html' })
  expect(await caller.broken()).toEqual(['accept-missing', 'accept-missing'])
})

it('records a refused token used again, but not calls already on their way (bank note 7)', async () => {
  await using caller = await Caller.open()
  await caller.token()
  await caller.control.setScenario({ scenario: 'token-revoked', times: 1 })
  const authorization = `Bearer ${await caller.token()}`
  const health = '/accounts/validations/v1/healthCheck'
  const together = await Promise.all(
    Array.from({ length: 3 }, () => caller.callNow(health, { headers: { authorization } })),
  )
  expect(together.map(({ status }) => status)).toEqual([401, 401, 401])
  expect(await caller.broken()).toEqual([])
  expect((await caller.health()).status).toBe(401)
  expect(await caller.broken()).toEqual(['bearer-reused-after-401'])
})
