import { expect, it } from 'vitest'
import { Caller } from './practice-caller.ts'

it('answers every documented field, each a string (bank notes 3 and 5)', async () => {
  await using caller = await Caller.open()
  const { status, json } = await caller.fetchToken()
  expect(status).toBe(200)
  const texts = [
    'access_token',
    'token_type',
    'expires_in',
    'issued_at',
    'refresh_token_expires_in',
    'refresh_count',
    'scope',
    'api_product_list',
    'organization_name',
    'developer.email',
    'client_id',
    'Id',
    'application_name',
    'status',
  ]
  for (const field of texts) expect(json[field], field).toBeTypeOf('string')
  expect(json['api_product_list_json']).toContain('Account Validation')
  expect(Object.keys(json).sort()).toEqual([...texts, 'api_product_list_json'].sort())
  expect(await caller.broken()).toEqual([])
})

it('answers the consumer key as client_id and the client id as Id (bank note 2)', async () => {
  await using caller = await Caller.open()
  const { json } = await caller.fetchToken()
  expect(json['client_id']).toBe(caller.enrolment.consumerKey)
  expect(json['Id']).toBe(caller.enrolment.clientId)
})

it('wants the scope in the query (bank note 1)', async () => {
  await using caller = await Caller.open()
  expect((await caller.fetchToken({}, '/oauth/v1/token')).status).toBe(400)
  expect((await caller.fetchToken({}, '/oauth/v1/token?scope=rs-write')).status).toBe(400)
  const moved = await caller.fetchToken(
    { body: caller.form({ scope: 'rs-read' }) },
    '/oauth/v1/token',
  )
  expect(moved.status).toBe(400)
  expect(await caller.broken()).toEqual([
    'token-scope-missing',
    'token-scope-missing',
    'token-scope-missing',
    'token-form-wrong',
  ])
})

it.each([
  ['Id', null],
  ['Key', null],
  ['grant_type', null],
  ['grant_type', 'password'],
])('refuses a form with %s as %s (bank note 1)', async (field, value) => {
  await using caller = await Caller.open()
  const { status } = await caller.fetchToken({ body: caller.form({ [field]: value }) })
  expect(status).toBe(400)
  expect(await caller.broken()).toEqual(['token-form-wrong'])
})

it('refuses the form under the names of the credentials instead of Id and Key (bank note 1)', async () => {
  await using caller = await Caller.open()
  const { clientId, clientSecret } = caller.enrolment
  const body = caller.form({
    Id: null,
    Key: null,
    client_id: clientId,
    client_secret: clientSecret,
  })
  expect((await caller.fetchToken({ body })).status).toBe(400)
  const breaches = await caller.control.breaches()
  expect(breaches.map(({ detail }) => detail)).toEqual([
    'unknown: client_id, client_secret',
    'missing: Id, Key',
  ])
})

it('refuses the two pairs mixed up, and names which one was sent (bank note 1)', async () => {
  await using caller = await Caller.open()
  const { clientId, clientSecret } = caller.enrolment
  const answer = await caller.fetchToken({
    headers: { authorization: caller.basic(clientId, clientSecret) },
  })
  expect(answer.status).toBe(401)
  const [breach] = await caller.control.breaches()
  expect(breach).toMatchObject({
    rule: 'token-credentials-wrong',
    detail: 'The Basic header carries the client pair',
  })
  expect(JSON.stringify(breach)).not.toContain(clientSecret)
})

it('refuses a wrong secret in either place, and no Basic header', async () => {
  await using caller = await Caller.open()
  const { consumerKey } = caller.enrolment
  const wrongBasic = { headers: { authorization: caller.basic(consumerKey, 'wrong') } }
  expect((await caller.fetchToken(wrongBasic)).status).toBe(401)
  expect((await caller.fetchToken({ headers: { authorization: null } })).status).toBe(401)
  expect((await caller.fetchToken({ body: caller.form({ Key: 'wrong' }) })).status).toBe(401)
  expect(await caller.broken()).toEqual(Array(3).fill('token-credentials-wrong'))
  expect((await caller.control.counters()).tokensIssued).toBe(0)
})

it('answers 415 to a token call that is not a form', async () => {
  await using caller = await Caller.open()
  const answer = await caller.fetchToken({ headers: { 'content-type': 'application/json' } })
  expect(answer.status).toBe(415)
  expect(await caller.broken()).toEqual(['content-type-wrong'])
})

it('takes a token for 24 hours and no longer (bank note 3)', async () => {
  await using caller = await Caller.open()
  await caller.token()
  caller.clock.advance(24 * 60 * 60 * 1000 - 2000)
  expect((await caller.health()).status).toBe(200)
  caller.clock.advance(2000)
  expect((await caller.health()).status).toBe(401)
  expect(await caller.broken()).toEqual(['bearer-expired'])
})

it('records a token fetched within a minute of a live one, and not one after a minute (bank note 3)', async () => {
  await using caller = await Caller.open()
  await caller.fetchToken()
  caller.clock.advance(60_000)
  await caller.fetchToken()
  expect(await caller.broken()).toEqual([])
  await caller.fetchToken()
  expect(await caller.broken()).toEqual(['token-needless'])
})

it.each([
  ['leaves an older token valid', false, 200],
  ['ends the older token', true, 401],
])('%s with a new one, as it was started (bank note 3)', async (_, newestTokenOnly, status) => {
  await using caller = await Caller.open(1, { newestTokenOnly })
  await caller.token()
  const { json } = await caller.fetchToken()
  expect((await caller.health()).status).toBe(status)
  const authorization = `Bearer ${String(json['access_token'])}`
  expect((await caller.health({ authorization })).status).toBe(200)
})

it('finds a token fetched after a 401 needed (bank note 7)', async () => {
  await using caller = await Caller.open()
  await caller.token()
  await caller.control.setScenario({ scenario: 'token-revoked', times: 1 })
  expect((await caller.health()).status).toBe(401)
  await caller.freshToken()
  expect((await caller.health()).status).toBe(200)
  expect(await caller.broken()).toEqual([])
})

it('finds a token fetched again needed when the first never arrived', async () => {
  await using caller = await Caller.open()
  await caller.control.setScenario({ scenario: 'dropped-mid-answer', times: 1, target: 'token' })
  await expect(caller.fetchToken()).rejects.toThrow()
  expect((await caller.fetchToken()).status).toBe(200)
  expect(await caller.broken()).toEqual([])
  expect((await caller.control.counters()).tokensIssued).toBe(1)
})

it('counts the token call like any other (bank note 6)', async () => {
  await using caller = await Caller.open()
  await caller.fetchToken()
  expect((await caller.control.counters()).byOperation).toEqual({ token: 1 })
})
