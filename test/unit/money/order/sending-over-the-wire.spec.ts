/**
 * Sending through the real client to a real mutual-TLS server: the journal entries for any behavior
 * of the wire.
 */
import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { createPayments } from '../../../../main/bank/apis/payments.ts'
import { attemptsOf } from '../../../../main/money/order/order-records.ts'
import { openAlertingBank } from '../../bank/support/alerting-relay.ts'
import { closeBanksAfterEach, openBank } from '../../bank/support/open-bank.ts'
import { ProxyOfTest, passes, refuses } from '../../bank/support/proxy-of-test.ts'
import { json, type RealBank } from '../../bank/support/real-bank.ts'
import {
  actsOf,
  approvedOrder,
  as,
  openSession,
  release,
  rowOf,
  stateOf,
  until,
  type SendingSession,
} from './support/sending-session.ts'

closeBanksAfterEach()

interface Opened {
  readonly bank: RealBank
  readonly session: SendingSession
  readonly reviewedHash: string
}
const opened = async (...how: Parameters<typeof openBank>): Promise<Opened> =>
  sendingTo(await openBank(...how))

async function sendingTo(bank: RealBank): Promise<Opened> {
  const api = createPayments({ client: bank.client, partnerClientId: () => 'PARTNER' })
  const session = await openSession({ api })
  return { bank, session, reviewedHash: await approvedOrder(session) }
}
const outcomes = async ({ store }: SendingSession): Promise<string[]> =>
  (await attemptsOf(store.read, 'o1')).map(({ outcome, reason }) =>
    reason === null ? outcome : `${outcome}: ${reason}`,
  )

describe('on the wire', () => {
  it('the bank gets byte for byte the approved body', async () => {
    const { bank, session, reviewedHash } = await opened()
    bank.reply = (_, response) => json(response, 200, { status: 'IN_PROCESS', transactionId: 'T1' })
    await release(session, reviewedHash, 'accepted')
    const { body, transaction_id } = await rowOf(session)
    expect(bank.calls.map((call) => call.body)).toEqual([body])
    expect(transaction_id).toBe('T1')
  })

  it('a 401 of the bank ends as not sent and waits for a person, whose release goes out with a fresh token', async () => {
    const { bank, session, reviewedHash } = await opened()
    const pays = () => bank.calls.filter(({ method }) => method === 'POST')
    bank.reply = ({ method }, response) => {
      if (method === 'GET') json(response, 200, { status: 'ok' })
      else if (pays().length === 1) json(response, 401, { ErrorMessage: 'Request unauthorized' })
      else json(response, 200, { status: 'IN_PROCESS', transactionId: 'T1' })
    }
    await release(session, reviewedHash, 'approved')
    expect(pays()).toHaveLength(1)
    expect(await outcomes(session)).toEqual(['not-sent: refused'])
    await release(session, reviewedHash, 'accepted')
    expect(pays()).toHaveLength(2)
    expect(await outcomes(session)).toEqual(['not-sent: refused', 'accepted'])
    const acts = await actsOf(session)
    expect(acts.filter((act) => act.startsWith('order.send-journalled'))).toHaveLength(2)
  })

  it('a proxy that refuses ends it as not sent, and the next release goes out through the proxy', async () => {
    const proxy = await ProxyOfTest.open()
    const { bank, session, reviewedHash } = await opened((connection) => ({
      ...connection,
      proxy: proxy.access(),
    }))
    bank.reply = (_, response) => json(response, 200, { status: 'IN_PROCESS', transactionId: 'T1' })
    await bank.client.checkToken()
    proxy.reply = refuses('403 Forbidden')
    await release(session, reviewedHash, 'approved')
    expect(bank.calls).toEqual([])
    expect(await outcomes(session)).toEqual(['not-sent: proxy-refused'])
    expect(await rowOf(session)).toMatchObject({
      not_sent: 'Nothing was sent: The proxy refused the connection',
    })
    proxy.reply = passes
    await release(session, reviewedHash, 'accepted')
    expect(bank.calls).toHaveLength(1)
    expect(await outcomes(session)).toEqual(['not-sent: proxy-refused', 'accepted'])
  })

  it.each([401, 403])(
    'after a %i nothing else is sent before a health check is answered, not even a queued order',
    async (status) => {
      const { bank, session, reviewedHash } = await opened()
      const others = ['o2', 'o3'] as const
      const hashes = await Promise.all(others.map((id) => approvedOrder(session, id)))
      const pays = () => bank.calls.filter(({ method }) => method === 'POST')
      const checks = () => bank.calls.filter(({ path }) => /health/i.test(path))
      let isRight = false
      bank.reply = ({ method }, response) => {
        if (!isRight) json(response, status, {})
        else
          json(response, 200, method === 'GET' ? {} : { status: 'IN_PROCESS', transactionId: 'T' })
      }
      await release(session, reviewedHash, 'outcome-unknown')
      for (const [at, id] of others.entries())
        await as(session, 'mara')('release', { id, approvalHash: hashes[at] ?? '' })
      await vi.waitFor(() => expect(checks().length).toBeGreaterThan(0))
      await pause(200)
      expect(pays()).toHaveLength(1)
      for (const id of others) {
        expect(await stateOf(session, id)).toBe('queued')
        expect(await attemptsOf(session.store.read, id)).toEqual([])
      }
      isRight = true
      session.pass(10_000)
      for (const id of others) await until(session, 'accepted', id)
      expect(pays()).toHaveLength(3)
    },
  )

  it.each([
    ['a connection that ends', (response: ServerResponse) => response.destroy(), 'no-answer'],
    ['a 504', (response: ServerResponse) => json(response, 504, {}), 'unclear-status'],
    [
      'HTML in a 200',
      (response: ServerResponse) => response.writeHead(200).end('<html>'),
      'unreadable-answer',
    ],
    [
      'a 400 that carries a transaction id',
      (response: ServerResponse) => json(response, 400, { status: 'FAILED', transactionId: 'T5' }),
      'refused-with',
    ],
  ] as const)(
    '%s leaves it outcome-unknown, once, and a status inquiry follows at once',
    async (_, reply, reason) => {
      const { bank, session, reviewedHash } = await opened()
      bank.reply = (_request, response) => void reply(response)
      await release(session, reviewedHash, 'outcome-unknown')
      expect(bank.calls).toHaveLength(1)
      expect((await outcomes(session))[0]).toContain(reason)
      expect(session.tracked).toEqual(['o1'])
    },
  )

  it('a TLS alert as the only answer leaves it outcome-unknown, and stays with the attempt', async () => {
    const { bank, session, reviewedHash } = await sendingTo(await openAlertingBank(116))
    await release(session, reviewedHash, 'outcome-unknown')
    expect(bank.calls).toHaveLength(1)
    expect(await outcomes(session)).toEqual(['unknown: refused-by-alert: 116'])
    expect(session.tracked).toEqual(['o1'])
  })

  it('bank note 18: stores the id of a refusal, so that the status inquiry uses it', async () => {
    const { bank, session, reviewedHash } = await opened()
    bank.reply = (_, response) => json(response, 400, { ServiceError: { transactionId: 'T7' } })
    await release(session, reviewedHash, 'outcome-unknown')
    expect((await rowOf(session)).transaction_id).toBe('T7')
  })

  it('a bank that has gone after the token leaves no outcome unknown', async () => {
    const { bank, session, reviewedHash } = await opened()
    await bank.client.checkToken()
    await bank.hangUp()
    await release(session, reviewedHash, 'approved')
    expect((await outcomes(session))[0]).toMatch(/^not-sent: connection/)
  })

  it('a bank that is away before the journal leaves it queued, with nothing journalled', async () => {
    const { bank, session, reviewedHash } = await opened()
    await bank.hangUp()
    await as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash })
    session.bank.reach = 'unreachable'
    await session.store.note({ actor: 'x', kind: 'x', subject: 'x', detail: {} })
    expect(await stateOf(session)).toBe('queued')
    expect(await outcomes(session)).toEqual([])
    await session.sending.rest()
    expect(await stateOf(session)).toBe('approved')
  })

  it('a client that closes lets journalled sendings finish', async () => {
    const { bank, session, reviewedHash } = await opened()
    const answered = Promise.withResolvers<ServerResponse>()
    bank.reply = (_, response) => answered.resolve(response)
    await release(session, reviewedHash, 'sending')
    const response = await answered.promise
    const closed = Promise.all([session.sending.rest(), bank.client.close()])
    json(response, 200, { status: 'IN_PROCESS', transactionId: 'T1' })
    await closed
    expect(await stateOf(session)).toBe('accepted')
    // The client is already closed, and the cleanup after the test must not close it again.
    Object.assign(bank.client, { close: () => Promise.resolve() })
  })
})
