/**
 * HTTP/1.1 names no request in an answer: bytes that a gateway sends late for one call are read as
 * the answer to the next one on that connection. A call that moves money has its own connection,
 * and bytes on it after the answer make the outcome unknown. Real mutual TLS throughout; the bank
 * writes its bytes itself.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { paymentVocabulary } from '../../../main/bank/answers/classification.ts'
import { attemptText } from '../../../preload/contract/text/attempts.ts'
import { OwnSocket } from '../../../main/bank/client/own-socket.ts'
import { readRequest, closeBanksAfterEach, openBank } from './support/open-bank.ts'
import { json, type RealBank } from './support/real-bank.ts'

closeBanksAfterEach()

const pay = {
  method: 'POST',
  path: '/pay',
  body: '{"transferAmount":1.10}',
  lane: 'initiation',
  purpose: 'payment-initiate',
  actor: 'ann',
} as const
const accepted = '{"status":"IN_PROCESS","transactionId":"P1"}'
const refused = '{"ErrorMessage":"Invalid request"}'
const http = (status: number, body: string, headers: readonly string[] = []): string =>
  [
    `HTTP/1.1 ${String(status)} Text`,
    `content-length: ${String(body.length)}`,
    ...headers,
    '',
    body,
  ].join('\r\n')
const close = ['connection: close']

/**
 * The pieces that the gateway writes for a payment, each with its delay in milliseconds after the
 * one before.
 */
type Written = readonly { readonly bytes: string; readonly afterMs?: number }[]
async function written(response: ServerResponse, pieces: Written): Promise<void> {
  for (const { bytes, afterMs = 0 } of pieces) {
    if (afterMs > 0) await pause(afterMs)
    response.socket?.write(bytes)
  }
}
const posts = (bank: RealBank) => bank.calls.filter(({ method }) => method === 'POST')

/** How long the connection stays open after an answer. */
const patienceMs = 1_000

/** The patience never ends, so that no test depends on what else the computer does meanwhile. */
function holdPatience(): void {
  const { setTimeout: started } = globalThis
  const held = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((run: () => void, afterMs?: number) =>
      started(run, afterMs === patienceMs ? 2 ** 31 - 1 : afterMs),
    )
  onTestFinished(() => held.mockRestore())
}

/**
 * The waits that connections start after an answer, in milliseconds. Other timers of this process
 * are not among them.
 */
function recordWaits(): readonly (number | undefined)[] {
  const waits: (number | undefined)[] = []
  const { prototype } = OwnSocket
  const afterAnswer = Reflect.get(prototype, 'afterAnswer')
  const held = vi.spyOn(prototype, 'afterAnswer').mockImplementation(function (this: OwnSocket) {
    const started = vi.spyOn(globalThis, 'setTimeout')
    const followed = afterAnswer.call(this)
    waits.push(...started.mock.calls.map(([, afterMs]) => afterMs))
    started.mockRestore()
    return followed
  })
  onTestFinished(() => held.mockRestore())
  return waits
}

async function moved(act: (response: ServerResponse, raw: Socket | undefined) => void) {
  const bank = await openBank()
  const raws = new Map<number | undefined, Socket>()
  bank.server.on('connection', (raw: Socket) => raws.set(raw.remotePort, raw))
  bank.server.on('secureConnection', (socket: Socket) => socket.on('error', () => undefined))
  bank.reply = ({ method }, response) => {
    if (method === 'GET') json(response, 200, {})
    else act(response, raws.get(response.socket?.remotePort))
  }
  await bank.client.read(readRequest)
  const result = await bank.client.move(pay, paymentVocabulary)
  expect(posts(bank)).toHaveLength(1)
  return { result, bank }
}

describe('the connection of a call that moves money', () => {
  it('carries no other call, before or after, and says that it ends', async () => {
    const bank = await openBank()
    const over: (number | undefined)[] = []
    bank.reply = ({ method }, response) => {
      if (method === 'POST') over.push(response.socket?.remotePort)
      json(response, 200, { status: 'IN_PROCESS' })
    }
    const every: (number | undefined)[] = []
    bank.server.on('request', ({ socket }: { socket: Socket }) => every.push(socket.remotePort))
    await bank.client.read(readRequest)
    await bank.client.move(pay, paymentVocabulary)
    await bank.client.read(readRequest)
    await bank.client.move(pay, paymentVocabulary)
    await bank.client.read(readRequest)
    expect(new Set(over).size).toBe(2)
    for (const port of over) expect(every.filter((one) => one === port)).toHaveLength(1)
    expect(posts(bank).map(({ headers }) => headers.connection)).toEqual(['close', 'close'])
  })

  it('hands the answer over as soon as the bank ends it', async () => {
    holdPatience()
    const { result } = await moved((response) => json(response, 200, JSON.parse(accepted)))
    expect(result).toMatchObject({ kind: 'answered', verdict: 'accepted' })
  })

  it('hands the answer over a second later where the bank leaves the connection open', async () => {
    const waits = recordWaits()
    const { result } = await moved(
      (response) => void written(response, [{ bytes: http(200, accepted) }]),
    )
    expect(result).toMatchObject({ kind: 'answered', verdict: 'accepted' })
    expect(waits).toEqual([patienceMs])
  })

  it('takes an answer that ends with its connection', async () => {
    const { result } = await moved((response) => {
      response.socket?.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${accepted}`)
    })
    expect(result).toMatchObject({ kind: 'answered', verdict: 'accepted' })
  })
})

describe('bytes after the answer to a call that moves money', () => {
  beforeEach(holdPatience)
  const later: Record<string, Written> = {
    'a second answer at once': [{ bytes: http(401, '') + http(200, accepted) }],
    'a second answer in the next packet': [
      { bytes: http(404, refused) },
      { bytes: http(200, accepted), afterMs: 1 },
    ],
    'a second answer after 40 ms': [
      { bytes: http(400, refused) },
      { bytes: http(200, accepted), afterMs: 40 },
    ],
    'a second answer after 40 ms, where the first said that it ends': [
      { bytes: http(401, '', close) },
      { bytes: http(200, accepted), afterMs: 40 },
    ],
    'a second answer at once, where the first said that it ends': [
      { bytes: http(429, refused, close) + http(200, accepted, close) },
    ],
    'a second answer after an accepted one': [
      { bytes: http(200, accepted) },
      { bytes: http(200, '{"status":"FAILED"}'), afterMs: 40 },
    ],
    'a body longer than its length': [{ bytes: `${http(200, accepted)}}` }],
    'a single byte': [{ bytes: http(400, refused) }, { bytes: '\n', afterMs: 30 }],
    'data after the last chunk': [
      {
        bytes: `HTTP/1.1 400 Bad\r\ntransfer-encoding: chunked\r\n\r\n${refused.length.toString(16)}\r\n${refused}\r\n0\r\n\r\nmore`,
      },
    ],
    'a body where there is none': [{ bytes: `HTTP/1.1 204 None\r\n\r\n${accepted}` }],
  }
  it.each(Object.entries(later))('makes the outcome unknown: %s', async (_how, pieces) => {
    const { result, bank } = await moved((response) => void written(response, pieces))
    expect(result).toMatchObject({ kind: 'outcome-unknown', reason: 'answer-followed' })
    // The answer as read is stored and shown; it decides nothing.
    expect(result.answer).not.toBeNull()
    expect(bank.records.at(-1)).toMatchObject({
      outcome: 'outcome-unknown',
      detail: { reason: 'answer-followed' },
    })
  })

  it.each([
    ['a refusal', http(400, refused)],
    ['an acceptance', http(200, accepted)],
  ])('makes the outcome unknown: a reset after %s, which is no extra data', async (_, answer) => {
    const { result, bank } = await moved((response, raw) => {
      response.socket?.write(answer, () => setTimeout(() => raw?.resetAndDestroy(), 30))
    })
    expect(result).toMatchObject({ kind: 'outcome-unknown', reason: 'answer-reset' })
    expect(result.answer).not.toBeNull()
    expect(bank.records.at(-1)).toMatchObject({ detail: { reason: 'answer-reset' } })
    expect(attemptText('answer-reset')).toBe('The connection was reset right after the answer')
  })

  it('is waited for when the client is closed meanwhile', async () => {
    const bank = await openBank()
    bank.reply = (_, response) => {
      void written(response, [
        { bytes: http(400, refused) },
        { bytes: http(200, accepted), afterMs: 200 },
      ])
      setTimeout(() => void bank.client.close(), 50)
    }
    const result = await bank.client.move(pay, paymentVocabulary)
    expect(result).toMatchObject({ kind: 'outcome-unknown', reason: 'answer-followed' })
    await bank.client.close()
  })
})
