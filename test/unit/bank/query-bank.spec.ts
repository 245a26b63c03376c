import { describe, expect, it } from 'vitest'
import { queryBank, type Question, type Wait } from '../../../main/bank/query-bank.ts'
import type { BankRequest } from '../../../main/bank/client/bank-call.ts'
import { answerTimeouts } from '../../../main/bank/client/transport.ts'
import { field, shape } from '../../../preload/contract/bank/answers/shape.ts'
import {
  endpointIds,
  endpointOf,
  type EndpointId,
  type TimeoutClass,
} from '../../../preload/contract/bank/endpoints.ts'
import { closeBanksAfterEach, openBank } from './support/open-bank.ts'
import { json, type RealBank } from './support/real-bank.ts'

closeBanksAfterEach()

const statusShape = shape('test', { status: field.text('Status') })
const questionTo = (endpoint: EndpointId): Question<typeof statusShape> => ({
  endpoint,
  shape: statusShape,
  segments: { parNumber: 'P1', transactionId: 'T1', debitAccount: '1', reference: 'R1' },
  partnerClientId: '0'.repeat(32),
})
const detail = questionTo('ach-detail')

/** A wait that takes no time and records its arguments. */
const noted = () => {
  const waits: number[] = []
  const wait: Wait = (ms) => {
    waits.push(ms)
    return Promise.resolve()
  }
  return { waits, wait }
}

/** The real client, with its requests recorded. */
const listening = (bank: RealBank) => {
  const requests: BankRequest[] = []
  const client = {
    read: (request: BankRequest) => {
      requests.push(request)
      return bank.client.read(request)
    },
  }
  return { requests, client }
}

const readings = endpointIds.filter((id) => !endpointOf(id).movesMoney && id !== 'token')

describe('a query that the bank does not answer', () => {
  it('bank note 17: is sent twice more after a 504, each time in its lane and with a record of its own', async () => {
    const bank = await openBank()
    bank.reply = (_, response) =>
      json(response, bank.calls.length < 3 ? 504 : 200, { status: 'COLLECTED' })
    const { waits, wait } = noted()
    const { client, requests } = listening(bank)
    const callOptions = { actor: 'ann', lane: 'sweep' } as const
    const { answer, callId } = await queryBank(client, detail, callOptions, wait)
    expect(answer).toMatchObject({ kind: 'answered', reading: { status: 'COLLECTED' } })
    expect(requests.map(({ lane }) => lane)).toEqual(['sweep', 'sweep', 'sweep'])
    expect(bank.calls).toHaveLength(3)
    expect(bank.budget.state().used).toBe(4)
    const records = bank.records.filter(({ purpose }) => purpose === 'ach-detail')
    expect(records.map(({ status }) => status)).toEqual([504, 504, 200])
    expect(callId).toBe(records[2]?.id)
    expect(waits).toHaveLength(2)
    expect(waits[1]).toBeGreaterThan(waits[0] ?? Infinity)
  })

  it.each([502, 504])('is not sent a fourth time after %i', async (status) => {
    const bank = await openBank()
    bank.reply = (_, response) => json(response, status, {})
    const { answer } = await queryBank(bank.client, detail, 'ann', noted().wait)
    expect(answer).toMatchObject({ kind: 'refused', trace: { status } })
    expect(bank.calls).toHaveLength(3)
  })

  it('is sent again after its connection was lost', async () => {
    const bank = await openBank()
    bank.reply = (_, response) => response.destroy()
    const { answer } = await queryBank(bank.client, detail, 'ann', noted().wait)
    expect(answer).toEqual({ kind: 'no-answer', reason: 'connection-lost' })
    expect(bank.calls).toHaveLength(3)
  })

  it.each([400, 401, 403, 404, 405, 408, 409, 415, 422, 429, 500, 503])(
    'is sent once when the bank answers %i',
    async (status) => {
      const bank = await openBank()
      bank.reply = (_, response) => json(response, status, {})
      const { waits, wait } = noted()
      const { answer } = await queryBank(bank.client, detail, 'ann', wait)
      expect(answer).toMatchObject({ kind: 'refused', trace: { status } })
      expect(waits).toEqual([])
      // The client repeats a 401 once, with a new token (bank note 7).
      expect(bank.calls).toHaveLength(status === 401 ? 2 : 1)
    },
  )

  it.each(['', '<html>502 Bad Gateway</html>', '{"status":'])(
    'is sent once when a 200 cannot be read: %j',
    async (body) => {
      const bank = await openBank()
      bank.reply = (_, response) => response.end(body)
      const { answer } = await queryBank(bank.client, detail, 'ann', noted().wait)
      expect(answer.kind).toBe('not-understood')
      expect(bank.calls).toHaveLength(1)
    },
  )

  it('is sent once when the certificate of the server is not trusted', async () => {
    const bank = await openBank(({ ca: _, ...rest }) => rest)
    const { waits, wait } = noted()
    const { answer } = await queryBank(bank.client, detail, 'ann', wait)
    expect(answer).toEqual({ kind: 'not-sent', reason: 'server-certificate-not-trusted' })
    expect(waits).toEqual([])
  })

  it.each(['payment-status', 'payment-status-by-reference'] as const)(
    'is sent again after a 504 where it is a status inquiry: %s',
    async (id) => {
      const bank = await openBank()
      bank.reply = (_, response) => json(response, 504, {})
      await queryBank(bank.client, questionTo(id), 'ann', noted().wait)
      expect(bank.calls).toHaveLength(3)
    },
  )

  it.each(readings.filter((id) => !endpointOf(id).retriesReads))(
    'is sent once where the query is an act of its own: %s',
    async (id) => {
      const bank = await openBank()
      bank.reply = (_, response) => json(response, 504, {})
      const { waits, wait } = noted()
      await queryBank(bank.client, questionTo(id), 'ann', wait)
      expect(bank.calls).toHaveLength(1)
      expect(waits).toEqual([])
    },
  )

  it('is given up by its signal during a pause, with the earlier answer', async () => {
    const bank = await openBank()
    bank.reply = (_, response) => json(response, 504, {})
    const stop = new AbortController()
    const pending = queryBank(bank.client, detail, { actor: 'ann', signal: stop.signal })
    await expect.poll(() => bank.records.length).toBe(2)
    stop.abort()
    expect((await pending).answer).toMatchObject({ kind: 'refused', problem: 'gateway-timed-out' })
    expect(bank.calls).toHaveLength(1)
  })

  it('keeps the earlier answer when the next attempt was never sent', async () => {
    const bank = await openBank()
    bank.reply = (_, response) => json(response, 504, {})
    const { answer, callId } = await queryBank(bank.client, detail, 'ann', () => bank.hangUp())
    expect(answer).toMatchObject({ kind: 'refused', problem: 'gateway-timed-out' })
    expect(callId).toBe(bank.records[1]?.id)
  })
})

describe('a call that moves money', () => {
  it.each(endpointIds.filter((id) => endpointOf(id).movesMoney))(
    'is not a query: %s is not sent',
    async (id) => {
      const bank = await openBank()
      await expect(queryBank(bank.client, questionTo(id), 'ann')).rejects.toThrow(RangeError)
      expect(bank.received).toHaveLength(0)
    },
  )
})

describe('how long an answer is waited for', () => {
  it('bank note 106: is longer the more is requested, and far above the average of a validation', () => {
    const order: TimeoutClass[] = ['health', 'token', 'read', 'list', 'money']
    const times = order.map((of) => answerTimeouts[of].headersMs)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(answerTimeouts.read.headersMs).toBeGreaterThanOrEqual(10 * 5_000)
  })

  it('depends on the query', async () => {
    const bank = await openBank()
    const { requests, client } = listening(bank)
    for (const id of readings) await queryBank(client, questionTo(id), 'ann')
    for (const { purpose, timeouts } of requests) {
      const { paging } = endpointOf(purpose as EndpointId)
      const of = purpose.startsWith('health-') ? 'health' : paging ? 'list' : 'read'
      expect([purpose, timeouts]).toEqual([purpose, answerTimeouts[of]])
    }
    const money = endpointIds.filter((id) => endpointOf(id).timeouts === 'money')
    expect(money).toEqual(endpointIds.filter((id) => endpointOf(id).movesMoney))
  })

  it.each(Object.entries(answerTimeouts))(
    'ends a silent or stalling call of the class %s as timed out',
    async (_class, { headersMs, bodyMs }) => {
      const bank = await openBank()
      await bank.client.checkToken()
      // A hundredth of the time, so that the test does not take as long as a bank may.
      const timeouts = { headersMs: headersMs / 100, bodyMs: bodyMs / 100 }
      const request = { method: 'GET', path: '/slow', lane: 'interactive' } as const
      const call = { ...request, purpose: 'test', actor: 'ann', timeouts }
      bank.reply = (received, response) => {
        if (received.path === '/slow') return
        response.writeHead(200, { 'content-length': '100' })
        response.write('{')
      }
      const ended = { kind: 'no-answer', reason: 'timed-out' }
      const startedAt = performance.now()
      const both = [bank.client.read(call), bank.client.read({ ...call, path: '/stalls' })]
      for (const result of await Promise.all(both)) expect(result).toMatchObject(ended)
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(timeouts.headersMs * 0.9)
      expect(bank.calls).toHaveLength(2)
    },
  )
})
