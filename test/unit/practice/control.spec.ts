import { createServer, request as plainRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import {
  connectPracticeBank,
  PracticeControlError,
} from '../../../main/practice/practice-control.ts'
import { Caller } from './practice-caller.ts'

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends a request with node:http, which allows any Host header. */
const query = (
  controlUrl: string,
  path: string,
  sent: Sent = {},
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(controlUrl)
    const { method = 'GET', headers = {}, body } = sent
    plainRequest({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
      .once('error', reject)
      .end(body)
  })

const bearer = (controlUrl: string): string => `Bearer ${new URL(controlUrl).hash.slice(1)}`

it('refuses to report anything without its token, and gives no details with the refusal', async () => {
  await using caller = await Caller.open()
  for (const path of ['/enrolment', '/counters', '/town', '/nowhere']) {
    expect(await query(caller.controlUrl, path)).toEqual({ status: 401, text: '{}' })
  }
  const wrong = { authorization: `Bearer ${'x'.repeat(43)}` }
  expect((await query(caller.controlUrl, '/enrolment', { headers: wrong })).status).toBe(401)
})

it('refuses to act without its token', async () => {
  await using caller = await Caller.open()
  const body = JSON.stringify({ scenario: 'failure-500', times: 1 })
  expect((await query(caller.controlUrl, '/scenarios', { method: 'POST', body })).status).toBe(401)
  expect(await caller.control.armed()).toEqual([])
})

it('refuses another Host even with the token, so that no page reaches it by rebinding a name', async () => {
  await using caller = await Caller.open()
  const authorization = bearer(caller.controlUrl)
  for (const host of [
    'attacker.example',
    '127.0.0.1',
    `attacker.example:${new URL(caller.controlUrl).port}`,
  ]) {
    const headers = { authorization, host }
    expect((await query(caller.controlUrl, '/enrolment', { headers })).status).toBe(403)
  }
})

it('refuses a request that a web page sent', async () => {
  await using caller = await Caller.open()
  const headers = { authorization: bearer(caller.controlUrl), origin: 'http://attacker.example' }
  expect((await query(caller.controlUrl, '/enrolment', { headers })).status).toBe(403)
})

it('refuses an order that is not in the contract and arms nothing', async () => {
  await using caller = await Caller.open()
  const headers = { authorization: bearer(caller.controlUrl) }
  for (const body of [
    '{',
    '{"scenario":"explode","times":1}',
    '{"scenario":"failure-500","times":0}',
  ]) {
    const answer = await query(caller.controlUrl, '/scenarios', { method: 'POST', headers, body })
    expect(answer.status).toBe(400)
  }
  expect(await caller.control.armed()).toEqual([])
})

it('enrols the client with everything that onboarding gives', async () => {
  await using caller = await Caller.open()
  const { partnerClientId, baseUrl, ...rest } = caller.enrolment
  expect(partnerClientId).toHaveLength(32)
  expect(baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  expect(new Set(Object.values(rest)).size).toBe(Object.keys(rest).length)
})

it('reports the whole state at once for its panel', async () => {
  await using caller = await Caller.open()
  await caller.call('/nowhere')
  await caller.control.setScenario({ scenario: 'slow-answer', times: 'until-cleared' })
  expect(await caller.control.state()).toMatchObject({
    state: 'running',
    address: caller.enrolment.baseUrl,
    counters: { arrived: 1, breaches: 1 },
    breaches: [{ rule: 'route-unknown' }],
    armed: [{ scenario: 'slow-answer', remaining: 'until-cleared', target: 'api', delayMs: 3000 }],
    town: { name: 'Alder Falls' },
  })
})

it('clears counts, breaches, orders and the pause on reset, and keeps tokens good', async () => {
  await using caller = await Caller.open()
  await caller.token()
  await caller.control.setScenario({ scenario: 'too-many-requests', times: 'until-cleared' })
  await caller.health()
  await caller.control.reset()
  expect(await caller.control.counters()).toMatchObject({
    arrived: 0,
    byOperation: {},
    byStatus: {},
    busiestSecond: 0,
    pausedUntil: null,
    breaches: 0,
  })
  expect((await caller.health()).status).toBe(200)
})

it.each([
  'https://127.0.0.1:4000/#0123456789012345678901',
  'http://bank.example:4000/#0123456789012345678901',
  'http://127.0.0.1:4000/',
  'nonsense',
])('does not connect to %s', (url) => {
  expect(() => connectPracticeBank(url)).toThrow(TypeError)
})

const control = 'http://127.0.0.1:PORT/#0123456789012345678901'
const listening = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(control.replace('PORT', String((server.address() as AddressInfo).port)))
    })
  })

it('reports whether the bank is gone, refuses, or answers something else', async () => {
  const impostor = createServer((request, response) => {
    response.statusCode = request.url === '/town' ? 401 : 200
    response.end('{"surprise":true}')
  })
  const bank = connectPracticeBank(await listening(impostor))
  await expect(bank.town()).rejects.toMatchObject({ code: 'refused' })
  await expect(bank.counters()).rejects.toMatchObject({ code: 'unreadable' })
  await new Promise((resolve) => {
    impostor.close(resolve)
    impostor.closeAllConnections()
  })
  await expect(bank.counters()).rejects.toMatchObject({ code: 'unreachable' })
  await expect(bank.counters()).rejects.toBeInstanceOf(PracticeControlError)
  await bank.close()
})
