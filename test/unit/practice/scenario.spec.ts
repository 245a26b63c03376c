import { expect, it } from 'vitest'
import { scenarioGroups } from '../../../preload/contract/api/practice/practice.ts'
import { scenarios, scenarioTexts, type Scenario } from '../../../main/practice/scenario.ts'
import { Caller, errorCodeOf, inside, resultOf, someText, textLike } from './practice-caller.ts'

const opened = async (): Promise<Caller> => {
  const caller = await Caller.open()
  await caller.token()
  return caller
}

it('has a text, a group and matching calls for every scenario', () => {
  const groups = scenarioGroups.map(({ id }) => id)
  for (const one of scenarios) {
    const { group, targets } = scenarioTexts[one]
    expect(groups, one).toContain(group)
    expect(new Set(targets).size, one).toBe(targets.length)
    expect(scenarioTexts[one].title, one).toMatch(/^[A-Z]/)
    expect(scenarioTexts[one].explanation, one).toMatch(/\.$/)
  }
})

it.each([
  ['forbidden-403', 403, undefined],
  ['failure-500', 500, undefined],
  ['unavailable-503', 503, { ConnectError: someText }],
  ['gateway-timeout-504', 504, textLike(/Gateway/)],
] as const)(
  'answers %s once in the common envelope (bank note 15)',
  async (scenario, status, serviceError) => {
    await using caller = await opened()
    await caller.control.setScenario({ scenario, times: 1 })
    const answer = await caller.verify()
    expect(answer.status).toBe(status)
    expect(answer.json).toMatchObject({
      ErrorMessage: someText,
      TransactionId: someText,
    })
    expect(answer.json['ServiceError']).toEqual(serviceError)
    expect((await caller.verify()).status).toBe(200)
    expect(await caller.control.armed()).toEqual([])
  },
)

it('answers an empty 400 and a gateway page of HTML (bank note 15)', async () => {
  await using caller = await opened()
  await caller.control.setScenario({ scenario: 'empty-400', times: 1 })
  const empty = await caller.verify()
  expect([empty.status, empty.text]).toEqual([400, ''])
  await caller.control.setScenario({ scenario: 'html-502', times: 1 })
  const page = await caller.verify()
  expect([page.status, page.headers['content-type']]).toEqual([502, 'text/html'])
  expect(page.text).toContain('<html>')
})

it('answers 299 with the whole Result and ECA-W-001 as a warning (bank note 20)', async () => {
  await using caller = await opened()
  await caller.control.setScenario({ scenario: 'answered-with-warning', times: 1 })
  const answer = await caller.verify()
  expect(answer.status).toBe(299)
  expect(answer.json['ServiceError']).toMatchObject({ errorCode: 'ECA-W-001', customStatus: 'W' })
  expect(resultOf(answer)['errorCode']).toBe('000')
})

it('answers 429 and begins the pause (bank note 19)', async () => {
  await using caller = await opened()
  await caller.control.setScenario({ scenario: 'too-many-requests', times: 1 })
  expect((await caller.verify()).status).toBe(429)
  expect((await caller.control.counters()).pausedUntil).not.toBeNull()
})

it('holds an answer back for as long as it was ordered', async () => {
  await using caller = await opened()
  await caller.control.setScenario({ scenario: 'slow-answer', times: 1, delayMs: 150 })
  const startedAt = performance.now()
  expect((await caller.verify()).status).toBe(200)
  expect(performance.now() - startedAt).toBeGreaterThan(145)
})

it('closes the connection after reading the request, without a byte of answer', async () => {
  await using caller = await opened()
  await caller.control.setScenario({ scenario: 'dropped-before-answer', times: 1 })
  await expect(caller.verify()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' })
  const counters = await caller.control.counters()
  expect(counters.byOperation).toMatchObject({ validation: 1 })
  expect(counters.byStatus).toEqual({ '200': 1, none: 1 })
  expect((await caller.verify()).status).toBe(200)
})

it('closes the connection after the status and half of the body', async () => {
  await using caller = await opened()
  await caller.control.setScenario({ scenario: 'dropped-mid-answer', times: 1 })
  // undici has the status by then, so the body is what fails, not the request.
  await expect(caller.verify()).rejects.toThrow(/terminated|closed|aborted/i)
  expect((await caller.verify()).status).toBe(200)
})

it('answers a success that is not JSON', async () => {
  await using caller = await opened()
  await caller.control.setScenario({ scenario: 'garbage-200', times: 1 })
  const answer = await caller.verify()
  expect(answer.status).toBe(200)
  expect(() => JSON.parse(answer.text) as unknown).toThrow(SyntaxError)
})

it('rejects for good the token it was shown (bank note 7)', async () => {
  await using caller = await opened()
  await caller.control.setScenario({ scenario: 'token-revoked', times: 1 })
  expect((await caller.verify()).status).toBe(401)
  caller.clock.advance(100)
  expect((await caller.verify()).status).toBe(401)
  await caller.freshToken()
  expect((await caller.verify()).status).toBe(200)
})

it('answers a system failure of validation in a 200 (bank note 23)', async () => {
  await using caller = await opened()
  await caller.control.setScenario({ scenario: 'failure-in-200', times: 1 })
  const answer = await caller.verify()
  expect([answer.status, errorCodeOf(answer)]).toEqual([200, '998'])
})

it('answers an errorCode that the document does not list', async () => {
  await using caller = await opened()
  await caller.control.setScenario({ scenario: 'unknown-error-code', times: 1 })
  expect(errorCodeOf(await caller.verify())).toBe('555')
})

it('answers condition, status, letter and fields that the document does not list (bank note 40)', async () => {
  await using caller = await opened()
  await caller.control.setScenario({ scenario: 'unknown-codes', times: 1 })
  const result = resultOf(await caller.verify())
  expect(result).toMatchObject({
    errorCode: '000',
    mdmId: someText,
    futureField: someText,
    AcctStatus: { primaryStatusCode: '888' },
  })
  expect(inside(result, 'AcctOwner')).toMatchObject({
    conditionCode: '777',
    nameMatch: 'X',
    lastNameMatch: 'Y',
    loyaltyMatch: 'Y',
  })
})

it('gives a token without expires_in and with numbers, and takes it (bank note 3)', async () => {
  await using caller = await Caller.open()
  await caller.control.setScenario({ scenario: 'odd-token-answer', times: 1 })
  const { status, json } = await caller.fetchToken()
  expect(status).toBe(200)
  expect(json['expires_in']).toBeUndefined()
  expect(json['refresh_count']).toBe(0)
  const authorization = `Bearer ${String(json['access_token'])}`
  expect((await caller.health({ authorization })).status).toBe(200)
})

it('happens as often as ordered, and until cleared when ordered so', async () => {
  await using caller = await opened()
  await caller.control.setScenario({ scenario: 'failure-500', times: 2 })
  await caller.verify()
  expect((await caller.control.armed())[0]?.remaining).toBe(1)
  await caller.verify()
  expect((await caller.verify()).status).toBe(200)
  await caller.control.setScenario({ scenario: 'failure-500', times: 'until-cleared' })
  for (let call = 0; call < 3; call += 1) expect((await caller.verify()).status).toBe(500)
  expect(await caller.control.clearScenarios('failure-500')).toEqual([])
  expect((await caller.verify()).status).toBe(200)
})

it('leaves the calls alone that it is not meant for', async () => {
  await using caller = await opened()
  await caller.control.setScenario({ scenario: 'failure-500', times: 1, target: 'validation' })
  expect((await caller.health()).status).toBe(200)
  expect((await caller.verify()).status).toBe(500)
  await caller.control.setScenario({ scenario: 'failure-500', times: 1 })
  expect((await caller.fetchToken()).status).toBe(200)
  await caller.control.setScenario({ scenario: 'failure-500', times: 1, target: 'token' })
  expect((await caller.fetchToken()).status).toBe(500)
})

it('replaces an earlier order of the same scenario and keeps the others', async () => {
  await using caller = await opened()
  const orders: Scenario[] = ['slow-answer', 'failure-500', 'slow-answer']
  for (const scenario of orders) await caller.control.setScenario({ scenario, times: 1 })
  const armed = await caller.control.armed()
  expect(armed.map(({ scenario }) => scenario)).toEqual(['failure-500', 'slow-answer'])
})

it('records no breach when only the bank misbehaves', async () => {
  await using caller = await opened()
  const ofValidation = scenarios.filter((each) => {
    const { targets } = scenarioTexts[each]
    return targets.includes('validation') && each !== 'too-many-requests'
  })
  expect(ofValidation.length).toBeGreaterThan(15)
  for (const scenario of ofValidation) {
    await caller.control.setScenario({ scenario, times: 1, delayMs: 1, target: 'validation' })
    await caller.verify().catch(() => undefined)
    if (scenario === 'token-revoked') await caller.freshToken()
  }
  expect(await caller.control.armed()).toEqual([])
  expect(await caller.broken()).toEqual([])
})
