import { afterEach, describe, expect, it } from 'vitest'
import type { TLSSocket } from 'node:tls'
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

  it('never puts two calls on one connection at a time', async () => {
    const { used } = await watched()
    await bank.client.checkToken()
    used.length = 0
    await together(8)
    expect(new Set(used).size).toBe(8)
  })
})
