/**
 * The most expensive mistake of an HTTP client: a POST that goes out a second time because its
 * connection, above all a reused one, was closed before the answer (Chromium's fetch sends it three
 * times). Real mutual TLS throughout; the bank counts every request whose whole body it has read.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, RetryAgent } from 'undici'
import { describe, expect, it, vi } from 'vitest'
import { queryBank } from '../../../main/bank/query-bank.ts'
import { paymentVocabulary } from '../../../main/bank/answers/classification.ts'
import type { BankConnection } from '../../../main/bank/connection.ts'
import { field, shape } from '../../../preload/contract/bank/answers/shape.ts'
import { readRequest as warm, closeBanksAfterEach, openBank } from './support/open-bank.ts'
import { json, type RealBank } from './support/real-bank.ts'

closeBanksAfterEach()

/**
 * How a connection ends after a request was read. `raw` is the TCP connection below the TLS one.
 */
const cuts = {
  'a reset': (raw: Socket) => raw.resetAndDestroy(),
  'a FIN without a word of TLS': (raw: Socket) => raw.destroy(),
  'a close-notify of TLS': (_raw: Socket, response: ServerResponse) =>
    response.socket?.destroySoon(),
  'a half-closed connection': (_raw: Socket, response: ServerResponse) => response.socket?.end(),
  'the first bytes of an answer': (raw: Socket, response: ServerResponse) =>
    response.socket?.write('HTTP/1.1 20', () => raw.destroy()),
} as const
type Cut = keyof typeof cuts
const everyCut = Object.keys(cuts) as readonly Cut[]

const statusShape = shape('test', { status: field.text('Status') })
const validate = { endpoint: 'account-validation', shape: statusShape, body: '{"a":"1"}' } as const
const pay = {
  method: 'POST',
  path: '/pay',
  body: '{"transferAmount":1.10}',
  lane: 'initiation',
  purpose: 'payment-initiate',
  actor: 'ann',
} as const

/** A bank that answers every GET and cuts every connection over which a POST came. */
async function openCutting(cut: Cut) {
  let connection: BankConnection | undefined
  const bank = await openBank((given) => (connection = given))
  if (!connection) throw new Error('a connection was made')
  const raws = new Map<number | undefined, Socket>()
  bank.server.on('connection', (raw: Socket) => raws.set(raw.remotePort, raw.on('error', quiet)))
  bank.server.on('secureConnection', (socket: Socket) => socket.on('error', quiet))
  const over: (number | undefined)[] = []
  bank.reply = ({ method }, response) => {
    const port = response.socket?.remotePort
    over.push(port)
    const raw = raws.get(port)
    if (method === 'POST' && raw) cuts[cut](raw, response)
    else json(response, 200, {})
  }
  return { bank, connection, over, posts: () => posts(bank) }
}
const quiet = () => undefined
const posts = (bank: RealBank) => bank.calls.filter(({ method }) => method === 'POST')

describe('a POST whose connection is cut after its body was read', () => {
  it.each(everyCut)(
    'reaches the server once when it only reads, over a reused connection: %s',
    async (cut) => {
      const { bank, over, posts } = await openCutting(cut)
      await bank.client.read(warm)
      const { answer } = await queryBank(bank.client, validate, 'ann')
      expect(answer).toEqual({ kind: 'no-answer', reason: 'connection-lost' })
      expect(over[1]).toBe(over[0])
      await pause(100)
      expect(posts().map(({ body }) => body)).toEqual([validate.body])
    },
  )

  it.each(everyCut)(
    'reaches the server once when it moves money, over one of its own: %s',
    async (cut) => {
      const { bank, over, posts } = await openCutting(cut)
      await bank.client.read(warm)
      const result = await bank.client.move(pay, paymentVocabulary)
      expect(result).toMatchObject({ kind: 'outcome-unknown', failure: 'connection-lost' })
      expect(over[1]).not.toBe(over[0])
      await pause(100)
      expect(posts().map(({ body }) => body)).toEqual([pay.body])
      expect(bank.records.filter(({ purpose }) => purpose === pay.purpose)).toHaveLength(1)
    },
  )

  it('reaches the server once when several are under way and all are cut', async () => {
    const { bank, posts } = await openCutting('a reset')
    const bodies = Array.from({ length: 10 }, (_, place) => `{"place":${String(place)}}`)
    const results = await Promise.all(
      bodies.map((body) => bank.client.move({ ...pay, body }, paymentVocabulary)),
    )
    expect(results.map(({ kind }) => kind)).toEqual(bodies.map(() => 'outcome-unknown'))
    await pause(100)
    expect(
      posts()
        .map(({ body }) => body)
        .toSorted(),
    ).toEqual(bodies.toSorted())
  })

  it.each(everyCut)(
    'would reach it more than once through a client that retries: %s',
    async (cut) => {
      const { connection, posts } = await openCutting(cut)
      const { ca, certificateChain: cert, privateKey: key, baseUrl: origin } = connection
      const agent = new Agent({ connections: 1, connect: { ...(ca && { ca }), cert, key } })
      const retrying = new RetryAgent(agent, { methods: ['POST'], maxRetries: 2, minTimeout: 10 })
      await retrying
        .request({ origin, path: '/warm', method: 'GET' })
        .then(({ body }) => body.dump())
      const { path, method, body } = pay
      await expect(retrying.request({ origin, path, method, body })).rejects.toThrow()
      expect(posts().length).toBeGreaterThan(1)
      await agent.close()
    },
  )
})

describe('a call that moves money', () => {
  const statuses = [200, 204, 299, 302, 400, 403, 404, 405, 408, 409, 415, 422, 425, 429]
  it.each([...statuses, 500, 501, 502, 503, 504, 599])(
    'reaches the server once whatever it says: %i',
    async (status) => {
      const bank = await openBank()
      bank.reply = (_, response) => {
        response.writeHead(status, { 'retry-after': '0', location: '/pay' })
        response.end(status === 204 ? undefined : '<html>no JSON</html>')
      }
      await bank.client.checkToken()
      const { kind } = await bank.client.move(pay, paymentVocabulary)
      expect(kind).toBe(status === 429 ? 'not-sent' : 'outcome-unknown')
      await pause(20)
      expect(posts(bank)).toHaveLength(1)
    },
  )

  it('reaches the server once when the bank does not answer until the timeout', async () => {
    const bank = await openBank()
    await bank.client.read(warm)
    bank.reply = quiet
    const timeouts = { headersMs: 300, bodyMs: 300 }
    const result = await bank.client.move({ ...pay, timeouts }, paymentVocabulary)
    expect(result).toMatchObject({ kind: 'outcome-unknown', failure: 'timed-out' })
    await vi.waitFor(() => expect(posts(bank)).toHaveLength(1))
    await pause(100)
    expect(posts(bank)).toHaveLength(1)
  })
})
