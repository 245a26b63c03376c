/**
 * Slow senders: each holds a connection open and never finishes, so that no other sender finds
 * room. The one asserted time is the project's promise: a good sender is served within six seconds.
 */
import { once } from 'node:events'
import { connect as connectPlainly } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import {
  certificate,
  head,
  post,
  Sender,
  RunningListener,
  statusOf,
} from './support/running-listener.ts'

const promisedMs = 6000
const turnMs = 10
const crowd = 200

/** Many senders at once, which continue with a byte now and then as long as they can. */
class Crowd implements Disposable {
  readonly #sockets: Socket[]
  readonly #dribble: ReturnType<typeof setInterval>

  constructor(sockets: Socket[]) {
    this.#sockets = sockets
    for (const socket of sockets) socket.on('error', () => undefined)
    this.#dribble = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('a')
    }, 100)
  }

  /** Each has its slot, or was closed. */
  async settled(event: 'connect' | 'secureConnect'): Promise<void> {
    const runningListener = this.#sockets.map((socket) =>
      Promise.race([once(socket, event), new Promise((resolve) => socket.once('close', resolve))]),
    )
    await Promise.all(runningListener.map((one) => one.catch(() => undefined)))
  }

  get runningListener(): number {
    return this.#sockets.filter((socket) => socket.writable).length
  }

  [Symbol.dispose](): void {
    clearInterval(this.#dribble)
    for (const socket of this.#sockets) socket.destroy()
  }
}

const times = <T>(make: () => T, count = crowd): T[] => Array.from({ length: count }, make)

const overTls = (port: number): TLSSocket =>
  connect({ host: '127.0.0.1', port, ca: certificate.chain })

async function goodOneIsServed(runningListener: RunningListener): Promise<void> {
  // Turns of a timer and no time: they take longer where others use the computer too.
  let turns = 0
  const turning = setInterval(() => (turns += 1), turnMs)
  const answer = await runningListener.send(post('["good"]'))
  clearInterval(turning)
  expect(statusOf(answer)).toBe(200)
  expect(turns * turnMs).toBeLessThan(promisedMs)
  expect(runningListener.delivered.map(({ bytes }) => String(bytes))).toEqual(['["good"]'])
}

it(`serves a good sender within 6 s beside ${crowd} who never finish a handshake`, async () => {
  await using runningListener = await RunningListener.open()
  const { port } = runningListener.listener
  using slow = new Crowd(times(() => connectPlainly(port, '127.0.0.1')))
  await slow.settled('connect')
  await goodOneIsServed(runningListener)
})

it(`serves a good sender within 6 s beside ${crowd} who never finish their headers`, async () => {
  await using runningListener = await RunningListener.open()
  const sockets = times(() => overTls(runningListener.listener.port))
  using slow = new Crowd(sockets)
  await slow.settled('secureConnect')
  for (const socket of sockets) if (socket.writable) socket.write('POST /alerts HTTP/1.1\r\nx-a: b')
  await goodOneIsServed(runningListener)
})

it(`serves a good sender within 6 s beside ${crowd} who have credentials and never finish their bodies, and lets these try again`, async () => {
  await using runningListener = await RunningListener.open()
  const senders: Sender[] = []
  // In waves, so that each is let in before the next comes; a sender that is let in receives `100
  // Continue`.
  for (let wave = 0; wave < 4; wave += 1) {
    const coming = times(() => new Sender(overTls(runningListener.listener.port)), crowd / 4)
    for (const one of coming)
      one.write(head({ 'content-length': 1_000_000, expect: '100-continue' }))
    await Promise.all(coming.map((one) => one.until(/^HTTP\/1\.1 100 /)))
    senders.push(...coming)
  }
  using slow = new Crowd(senders.map(({ socket }) => socket))
  await goodOneIsServed(runningListener)
  const cut = senders.filter(({ received }) => /HTTP\/1\.1 [2-5]/.test(received))
  expect(cut.length).toBeGreaterThan(crowd / 4)
  for (const { received } of cut) expect(received).toContain('\r\n\r\nHTTP/1.1 503 ')
  expect(new Set(runningListener.refusedKinds)).toEqual(new Set(['busy']))
  // As many senders stay connected as there are slots.
  expect(slow.runningListener).toBeGreaterThan(crowd / 2)
})

it('cuts a stalled sender with 503, so that the bank tries again', async () => {
  await using runningListener = await RunningListener.open()
  const stranger = await runningListener.connect()
  stranger.write('POST /alerts HTTP/1.1\r\nhost: x\r\n')
  const known = await runningListener.connect()
  known.write(`${head({ 'content-length': 10 })}12345`)
  const silent = new Sender(await silentAfterHandshake(runningListener))
  const [toStranger, toKnown, toSilent] = await Promise.all(
    [stranger, known, silent].map((one) => one.rest()),
  )
  expect(statusOf(toStranger ?? '')).toBe(503)
  expect(statusOf(toKnown ?? '')).toBe(503)
  expect(statusOf(toSilent ?? '')).toBe(503)
  expect(runningListener.refusedKinds).toEqual(['unreadable', 'unreadable'])
  expect(runningListener.delivered).toEqual([])
})

const silentAfterHandshake = async (runningListener: RunningListener): Promise<TLSSocket> => {
  const { socket } = await runningListener.connect()
  return socket
}
