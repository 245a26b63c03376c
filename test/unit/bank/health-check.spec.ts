import { describe, expect, it } from 'vitest'
import { checkHealth } from '../../../main/bank/health-check.ts'
import { closeBanksAfterEach, openBank } from './support/open-bank.ts'
import { json } from './support/real-bank.ts'

closeBanksAfterEach()
const partner = 'P'.repeat(32)

describe('a health check', () => {
  it('bank note 9: is sent to the path of its product', async () => {
    const bank = await openBank()
    for (const product of ['account-validation', 'ach-inquiry', 'payments'] as const) {
      expect(await checkHealth(bank.client, product, 'ann', partner)).toMatchObject({ status: 200 })
    }
    expect(bank.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /accounts/validations/v1/healthCheck',
      'GET /accounts/transactions/v1/healthCheck',
      'GET /rtp/v1/payment/healthCheck',
    ])
  })

  it('bank note 11: carries PartnerClientId for payments and for nothing else', async () => {
    const bank = await openBank()
    for (const product of ['account-validation', 'ach-inquiry', 'payments'] as const) {
      await checkHealth(bank.client, product, 'ann', partner)
    }
    expect(bank.calls.map(({ headers }) => headers['partnerclientid'])).toEqual([
      undefined,
      undefined,
      partner,
    ])
    expect(bank.tokens[0]?.headers['partnerclientid']).toBeUndefined()
  })

  it('bank note 11: is not sent for payments without PartnerClientId', async () => {
    const bank = await openBank()
    await expect(checkHealth(bank.client, 'payments', 'ann')).rejects.toThrow(RangeError)
    expect(bank.received).toHaveLength(0)
  })

  it('bank note 10: returns every value as received, with the trace ids and times of the call', async () => {
    const bank = await openBank()
    bank.reply = (_, response) =>
      json(response, 200, { ClientIp: '1.2.3.4', Odd: { a: 1 }, Empty: '', None: null })
    const checked = await checkHealth(bank.client, 'ach-inquiry', 'ann')
    expect(checked.fields).toEqual([
      { name: 'ClientIp', value: '1.2.3.4' },
      { name: 'Odd', value: '{"a":1}' },
    ])
    expect(checked).toMatchObject({
      status: 200,
      failure: null,
      correlationId: 'c-1',
      callId: bank.records[1]?.id,
    })
    expect(checked.times?.writtenAt).toBeInstanceOf(Date)
    expect(checked.times?.answeredAt).toBeInstanceOf(Date)
    expect(bank.records[1]).toMatchObject({ purpose: 'health-ach-inquiry', actor: 'ann' })
  })

  it('returns nothing of an answer nested too deep to be traversed', async () => {
    const bank = await openBank()
    const body = `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`
    bank.reply = (_, response) => response.end(body)
    const checked = await checkHealth(bank.client, 'ach-inquiry', 'ann')
    expect(checked).toMatchObject({ status: 200, fields: [], failure: null })
    expect(checked.answer?.body).toBe(body)
  })

  it('reports why there was no answer', async () => {
    const bank = await openBank()
    await bank.client.checkToken()
    bank.reply = (_, response) => response.destroy()
    expect(await checkHealth(bank.client, 'ach-inquiry', 'ann')).toMatchObject({
      status: null,
      failure: 'connection-lost',
      correlationId: null,
    })
  })
})

describe('proving the connection', () => {
  const notWaiting = { whenPaused: 'fail' } as const

  it('bank note 19: neither waits for the end of a pause nor queues a call for it', async () => {
    const bank = await openBank()
    bank.token = (_, response) => json(response, 429, {})
    expect(await bank.client.checkToken(notWaiting)).toMatchObject({
      kind: 'failed',
      reason: 'rate-paused',
      status: 429,
    })
    // Each computes the end from its own moment.
    const untilMs = bank.client.status().pausedUntil?.getTime() ?? 0
    const budgetMs = bank.budget.state().pausedUntil?.getTime() ?? 0
    expect(Math.abs(untilMs - budgetMs)).toBeLessThan(5_000)
    expect(await bank.client.checkToken(notWaiting)).toEqual({
      kind: 'failed',
      reason: 'rate-paused',
    })
    expect(bank.budget.state().waiting['unknown-outcome']).toBe(0)
    expect(bank.received).toHaveLength(1)
  })

  it('bank note 19: returns the held token during a pause, since that needs no call', async () => {
    const bank = await openBank()
    bank.reply = (_, response) => json(response, 429, {})
    await checkHealth(bank.client, 'ach-inquiry', 'ann')
    expect(await bank.client.checkToken(notWaiting)).toMatchObject({
      kind: 'token',
      value: 'token-1',
    })
  })

  it('bank note 19: stops waiting when a pause begins before its own call went out', async () => {
    const bank = await openBank()
    const permits = []
    for (let i = 0; i < 50; i += 1) permits.push(await bank.budget.acquire({ lane: 'bulk' }))
    const proving = bank.client.checkToken(notWaiting)
    const [first] = permits
    if (first?.kind !== 'permit') throw new Error('no permit')
    first.begin()
    first.written(100)
    first.answered(429)
    first.ended()
    expect(await proving).toEqual({ kind: 'failed', reason: 'rate-paused' })
    expect(bank.received).toHaveLength(0)
  })

  it('can be cancelled while it waits', async () => {
    const bank = await openBank()
    bank.token = () => undefined
    const taking = new AbortController()
    const proving = bank.client.checkToken({ signal: taking.signal })
    taking.abort()
    expect(await proving).toEqual({ kind: 'failed', reason: 'cancelled' })
  })
})
