/**
 * Calls through a real CONNECT proxy to a real mutual-TLS server. The proxy sees host and port; its
 * refusals are its own, and prove that nothing of the request left.
 */
import { createServer } from 'node:net'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { paymentVocabulary } from '../../../main/bank/answers/classification.ts'
import type { ProxyAccess } from '../../../main/platform/proxy-tunnel.ts'
import type { ProxyFailure } from '../../../preload/contract/bank/answers/call-failure.ts'
import { closeBanksAfterEach, openBank, readRequest } from './support/open-bank.ts'
import {
  opened,
  opensTls,
  passes,
  ProxyOfTest,
  refuses,
  says,
  type ProxyReply,
} from './support/proxy-of-test.ts'
import { json, type RealBank } from './support/real-bank.ts'

closeBanksAfterEach()

const credentials = { userName: 'treasury-desk', password: 'p\u00e4ss word:17' }
const basic = Buffer.from(`${credentials.userName}:${credentials.password}`).toString('base64')
const pay = {
  ...readRequest,
  method: 'POST',
  path: '/pay',
  body: '{"transferAmount":1.10}',
  lane: 'initiation',
  purpose: 'payment-initiate',
} as const

const openBehind = (proxy: ProxyAccess): Promise<RealBank> =>
  openBank((connection) => ({ ...connection, proxy }))
const portOf = (bank: RealBank): number => (bank.server.address() as { port: number }).port

let proxy: ProxyOfTest
beforeEach(async () => {
  proxy = await ProxyOfTest.open()
})

describe('through a proxy', () => {
  it('a payment and the other calls are answered by the bank', async () => {
    const bank = await openBehind(proxy.access())
    bank.reply = (_, response) => json(response, 200, { status: 'IN_PROCESS', transactionId: 'T1' })
    expect(await bank.client.move(pay, paymentVocabulary)).toMatchObject({
      kind: 'answered',
      verdict: 'accepted',
    })
    expect(await bank.client.read(readRequest)).toMatchObject({ kind: 'answered' })
    expect(bank.calls.map(({ path }) => path)).toEqual(['/pay', '/thing'])
  })

  it('a payment has a tunnel of its own', async () => {
    const bank = await openBehind(proxy.access())
    await bank.client.read(readRequest)
    await bank.client.read(readRequest)
    expect(proxy.heads).toHaveLength(1)
    await bank.client.move(pay, paymentVocabulary)
    expect(proxy.heads).toHaveLength(2)
  })

  it('the proxy sees host and port of the bank, then TLS, and nothing else', async () => {
    const bank = await openBehind(proxy.access())
    await bank.client.move(pay, paymentVocabulary)
    const authority = `localhost:${String(portOf(bank))}`
    for (const head of proxy.heads)
      expect(head).toBe(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`)
    const inside = Buffer.concat(proxy.inside)
    // A TLS record that holds a ClientHello.
    expect([inside[0], inside[5]]).toEqual([0x16, 0x01])
    for (const text of ['/pay', 'transferAmount', 'Bearer', 'consumer', 'HTTP/1.1'])
      expect(inside.includes(text)).toBe(false)
  })

  it('signs in with Basic where credentials are stored', async () => {
    const bank = await openBehind(proxy.access(credentials))
    await bank.client.read(readRequest)
    expect(proxy.heads[0]).toContain(`\r\nProxy-Authorization: Basic ${basic}\r\n`)
  })

  it('opens the way when the answer comes byte by byte', async () => {
    proxy.reply = (client, target) => {
      const write = client.write.bind(client)
      vi.spyOn(client, 'write').mockImplementationOnce((bytes) => {
        for (const byte of Buffer.from(bytes)) write(Buffer.of(byte))
        return true
      })
      passes(client, target)
    }
    const bank = await openBehind(proxy.access())
    expect(await bank.client.read(readRequest)).toMatchObject({ kind: 'answered' })
  })

  it('a payment asks whether it may still begin once the proxy has opened the way', async () => {
    const bank = await openBehind(proxy.access())
    await bank.client.checkToken()
    const order: string[] = []
    proxy.reply = (client, target) => {
      order.push('the proxy opens the way')
      passes(client, target)
    }
    const mayBegin = (): boolean => {
      order.push('may it begin?')
      return false
    }
    expect(await bank.client.move({ ...pay, mayBegin }, paymentVocabulary)).toMatchObject({
      kind: 'not-sent',
      reason: 'cancelled',
    })
    expect(order).toEqual(['the proxy opens the way', 'may it begin?'])
    expect(bank.calls).toEqual([])
  })

  it('does not take one server for another, as without a proxy', async () => {
    const bank = await openBank(
      (connection) => ({ ...connection, proxy: proxy.access() }),
      'bank.example',
    )
    expect(await bank.client.read(readRequest)).toMatchObject({
      kind: 'not-sent',
      reason: 'server-name-mismatch',
    })
  })

  it('the handshake with the bank is measured, not the way through the proxy', async () => {
    const bank = await openBehind(proxy.access())
    const started = vi.spyOn(bank.budget.transit, 'handshakeStarted')
    proxy.reply = (client, target) => {
      expect(started).not.toHaveBeenCalled()
      passes(client, target)
    }
    await bank.client.read(readRequest)
    expect(started).toHaveBeenCalledOnce()
  })
})

const ntlm = ['Proxy-Authenticate: Negotiate', 'Proxy-Authenticate: NTLM']
const refusals: readonly (readonly [string, ProxyReply, ProxyFailure, string])[] = [
  [
    'asks for Basic',
    refuses('407 Proxy Authentication Required', ['Proxy-Authenticate: Basic realm="desk"']),
    'proxy-sign-in-refused',
    'the proxy answered 407 and asks for user name and password',
  ],
  [
    'asks for Negotiate or NTLM alone',
    refuses('407 Proxy Authentication Required', ntlm),
    'proxy-sign-in-unsupported',
    'the proxy answered 407 and asks for NTLM, Negotiate',
  ],
  [
    'asks for a sign-in that it does not name',
    refuses('407 Proxy Authentication Required'),
    'proxy-sign-in-unsupported',
    'the proxy answered 407 and names no sign-in',
  ],
  ['forbids the host', refuses('403 Forbidden'), 'proxy-refused', 'the proxy answered 403'],
  ['sends elsewhere', refuses('302 Found'), 'proxy-refused', 'the proxy answered 302'],
  ['does not reach the bank', refuses('502 Bad Gateway'), 'proxy-no-way', 'the proxy answered 502'],
  [
    'closes without a word',
    (client) => client.destroy(),
    'proxy-no-answer',
    'the proxy closed the connection before its answer was complete',
  ],
  [
    'closes in the middle of its answer',
    says('HTTP/1.1 200 Connection estab'),
    'proxy-no-answer',
    'the proxy closed the connection before its answer was complete',
  ],
  [
    'is no HTTP proxy',
    says('220 mail.example ESMTP\r\n\r\n'),
    'proxy-answer-unusable',
    'the proxy did not answer as an HTTP proxy',
  ],
  [
    'gives an interim answer',
    says('HTTP/1.1 100 Continue\r\n\r\n'),
    'proxy-answer-unusable',
    'the proxy did not answer as an HTTP proxy',
  ],
  [
    'never ends its head',
    says(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`, false),
    'proxy-answer-unusable',
    "the proxy's answer is too long",
  ],
  [
    'sends bytes before TLS begins',
    says(`${opened}HTTP/1.1 200 OK\r\n\r\n`, false),
    'proxy-answer-unusable',
    "the proxy's answer is followed by bytes before TLS began",
  ],
]

describe('a proxy that', () => {
  it.each(refusals)('%s: a payment is not sent', async (_, reply, failure, detail) => {
    const bank = await openBehind(proxy.access())
    // The token is there: the payment itself meets the refusal.
    await bank.client.checkToken()
    proxy.reply = reply
    expect(await bank.client.move(pay, paymentVocabulary)).toMatchObject({
      kind: 'not-sent',
      reason: failure,
    })
    expect(bank.calls).toEqual([])
    expect(bank.records.at(-1)?.detail).toMatchObject({ fault: failure, faultDetail: detail })
    expect(bank.client.status().connection).toMatchObject({ state: 'unreachable', reason: failure })
  })

  it('refuses the credentials: they are in no record', async () => {
    const echo = `Proxy-Authenticate: Basic realm="${basic}"`
    proxy.reply = refuses(`407 ${basic} ${credentials.password}`, [echo, `X-Sent: ${basic}`])
    const bank = await openBehind(proxy.access(credentials))
    expect(await bank.client.move(pay, paymentVocabulary)).toMatchObject({
      kind: 'not-sent',
      reason: 'proxy-sign-in-refused',
    })
    expect(bank.records.at(-1)?.detail).toMatchObject({
      faultDetail: 'the proxy answered 407 and refused user name and password',
    })
    const written = JSON.stringify([bank.records, bank.client.status()])
    for (const secret of [basic, credentials.userName, credentials.password, 'p\\u00e4ss'])
      expect(written).not.toContain(secret)
  })

  it('opens TLS with a certificate of its own is refused before a byte of the request', async () => {
    const decrypted: string[] = []
    const bank = await openBehind(proxy.access())
    await bank.client.checkToken()
    proxy.reply = await opensTls(decrypted)
    expect(await bank.client.move(pay, paymentVocabulary)).toMatchObject({
      kind: 'not-sent',
      reason: 'proxy-opens-tls',
    })
    expect(decrypted).toEqual([])
    expect(bank.calls).toEqual([])
  })

  it('does not answer: the wait ends, and nothing was sent', async () => {
    const bank = await openBehind(proxy.access())
    await bank.client.checkToken()
    const { setTimeout: started } = globalThis
    const held = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation((run: () => void, afterMs?: number) =>
        started(run, afterMs === 10_000 ? 50 : afterMs),
      )
    onTestFinished(() => held.mockRestore())
    proxy.reply = () => undefined
    expect(await bank.client.move(pay, paymentVocabulary)).toMatchObject({
      kind: 'not-sent',
      reason: 'proxy-no-answer',
    })
    expect(bank.calls).toEqual([])
  })

  it('is not there: nothing was sent', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((listening) => server.once('listening', listening))
    const { port } = server.address() as { port: number }
    await new Promise((closed) => server.close(closed))
    const bank = await openBehind({ host: '127.0.0.1', port })
    expect(await bank.client.move(pay, paymentVocabulary)).toMatchObject({
      kind: 'not-sent',
      reason: 'proxy-unreachable',
    })
    expect(bank.received).toEqual([])
  })

  it('breaks the tunnel after the first byte leaves the outcome unknown', async () => {
    const bank = await openBehind(proxy.access())
    bank.reply = () => proxy.close()
    expect(await bank.client.move(pay, paymentVocabulary)).toMatchObject({
      kind: 'outcome-unknown',
    })
    expect(bank.calls).toHaveLength(1)
  })
})
