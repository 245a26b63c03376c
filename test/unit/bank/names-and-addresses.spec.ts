/**
 * What a company's network does to names, addresses and open connections: an address that drops
 * everything, a name that moves, a router that forgets a connection, a laptop that changes networks.
 * Nothing that had not begun becomes uncertain, and no dead connection is used again.
 */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { paymentVocabulary } from '../../../main/bank/answers/classification.ts'
import { systemClock } from '../../../main/platform/clock.ts'
import { closeBanksAfterEach, openBank, readRequest } from './support/open-bank.ts'
import type { RealBank } from './support/real-bank.ts'
import { nameLeadsTo, silentAddress } from './support/slow-network.ts'

closeBanksAfterEach()

const pay = {
  method: 'POST',
  path: '/pay',
  body: '{"transferAmount":1.10}',
  lane: 'initiation',
  purpose: 'payment-initiate',
  actor: 'ann',
} as const
const timeouts = { headersMs: 300, bodyMs: 300 }

const portOf = (bank: RealBank): number => (bank.server.address() as AddressInfo).port

/** A way to the bank at another address, which can lose what is on it. */
async function openRoad(bankPort: number) {
  const host = '127.0.0.3'
  const nearEnds = new Set<Socket>()
  const road = createServer((near) => {
    const far = connect(bankPort, '127.0.0.1')
    nearEnds.add(near)
    near.on('error', () => far.destroy()).on('close', () => nearEnds.delete(near))
    far.on('error', () => near.destroy())
    near.on('data', (bytes) => far.write(bytes))
    far.on('data', (bytes) => near.write(bytes))
    onTestFinished(() => [near, far].forEach((end) => end.destroy()))
  })
  road.listen(bankPort, host)
  await once(road, 'listening')
  onTestFinished(() => void road.close())
  return {
    host,
    nearEnds,
    /** Nothing comes through any more on the open connections; both ends believe in them. */
    forgets: () => {
      for (const near of nearEnds) near.removeAllListeners('data').resume()
    },
  }
}

const posts = ({ calls }: RealBank) => calls.filter(({ method }) => method === 'POST')

describe('a bank with several addresses', () => {
  it.each([
    ['the first', (silent: string) => [silent, '127.0.0.1']],
    ['the last', (silent: string) => ['127.0.0.1', silent]],
  ])('is reached where %s of them is dead, and money once', async (_which, order) => {
    const bank = await openBank()
    nameLeadsTo(...order((await silentAddress(portOf(bank))).host))
    expect(await bank.client.read(readRequest)).toMatchObject({ kind: 'answered' })
    await bank.client.move(pay, paymentVocabulary)
    expect(posts(bank)).toHaveLength(1)
  })

  it('is reached where one is dead and the other loses the first packet', async () => {
    const bank = await openBank()
    const { host, opens } = await silentAddress(portOf(bank))
    // Nothing listens at the second, and the system says so at once.
    nameLeadsTo(host, '127.0.0.4')
    setTimeout(opens, 400)
    expect(await bank.client.read(readRequest)).toMatchObject({ kind: 'answered' })
  })
})

describe('a kept connection', () => {
  it('that the network forgot costs one call, is closed, and stops no payment', async () => {
    const bank = await openBank()
    const { host, nearEnds, forgets } = await openRoad(portOf(bank))
    const leadTo = nameLeadsTo(host)
    await bank.client.read(readRequest)
    expect(nearEnds.size).toBe(1)
    forgets()
    // The name of the bank leads elsewhere from now on.
    leadTo('127.0.0.1')
    await bank.client.move(pay, paymentVocabulary)
    expect(posts(bank)).toHaveLength(1)
    const lost = await bank.client.read({ ...readRequest, timeouts })
    expect(lost).toMatchObject({ kind: 'no-answer', reason: 'timed-out' })
    await vi.waitFor(() => expect(nearEnds.size).toBe(0))
    expect(await bank.client.read({ ...readRequest, timeouts })).toMatchObject({ kind: 'answered' })
  })

  it('that the network forgot during a pause is not used', async () => {
    const bank = await openBank()
    const { host, forgets } = await openRoad(portOf(bank))
    nameLeadsTo(host)
    await bank.client.read(readRequest)
    forgets()
    const monotonicMs = systemClock.monotonicMs.bind(systemClock)
    const clock = vi.spyOn(systemClock, 'monotonicMs')
    clock.mockImplementation(() => monotonicMs() + 60_000)
    onTestFinished(() => clock.mockRestore())
    expect(await bank.client.read({ ...readRequest, timeouts })).toMatchObject({ kind: 'answered' })
  })
})
