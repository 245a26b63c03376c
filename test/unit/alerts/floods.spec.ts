/**
 * Floods: more connections than slots, at one moment. No test here depends on time: each connection
 * of a wave has its slot or was closed before the next step. Other loopback addresses represent
 * other computers.
 */
import { once } from 'node:events'
import { connect as connectPlainly, type Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import {
  basicOf,
  certificate,
  head,
  accepted,
  post,
  Sender,
  RunningListener,
  statusOf,
} from './support/running-listener.ts'

const wave = 300
/** The number of slots for connections that were not let in yet. */
const maxUnauthenticated = 96
const bank = '127.0.0.2'
const attacker = '127.0.0.1'

/** A connection from this address without any bytes. */
async function bareFrom(runningListener: RunningListener, localAddress: string): Promise<Socket> {
  const { port } = runningListener.listener
  const socket = connectPlainly({ port, host: '127.0.0.1', localAddress })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  await Promise.race([once(socket, 'connect'), ended(socket)])
  return socket
}

const ended = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.once('close', () => resolve()))

async function secured(socket: Socket): Promise<Sender> {
  const over: TLSSocket = connect({ socket, ca: certificate.chain, servername: 'localhost' })
  const sender = new Sender(over)
  await Promise.race([once(over, 'secureConnect'), ended(over)])
  return sender
}

/**
 * All at once, until the listener has seen each: it accepts them in turn, and closes or keeps each.
 */
async function flood(
  runningListener: RunningListener,
  from = attacker,
  count = wave,
): Promise<Socket[]> {
  const all = await Promise.all(
    Array.from({ length: count }, () => bareFrom(runningListener, from)),
  )
  await expect.poll(() => openOf(all)).toBeLessThan(maxUnauthenticated + 1)
  return all
}

/** The same with handshakes, the last stage that a stranger reaches. */
async function floodOfHandshakes({ listener: { port } }: RunningListener): Promise<void> {
  const one = async (): Promise<void> => {
    const under = connectPlainly({ port, host: '127.0.0.1', localAddress: attacker })
    under.on('error', () => undefined)
    const socket = connect({ socket: under, ca: certificate.chain, servername: 'localhost' })
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined)
    await Promise.race([once(socket, 'secureConnect').catch(() => undefined), ended(under)])
  }
  await Promise.all(Array.from({ length: wave }, one))
}

const openOf = (sockets: readonly Socket[]): number =>
  sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length

async function isServed(sender: Sender): Promise<void> {
  sender.write(post('["bank"]'))
  expect(statusOf(await sender.rest())).toBe(200)
}

it('serves a bank whose handshake is not done when another address floods with bare connections', async () => {
  await using runningListener = await RunningListener.open()
  const bare = await bareFrom(runningListener, bank)
  await flood(runningListener)
  const sender = await secured(bare)
  await flood(runningListener)
  await isServed(sender)
  expect(runningListener.delivered.map(({ remote }) => remote)).toEqual([bank])
})

it('counts cut connections by their address', async () => {
  await using runningListener = await RunningListener.open()
  await bareFrom(runningListener, bank)
  await flood(runningListener)
  expect(runningListener.refused.length).toBeGreaterThan(wave / 2)
  expect(new Set(runningListener.refusedKinds)).toEqual(new Set(['busy']))
  expect(new Set(runningListener.refused.map(({ from }) => from))).toEqual(new Set([attacker]))
})

it('does not cut connections whose handshake is done while their own address floods', async () => {
  await using runningListener = await RunningListener.open()
  const sender = await secured(await bareFrom(runningListener, attacker))
  await flood(runningListener)
  await flood(runningListener)
  await isServed(sender)
})

it('takes no connection slot for a stranger from a sender whose body is in transit', async () => {
  await using runningListener = await RunningListener.open()
  const sender = await secured(await bareFrom(runningListener, attacker))
  sender.write(head({ 'content-length': 2, connection: 'close', expect: '100-continue' }))
  await sender.until(/^HTTP\/1\.1 100 /)
  await floodOfHandshakes(runningListener)
  await flood(runningListener, bank)
  sender.write('[]')
  expect(await sender.rest()).toContain('HTTP/1.1 200 ')
})

it('takes no connection slot for a stranger from an idle connection that was authenticated before', async () => {
  await using runningListener = await RunningListener.open()
  const sender = await secured(await bareFrom(runningListener, attacker))
  sender.write(post('["first"]', { connection: null }))
  await sender.until(/\r\n\r\n\{.*\}$/s)
  sender.received = ''
  await floodOfHandshakes(runningListener)
  await isServed(sender)
})

it('leaves each of several addresses its few slots beside one that has most', async () => {
  await using runningListener = await RunningListener.open()
  const few = ['127.0.0.3', '127.0.0.4', '127.0.0.5']
  const theirs = await Promise.all(few.map((from) => bareFrom(runningListener, from)))
  await flood(runningListener)
  expect(openOf(theirs)).toBe(few.length)
})

it('bank note 98: reserves slots for permitted addresses during a flood from more addresses than there are slots', async () => {
  await using runningListener = await RunningListener.open({ permitted: [bank] })
  const bare = await bareFrom(runningListener, bank)
  for (let n = 0; n < wave; n += 1)
    await bareFrom(runningListener, `127.0.1.${String((n % 250) + 1)}`)
  await flood(runningListener)
  const sender = await secured(bare)
  await isServed(sender)
  await isServed(await secured(await bareFrom(runningListener, bank)))
})

it('asks a sender to retry when all slots hold deliveries that are being stored', async () => {
  const stored = Promise.withResolvers<typeof accepted>()
  await using runningListener = await RunningListener.open({}, () => stored.promise)
  const senders: Sender[] = []
  for (let n = 0; n < 128; n += 1) {
    const sender = await secured(await bareFrom(runningListener, bank))
    sender.write(post(`[${String(n)}]`))
    senders.push(sender)
  }
  await expect.poll(() => runningListener.delivered.length).toBe(128)
  const late = await secured(await bareFrom(runningListener, attacker))
  late.write(post('["late"]'))
  expect(statusOf(await late.rest())).toBe(503)
  const wrong = await secured(await bareFrom(runningListener, attacker))
  wrong.write(post('[]', { authorization: basicOf('bank', 'wrong') }))
  expect(statusOf(await wrong.rest())).toBe(401)
  stored.resolve(accepted)
  for (const sender of senders) expect(statusOf(await sender.rest())).toBe(200)
  expect(runningListener.refusedKinds).toEqual(['busy', 'credentials'])
  expect(runningListener.refused.map(({ isDelivery }) => isDelivery)).toEqual([true, true])
})
