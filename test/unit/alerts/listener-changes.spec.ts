/**
 * Changes while a listener runs: the port is never closed for them, and no request in progress is
 * cut.
 */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { listenerState } from '../../../preload/contract/api/alerts/listener.ts'
import {
  createListenerCertificate,
  type ListenerSetup,
} from '../../../main/profile/listener-setup.ts'
import { freePort } from '../profile/support/listening.ts'
import {
  second,
  firstBasic,
  secondBasic,
  setup,
  intake,
  open,
  portOf,
  occupied,
  deliverTo,
  deliver,
} from './support/listening-service.ts'
import { certificate, connectTo, accepted, post, statusOf } from './support/running-listener.ts'

const newCertificate = async (): Promise<ListenerSetup['certificate']> => {
  const created = await createListenerCertificate(['127.0.0.1'], new Date())
  return { ...created, isCreatedHere: false }
}

/** An intake that stores when the test lets it. */
const slowIntake = () => {
  const stored = Promise.withResolvers<typeof accepted>()
  const came = Promise.withResolvers<undefined>()
  const accept = (): Promise<typeof accepted> => {
    came.resolve(undefined)
    return stored.promise
  }
  return {
    came: came.promise,
    store: () => stored.resolve(accepted),
    intake: { ...intake, accept },
  }
}

/**
 * Connects to the port again and again until the test ends it; returns every result other than a
 * connection.
 */
const caller = (port: number): (() => Promise<readonly string[]>) => {
  const refused: string[] = []
  let isOver = false
  const call = async (): Promise<void> => {
    while (!isOver) {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect').catch((problem: unknown) => refused.push(String(problem)))
      socket.destroy()
    }
  }
  const calling = call()
  return async () => {
    isOver = true
    await calling
    return refused
  }
}

it('changes its certificate without leaving the port, and cuts neither active nor idle connections', async () => {
  const slow = slowIntake()
  const service = open({ intake: slow.intake })
  await service.apply(setup)
  const before = service.running()
  const idle = await connectTo(portOf(service))
  const underWay = await connectTo(portOf(service))
  underWay.write(post('[1]', { authorization: firstBasic }))
  await slow.came
  const stop = caller(portOf(service))
  const other = await newCertificate()
  await service.apply({ ...setup, certificate: other })
  expect(await stop()).toEqual([])
  expect(service.running()).toEqual(before)
  const sender = await connectTo(portOf(service), { ca: other.chain })
  expect(sender.socket.getPeerX509Certificate()?.fingerprint256).toBe(
    service.state().certificate?.sha256,
  )
  slow.store()
  idle.write(post('[2]', { authorization: firstBasic }))
  for (const one of [underWay, idle]) expect(statusOf(await one.rest())).toBe(200)
})

it('listens at another port before it leaves the old one, and answers requests in progress there', async () => {
  const slow = slowIntake()
  const service = open({ intake: slow.intake })
  const [old, next] = [await freePort(), await freePort()]
  await service.apply({ ...setup, port: old })
  const underWay = await connectTo(old)
  underWay.write(post('[1]', { authorization: firstBasic }))
  await slow.came
  await service.apply({ ...setup, port: next })
  expect(portOf(service)).toBe(next)
  await expect(connectTo(old)).rejects.toThrow(/ECONNREFUSED/)
  slow.store()
  expect(statusOf(await underWay.rest())).toBe(200)
  expect(await deliver(service, firstBasic)).toBe(200)
})

it('stays at its address with the current passwords when another is unavailable, and reports both', async () => {
  const service = open()
  const { server, port } = await occupied()
  await service.apply({ ...setup, port: await freePort() })
  const old = portOf(service)
  const stop = caller(old)
  await service.apply({ ...setup, port, credentials: second })
  expect(await stop()).toEqual([])
  const { running } = listenerState.parse({ ...service.state(), others: [] })
  expect(running).toMatchObject({ state: 'failed', problem: 'port-in-use' })
  expect(running).toHaveProperty(
    'detail',
    expect.stringContaining(`Alerts are still received at https://127.0.0.1:${String(old)}/alerts`),
  )
  expect(await deliverTo(old, firstBasic)).toBe(401)
  expect(await deliverTo(old, secondBasic)).toBe(200)
  server.close()
  await service.apply({ ...setup, port: old, credentials: second })
  expect(portOf(service)).toBe(old)
})

it('moves by itself to an address that was in use, and leaves the old one', async () => {
  let notified = Promise.withResolvers<undefined>()
  const service = open({ retryAfterMs: 20, changed: () => notified.resolve(undefined) })
  const { server, port } = await occupied()
  const old = await freePort()
  await service.apply({ ...setup, port: old })
  await service.apply({ ...setup, port })
  expect(service.running().state).toBe('failed')
  server.close()
  while (service.running().state !== 'listening') {
    notified = Promise.withResolvers()
    await notified.promise
  }
  expect(portOf(service)).toBe(port)
  await expect(connectTo(old)).rejects.toThrow(/ECONNREFUSED/)
})

it('moves to another address at the same port although its own listener occupies it', async () => {
  const service = open()
  const port = await freePort()
  await service.apply({ ...setup, port })
  await service.apply({ ...setup, port, host: '0.0.0.0' })
  expect(service.running()).toMatchObject({ address: `https://0.0.0.0:${String(port)}/alerts` })
  expect(await deliver(service, firstBasic)).toBe(200)
})

it('returns to its address when the other at the same port is unavailable too', async () => {
  const service = open()
  const port = await freePort()
  await service.apply({ ...setup, port })
  const blocker = createServer().listen(port, '127.0.0.2')
  await once(blocker, 'listening')
  onTestFinished(() => void blocker.close())
  await service.apply({ ...setup, port, host: '0.0.0.0' })
  expect(service.running()).toMatchObject({ state: 'failed', problem: 'port-in-use' })
  expect(await deliverTo(port, firstBasic)).toBe(200)
})

it('continues with the previous certificate when another is unusable, and says so', async () => {
  const service = open()
  await service.apply(setup)
  const port = portOf(service)
  const broken = { ...(await newCertificate()), privateKey: certificate.privateKey }
  await service.apply({ ...setup, certificate: broken, credentials: second })
  expect(service.running()).toMatchObject({ state: 'failed', problem: 'certificate-refused' })
  expect(service.running()).toHaveProperty(
    'detail',
    expect.stringContaining('are still received at'),
  )
  expect(await deliverTo(port, secondBasic)).toBe(200)
  expect(await deliverTo(port, firstBasic)).toBe(401)
  await service.apply('not-enabled')
  await expect(connectTo(port)).rejects.toThrow(/ECONNREFUSED/)
})
