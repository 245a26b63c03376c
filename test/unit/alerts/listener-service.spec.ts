import { expect, it, onTestFinished, vi } from 'vitest'
import { listenerState } from '../../../preload/contract/api/alerts/listener.ts'
import { startProblemOf } from '../../../main/alerts/listener/listener-problem.ts'
import {
  at,
  first,
  second,
  firstBasic,
  secondBasic,
  setup,
  intake,
  open,
  portOf,
  occupied,
  deliver,
} from './support/listening-service.ts'
import { certificate, connectTo, accepted, post, statusOf } from './support/running-listener.ts'

it('reports its address, its settings and its last delivery', async () => {
  const service = open()
  expect(service.running()).toEqual({ state: 'off', why: 'not-started' })
  await service.apply({ ...setup, permitted: ['127.0.0.0/8'] })
  await deliver(service, firstBasic)
  await deliver(service, 'Basic !')
  const state = service.state()
  expect(listenerState.parse({ ...state, others: [] })).toMatchObject({
    running: { state: 'listening', address: `https://127.0.0.1:${portOf(service)}/alerts` },
    userName: 'bank',
    credentialsCreatedAt: at,
    previousCredentialsCreatedAt: null,
    permitted: ['127.0.0.0/8'],
    certificate: { subject: 'O=Countersign listener, CN=127.0.0.1', isCreatedHere: true },
    counts: { deliveries: 1, alerts: 1, refused: { credentials: 1, address: 0 } },
    lastRefusal: { kind: 'credentials', from: '127.0.0.1' },
    notStoring: null,
  })
  expect(state.lastDelivery).toMatchObject({ alerts: 1, quarantineReason: null })
  expect(JSON.stringify(state)).not.toContain(first.password)
})

it('starts with the last delivery of an earlier run, and reports later ones', async () => {
  const before = { at, alerts: 3, quarantineReason: null }
  const answers = [
    accepted,
    { status: 400, body: '{}', alerts: 0, quarantineReason: 'not-json' },
  ] as const
  let taken = 0
  const accept = () => Promise.resolve(answers[taken++] ?? accepted)
  const service = open({ lastDelivery: before, intake: { ...intake, accept } })
  await service.apply(setup)
  expect(service.state()).toMatchObject({ lastDelivery: before, counts: { alerts: 0 } })
  await deliver(service, firstBasic)
  await deliver(service, firstBasic)
  expect(service.state().lastDelivery).toMatchObject({ alerts: 0, quarantineReason: 'not-json' })
})

it('bank note 95: takes old and new credentials until the old are ended, and cuts no connection for it', async () => {
  const service = open()
  await service.apply(setup)
  const before = service.running()
  const runningListener = await connectTo(portOf(service))
  const request = async (authorization: string): Promise<number> => {
    runningListener.received = ''
    runningListener.write(post('[1]', { authorization, connection: null }))
    return statusOf(await runningListener.until(/\r\n\r\n.*\}$/s))
  }
  expect(await request(firstBasic)).toBe(200)
  await service.apply({ ...setup, credentials: second, previous: first })
  expect(await request(firstBasic)).toBe(200)
  expect(await request(secondBasic)).toBe(200)
  await service.apply({ ...setup, credentials: second })
  expect(await request(secondBasic)).toBe(200)
  expect(await request(firstBasic)).toBe(401)
  expect(service.running()).toEqual(before)
})

it('bank note 98: turns other addresses away with 403 once a list is entered, good credentials or not', async () => {
  const service = open()
  await service.apply(setup)
  await service.apply({ ...setup, permitted: ['192.0.2.0/24'] })
  expect(await deliver(service, firstBasic)).toBe(403)
  expect(await deliver(service, 'Basic !')).toBe(403)
  expect(service.state().counts).toMatchObject({ deliveries: 0, refused: { address: 2 } })
})

it('says that the port is in use, and listens by itself once it is free', async () => {
  const { server, port } = await occupied()
  let notified = Promise.withResolvers<undefined>()
  const service = open({ retryAfterMs: 20, changed: () => notified.resolve(undefined) })
  await service.apply({ ...setup, port })
  expect(service.running()).toMatchObject({ state: 'failed', problem: 'port-in-use' })
  expect(service.state().running).toHaveProperty('retryAt', expect.any(String))
  listenerState.parse({ ...service.state(), others: [] })
  server.close()
  while (service.running().state !== 'listening') {
    notified = Promise.withResolvers()
    await notified.promise
  }
  expect(portOf(service)).toBe(port)
})

it('does not retry settings that were replaced meanwhile', async () => {
  const { server, port } = await occupied()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const service = open()
  await service.apply({ ...setup, port })
  await service.apply('not-enabled')
  server.close()
  vi.runAllTimers()
  // Applied after any retry would have happened.
  await service.apply('not-enabled')
  expect(service.running()).toEqual({ state: 'off', why: 'not-enabled' })
  await expect(connectTo(port)).rejects.toThrow(/ECONNREFUSED/)
})

it('says that a certificate or its key cannot be used, and does not try it again', async () => {
  const service = open()
  const { chain, privateKey } = certificate
  const broken = [
    { chain: 'rubbish', privateKey },
    { chain, privateKey: 'rubbish' },
    { chain, privateKey: privateKey.replace(/\n.{20}/, '\nAAAAAAAAAAAAAAAAAAAA') },
  ]
  for (const one of broken) {
    await service.apply({ ...setup, certificate: { ...one, isCreatedHere: false } })
    const { running } = listenerState.parse({ ...service.state(), others: [] })
    expect(running).toMatchObject({ problem: 'certificate-refused', retryAt: null })
  }
  await service.apply(setup)
  expect(service.running().state).toBe('listening')
})

it('says that the address is not of this computer', async () => {
  const service = open()
  await service.apply({ ...setup, host: '192.0.2.1' })
  expect(service.running()).toMatchObject({ state: 'failed', problem: 'address-not-here' })
})

it.each([
  ['EACCES', 'port-not-allowed', false],
  ['EADDRINUSE', 'port-in-use', true],
  ['ENOTFOUND', 'address-not-here', true],
  ['EMFILE', 'other', true],
])('reads %s as %s', (code, problem, mayPass) => {
  const thrown = Object.assign(new Error('message'), { code })
  expect(startProblemOf(thrown)).toEqual({ problem, mayPass, detail: 'message' })
})

it('is off when nothing is to run, and takes no connection then', async () => {
  const service = open()
  await service.apply(setup)
  const port = portOf(service)
  await service.apply('retired')
  expect(service.running()).toEqual({ state: 'off', why: 'retired' })
  await expect(connectTo(port)).rejects.toThrow(/ECONNREFUSED/)
})

it('answers requests in progress before it closes, and takes no new ones', async () => {
  const stored = Promise.withResolvers<typeof accepted>()
  const came = Promise.withResolvers<undefined>()
  const accept = (): Promise<typeof accepted> => {
    came.resolve(undefined)
    return stored.promise
  }
  const service = open({ intake: { ...intake, accept } })
  await service.apply(setup)
  const port = portOf(service)
  const sender = await connectTo(port)
  sender.write(post('[1]', { authorization: firstBasic, connection: null }))
  await came.promise
  const closed = service.close()
  await expect
    .poll(() =>
      connectTo(port).then(
        () => 'open',
        () => 'shut',
      ),
    )
    .toBe('shut')
  stored.resolve(accepted)
  expect(statusOf(await sender.rest())).toBe(200)
  await closed
  await service.apply(setup)
  expect(service.running().state).toBe('off')
})

it('cuts requests that are not answered five seconds after the close began', async () => {
  const came = Promise.withResolvers<undefined>()
  const accept = (): Promise<typeof accepted> => {
    came.resolve(undefined)
    return new Promise(() => undefined)
  }
  const service = open({ intake: { ...intake, accept } })
  await service.apply(setup)
  const sender = await connectTo(portOf(service))
  sender.write(post('[1]', { authorization: firstBasic }))
  await came.promise
  await service.close()
  expect(await sender.rest()).toBe('')
})

it('counts deliveries that could not be stored, answers 503, and says since when', async () => {
  const problem = { since: at, detail: 'database or disk is full', needsRestart: false }
  const service = open({
    intake: {
      ...intake,
      accept: () => Promise.resolve({ status: 503, body: '{}', alerts: 0 }),
      notStoring: () => problem,
    },
  })
  await service.apply(setup)
  expect(await deliver(service, firstBasic)).toBe(503)
  expect(service.state()).toMatchObject({
    counts: { deliveries: 0, refused: { 'not-stored': 1 } },
    lastDelivery: null,
    notStoring: problem,
  })
})

it('answers 503 when the intake rejects unexpectedly', async () => {
  const service = open({ intake: { ...intake, accept: () => Promise.reject(new Error('broken')) } })
  await service.apply(setup)
  expect(await deliver(service, firstBasic)).toBe(503)
})

it('applies changes one after the other', async () => {
  const service = open()
  await Promise.all([
    service.apply(setup),
    service.apply('not-enabled'),
    service.apply({ ...setup, credentials: second }),
  ])
  expect(await deliver(service, firstBasic)).toBe(401)
  expect(await deliver(service, secondBasic)).toBe(200)
})
