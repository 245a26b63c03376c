import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BankClient } from '../../../../main/bank/bank-client.ts'
import type { BankRequest } from '../../../../main/bank/client/bank-call.ts'
import { paymentBody } from '../../../../main/bank/apis/payments-body.ts'
import { createPayments, type PaymentsApi } from '../../../../main/bank/apis/payments.ts'
import { segmentsOf } from '../../../../main/practice/routes.ts'
import { paymentRequest } from '../../../../preload/contract/bank/payments/payment-request.ts'
import { wire } from '../../preload/contract/bank/support/payments.ts'
import { closeBanksAfterEach, openBank } from '../support/open-bank.ts'
import { json, type RealBank } from '../support/real-bank.ts'

const partnerId = 'PARTNER0123456789PARTNER01234567'
const body = paymentBody(paymentRequest.parse(wire))

closeBanksAfterEach()
const open = async (): Promise<{ bank: RealBank; api: PaymentsApi }> => {
  const bank = await openBank()
  return { bank, api: createPayments({ client: bank.client, partnerClientId: () => partnerId }) }
}

/** A client that records its requests and has no connection. */
function clientless(partnerClientId: string | null = partnerId) {
  const queried: BankRequest[] = []
  const notSent = (request: BankRequest) => {
    queried.push(request)
    return Promise.resolve({
      kind: 'not-sent',
      reason: 'cancelled',
      callId: null,
      answer: null,
      recorded: true,
    } as const)
  }
  const client: Pick<BankClient, 'read' | 'move'> = { read: notSent, move: notSent }
  return { queried, api: createPayments({ client, partnerClientId: () => partnerClientId }) }
}

const everyCall: [name: string, call: (api: PaymentsApi) => Promise<unknown>][] = [
  ['initiate', (api) => api.initiate(body, 'ann')],
  ['validate', (api) => api.validate(body, 'ann')],
  ['status by transaction id', (api) => api.statusByTransactionId('T1', 'ann')],
  ['status by reference', (api) => api.statusByReference('0072', 'R1', 'ann')],
  ['participants', (api) => api.participants({ limit: 50, offset: 100 }, 'ann')],
  ['health', (api) => api.health('ann')],
]

describe('payments over the wire', () => {
  it('bank notes 11 and 13: sends PartnerClientId with every call and X-CorrelationId with none', async () => {
    const { bank, api } = await open()
    for (const [, call] of everyCall) await call(api)
    expect(bank.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /rtp/v1/payment/initiate',
      'POST /rtp/v1/payment/validate',
      'GET /rtp/v1/payment/status/transactionId/T1',
      'GET /rtp/v1/payment/status/debitAccount/0072/reference/R1',
      'GET /rtp/v1/payment/rtp/participant?limit=50&offset=100',
      'GET /rtp/v1/payment/healthCheck',
    ])
    for (const { headers } of bank.calls) {
      expect(headers['partnerclientid']).toBe(partnerId)
      expect(headers).not.toHaveProperty('x-correlationid')
    }
  })

  it('sends the body that was approved byte for byte, and returns the outcome', async () => {
    const { bank, api } = await open()
    const odd = body.replace('Ridgeway', 'R\u00efdgeway \\u0041')
    bank.reply = (_, response) => {
      response
        .writeHead(200)
        .end('{"status":"IN_PROCESS","transactionId":"T1","transferAmount":12500.10}')
    }
    const initiated = await api.initiate(odd, 'ann')
    expect(bank.calls.map((call) => call.body)).toEqual([odd])
    expect(initiated).toMatchObject({
      outcome: { kind: 'answered', verdict: 'accepted', status: 200 },
      answer: { kind: 'answered', reading: { transactionId: 'T1', transferAmount: '12500.10' } },
      callId: bank.records.at(-1)?.id,
    })
    expect(Object.keys(initiated.outcome).sort()).toEqual(['body', 'kind', 'status', 'verdict'])
    expect(initiated.raw).toContain('12500.10')
  })

  it.each([
    [
      200,
      { status: 'FAILED' },
      { kind: 'answered', verdict: 'rejected' },
      { kind: 'refused', problem: 'failed-in-success' },
    ],
    [
      200,
      { status: 'ERROR' },
      { kind: 'outcome-unknown', reason: 'undecided-answer' },
      { kind: 'answered' },
    ],
    [
      200,
      'sorry',
      { kind: 'outcome-unknown', reason: 'undecided-answer' },
      { kind: 'not-understood' },
    ],
    [
      504,
      { ServiceError: { ConnectError: 'late' } },
      { kind: 'outcome-unknown', reason: 'unclear-status' },
      { kind: 'refused', problem: 'gateway-timed-out', connectError: 'late' },
    ],
    [
      400,
      { ServiceError: { error: { code: 'SVC-1006' } } },
      { kind: 'not-sent', reason: 'refused' },
      { kind: 'refused', problem: 'request-invalid' },
    ],
    [
      400,
      { ServiceError: { transactionId: 'T7' } },
      { kind: 'outcome-unknown', reason: 'refused-with-transaction', transactionId: 'T7' },
      { kind: 'refused', reading: { transactionId: 'T7' }, trace: { transactionId: 'T7' } },
    ],
  ])(
    'bank notes 18 and 71: sends once and reports %i with %j as it is',
    async (status, sent, outcome, answer) => {
      const { bank, api } = await open()
      bank.reply = (_, response) => json(response, status, sent === 'sorry' ? { sent } : sent)
      expect(await api.initiate(body, 'ann')).toMatchObject({ outcome, answer })
      expect(bank.calls).toHaveLength(1)
    },
  )

  it('does not send a payment again when its connection was lost, and reads no half answer', async () => {
    const { bank, api } = await open()
    bank.reply = (_, response) => {
      response.writeHead(200, { 'content-length': '500' })
      response.write('{"status":"IN_PROCESS","transactionId":"T5"', () => response.destroy())
    }
    const initiated = await api.initiate(body, 'ann')
    expect(initiated).toMatchObject({
      outcome: { kind: 'outcome-unknown', reason: 'answer-cut-off', transactionId: 'T5' },
      answer: { kind: 'no-answer' },
    })
    expect(initiated.raw).toContain('IN_PROCESS')
    expect(bank.calls).toHaveLength(1)
  })

  it('bank note 75: shows participants as a table in the received form, without a total', async () => {
    const { bank, api } = await open()
    bank.reply = (_, response) =>
      json(response, 200, {
        asOf: '2026-11-02',
        participants: [
          { aba: '021000021', name: 'First' },
          { aba: '011000015', receive: { rfp: true } },
        ],
      })
    const { answer } = await api.participants({ limit: 2, offset: 0 }, 'ann')
    expect(answer).toMatchObject({
      kind: 'answered',
      reading: {
        path: 'participants',
        columns: ['aba', 'name', 'receive.rfp'],
        rows: [
          ['021000021', 'First', null],
          ['011000015', null, 'true'],
        ],
        other: [{ path: 'asOf', value: '2026-11-02' }],
      },
    })
  })
})

describe('payments, whatever the bank', () => {
  it.each(everyCall)(
    'bank note 11: refuses %s to a profile without PartnerClientId',
    async (_, call) => {
      const { api, queried } = clientless(null)
      await expect(call(api)).rejects.toThrow(RangeError)
      expect(queried).toEqual([])
    },
  )

  it('moves money by initiation alone, and gives status inquiries the first lane', async () => {
    const { api, queried } = clientless()
    for (const [, call] of everyCall) await call(api)
    expect(queried.map(({ lane }) => lane)).toEqual([
      'initiation',
      'interactive',
      'unknown-outcome',
      'unknown-outcome',
      'interactive',
      'interactive',
    ])
    await api.statusByTransactionId('T1', { actor: 'system', lane: 'sweep' })
    expect(queried.at(-1)?.lane).toBe('sweep')
  })

  it('reports that nothing was sent when nothing was', async () => {
    expect(await clientless().api.initiate(body, 'ann')).toEqual({
      outcome: { kind: 'not-sent', reason: 'cancelled' },
      answer: { kind: 'not-sent', reason: 'cancelled' },
      callId: null,
      raw: null,
    })
  })

  it('bank note 66: queries by the debit account and the reference as they are, whatever they hold', async () => {
    const route = {
      path: '/rtp/v1/payment/status/debitAccount/{debitAccount}/reference/{reference}',
    }
    const segment = fc
      .oneof(
        fc.string({ minLength: 1, maxLength: 35, unit: 'grapheme' }),
        fc.string({ minLength: 1, unit: fc.constantFrom(...Array.from('/ .%?#;=&+\\\u00e90aA')) }),
        fc.constantFrom('0072', '%2F', '%', 'a/../b', '...', '//', 'a b', '\u20ac'),
      )
      .filter((text) => text !== '.' && text !== '..' && text.isWellFormed())
    await fc.assert(
      fc.asyncProperty(segment, segment, async (debitAccount, reference) => {
        const { api, queried } = clientless()
        await api.statusByReference(debitAccount, reference, 'ann')
        const { pathname } = new URL(queried[0]?.path ?? '', 'https://bank.invalid')
        expect(segmentsOf(route, pathname)).toEqual({ debitAccount, reference })
      }),
      { numRuns: 300 },
    )
  })

  it.each(['', '.', '..'])(
    'bank note 66: makes no call for a reference that is %j',
    async (reference) => {
      const { api, queried } = clientless()
      await expect(api.statusByReference('1', reference, 'ann')).rejects.toThrow(RangeError)
      expect(queried).toEqual([])
    },
  )

  it('bank note 77: queries a wire at the path of RTP, and names the product only in the body', async () => {
    const { api, queried } = clientless()
    await api.initiate(body, 'ann')
    await api.initiate(body.replace('WIRE', 'RTP'), 'ann')
    const [asWire, asRtp] = queried
    expect({ ...asWire, body: '' }).toEqual({ ...asRtp, body: '' })
  })
})
