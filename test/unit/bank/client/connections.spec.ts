import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { TLSSocket } from 'node:tls'
import { systemClock } from '../../../../main/platform/clock.ts'
import { json, RealBank } from '../support/real-bank.ts'

const readRequest = {
  method: 'GET',
  path: '/thing',
  lane: 'interactive',
  purpose: 'test',
  actor: 'ann',
} as const

let bank: RealBank
afterEach(() => bank.close())

/** Counts handshakes and the connections that calls used. */
async function watched() {
  bank = await RealBank.open()
  let handshakes = 0
  bank.server.on('secureConnection', () => (handshakes += 1))
  const used: (number | undefined)[] = []
  bank.server.on('request', ({ socket }: { socket: TLSSocket }) => used.push(socket.remotePort))
  return { handshakes: () => handshakes, used }
}

/** Makes so many calls; the bank answers none before it has all. */
async function together(calls: number): Promise<void> {
  const all = Promise.withResolvers<undefined>()
  let arrived = 0
  bank.reply = (_, response) => {
    arrived += 1
    if (arrived === calls) all.resolve(undefined)
    void all.promise.then(() => json(response, 200, {}))
  }
  await Promise.all(Array.from({ length: calls }, () => bank.client.read(readRequest)))
}

/** Sets the clock of the connections forward; their sockets idle for no longer. */
function passIdly(ms: number): void {
  const monotonicMs = systemClock.monotonicMs.bind(systemClock)
  const ahead = vi.spyOn(systemClock, 'monotonicMs').mockImplementation(() => monotonicMs() + ms)
  onTestFinished(() => ahead.mockRestore())
}

describe('the connections of a profile', () => {
  it('lets the open connections take turns, so that none idles out between bursts', async () => {
    const { handshakes, used } = await watched()
    await together(3)
    used.length = 0
    for (let i = 0; i < 6; i += 1) await bank.client.read(readRequest)
    expect(new Set(used).size).toBe(3)
    expect(used.slice(3)).toEqual(used.slice(0, 3))
    expect(handshakes()).toBe(3)
  })

  it('opens a new connection rather than use one that the bank may be closing', async () => {
    const { handshakes, used } = await watched()
    await bank.client.read(readRequest)
    passIdly(2_001)
    await bank.client.read(readRequest)
    expect(used.at(-1)).not.toBe(used.at(-2))
    const idle = handshakes()
    await bank.client.read(readRequest)
    expect([handshakes(), used.at(-1)]).toEqual([idle, used.at(-2)])
  })

  it('uses the one that idled least when it has 16, rather than open ever more', async () => {
    const { handshakes, used } = await watched()
    await bank.client.checkToken()
    await together(16)
    passIdly(2_001)
    await bank.client.read(readRequest)
    expect(handshakes()).toBe(16)
    expect(used.slice(0, -1)).toContain(used.at(-1))
  })

  it('keeps no connection open for as long as the bank offers', async () => {
    await watched()
    bank.server.keepAliveTimeout = 600_000
    const sockets: TLSSocket[] = []
    bank.server.on('secureConnection', (socket: TLSSocket) => sockets.push(socket))
    bank.reply = (_, response) => {
      response.setHeader('keep-alive', 'timeout=600')
      json(response, 200, {})
    }
    await bank.client.read(readRequest)
    // Slow, because a timer inside undici closes the connection.
    await expect.poll(() => sockets.at(-1)?.destroyed, { timeout: 7_000 }).toBe(true)
  }, 10_000)

  it('never puts two calls on one connection at a time', async () => {
    const { used } = await watched()
    await bank.client.checkToken()
    used.length = 0
    await together(8)
    expect(new Set(used).size).toBe(8)
  })
})
