/** The call through the public address, against real servers in front of a real listener. */
import { once } from 'node:events'
import { createServer as createPlain } from 'node:http'
import { createServer, request as sendRequest, type Server } from 'node:https'
import { createServer as createTcp, type Server as TcpServer, type Socket } from 'node:net'
import type { RequestListener } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { listenerState } from '../../../../preload/contract/api/alerts/listener.ts'
import { systemClock } from '../../../../main/platform/clock.ts'
import {
  createListenerCertificate,
  type ListenerSetup,
} from '../../../../main/profile/listener-setup.ts'
import { makePracticePki } from '../../../../main/practice/practice-pki.ts'
import type { AlertIntake } from '../../../../main/alerts/listener/delivery.ts'
import { probeHeader } from '../../../../main/alerts/listener/listener-gate.ts'
import {
  createListenerService,
  type ListenerService,
  type ListenerServiceDeps,
} from '../../../../main/alerts/listener/listener.service.ts'
import { createProbe, findingOf } from '../../../../main/alerts/listener/probe.ts'
import { certificate, connectTo, credentials, head, statusOf } from '../support/running-listener.ts'

/**
 * The issuer of the certificate in front of the listener; to a bank it would be one of the known
 * roots.
 */
const pki = await makePracticePki(new Date())
const createdAt = '2026-11-21T12:00:00.000Z'
const intake: AlertIntake = {
  accept: () => Promise.reject(new Error('Nothing is delivered here')),
  readPending: () => Promise.resolve(),
  notStoring: () => null,
  standBy: () => undefined,
  settled: () => Promise.resolve(),
}

const openService = (change: Partial<ListenerServiceDeps> = {}): ListenerService => {
  const service = createListenerService({
    intake,
    clock: systemClock,
    roots: [pki.root],
    changed: () => undefined,
    report: (_where, problem) => {
      throw problem
    },
    ...change,
  })
  onTestFinished(() => service.close())
  return service
}

const setup = (change: Partial<ListenerSetup> = {}): ListenerSetup => ({
  host: '127.0.0.1',
  port: 0,
  certificate: { ...certificate, isCreatedHere: true },
  credentials: { ...credentials, createdAt },
  previous: null,
  permitted: [],
  publicUrl: null,
  ...change,
})

const addressOf = (service: ListenerService): string => {
  const running = service.running()
  return running.state === 'listening' ? running.address : running.state
}

const portOf = async (server: Server | TcpServer): Promise<number> => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** A server that a bank would trust. */
const publicServer = async (answer: RequestListener): Promise<string> => {
  const { chain: cert, privateKey: key } = pki.server
  return `https://localhost:${await portOf(createServer({ cert, key }, answer))}/hooks/alerts`
}

/** A proxy in front of a listener: passes each request on to its address. */
const passingOnTo =
  (address: () => string): RequestListener =>
  (request, response) => {
    const { method, headers } = request
    const passed = sendRequest(address(), { method, headers, ca: certificate.chain }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    // A listener that closes meanwhile cuts it.
    passed.once('error', () => response.writeHead(502).end())
    request.pipe(passed)
  }

const found = async (publicUrl: string, change: Partial<ListenerSetup> = {}): Promise<unknown> => {
  const service = openService()
  await service.apply(setup({ publicUrl, ...change }))
  expect(await service.probe()).toEqual({ ok: true, value: undefined })
  const { reach } = listenerState.parse({ ...service.state(), others: [] })
  expect(reach).toMatchObject({ state: 'probed', at: expect.any(String) as unknown })
  return reach.finding
}

it('bank note 104: finds that the listener is reached through the proxy in front of it', async () => {
  const service = openService()
  const publicUrl = await publicServer(passingOnTo(() => addressOf(service)))
  await service.apply(setup({ publicUrl, permitted: ['192.0.2.1'] }))
  await service.probe()
  expect(service.state().reach).toMatchObject({ finding: 'reachable', detail: null })
  // A probe is no delivery and no rejection.
  expect(service.state().counts.deliveries).toBe(0)
  expect(service.state().lastRefusal).toBeNull()
})

it('probes by itself once there is a public address, and repeats it', async () => {
  let isThere = true
  const service = openService({ probeEveryMs: 20 })
  const pass = passingOnTo(() => addressOf(service))
  const publicUrl = await publicServer((request, response) => {
    if (isThere) pass(request, response)
    else response.writeHead(502).end()
  })
  await service.apply(setup({ publicUrl }))
  const finding = () => service.state().reach.finding
  await expect.poll(finding).toBe('reachable')
  isThere = false
  await expect.poll(finding).toBe('other-answer')
  isThere = true
  await expect.poll(finding).toBe('reachable')
})

it('probes a public address that is entered later at once, though another probe is in progress', async () => {
  const hung = Promise.withResolvers<undefined>()
  const silent = await publicServer(() => hung.resolve(undefined))
  const service = openService()
  await service.apply(setup({ publicUrl: silent }))
  await hung.promise
  expect(service.state().reach.state).toBe('probing')
  const publicUrl = await publicServer(passingOnTo(() => addressOf(service)))
  await service.apply(setup({ publicUrl }))
  await expect.poll(() => service.state().reach.finding).toBe('reachable')
})

it('stops probing once it ends or is closed, and cuts the probe in progress', async () => {
  let requested = 0
  const server = await publicServer((request) => {
    requested += 1
    request.socket.once('close', () => cut.resolve(undefined))
  })
  const cut = Promise.withResolvers<undefined>()
  const service = openService({ probeEveryMs: 20 })
  await service.apply(setup({ publicUrl: server }))
  await expect.poll(() => requested).toBe(1)
  await service.apply('not-enabled')
  await cut.promise
  expect(service.state().reach.state).toBe('never-probed')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await service.apply(setup({ publicUrl: server }))
  expect(vi.getTimerCount()).toBe(1)
  await service.close()
  expect(vi.getTimerCount()).toBe(0)
})

it('does not probe where no public address is entered', async () => {
  const service = openService()
  await service.apply(setup())
  expect(service.state().reach.state).toBe('never-probed')
})

it('says that it is reached with the certificate created here', async () => {
  const service = openService()
  await service.apply(setup())
  const publicUrl = addressOf(service)
  await service.apply(setup({ port: Number(new URL(publicUrl).port), publicUrl }))
  await service.probe()
  expect(service.state().reach.finding).toBe('own-certificate')
})

it('says that an unknown certificate is presented there', async () => {
  const service = openService()
  const imported = { certificate: { ...certificate, isCreatedHere: false } }
  await service.apply(setup(imported))
  const publicUrl = addressOf(service)
  await service.apply(setup({ ...imported, port: Number(new URL(publicUrl).port), publicUrl }))
  await service.probe()
  expect(service.state().reach).toMatchObject({
    finding: 'tls',
    detail: expect.stringContaining('self-signed') as unknown,
  })
})

it('does not accept a certificate of another name', async () => {
  const { chain: cert, privateKey: key } = await createListenerCertificate(
    ['elsewhere.example'],
    new Date(),
  )
  const port = await portOf(createServer({ cert, key }))
  const probe = createProbe({ clock: systemClock, changed: () => undefined, roots: [cert] })
  await probe.call({ publicUrl: `https://localhost:${port}/`, ownChain: null })
  expect(probe.reach()).toMatchObject({
    finding: 'tls',
    detail: expect.stringContaining('elsewhere.example') as unknown,
  })
})

it.each<[string, RequestListener]>([
  ['a page', (_request, response) => void response.end('Welcome')],
  [
    'an answer like the listener’s',
    (_request, response) => {
      response.writeHead(204, { [probeHeader]: 'here' }).end()
    },
  ],
  [
    'its token sent back',
    ({ headers }, response) => {
      response.writeHead(204, { [probeHeader]: headers[probeHeader] ?? '' }).end()
    },
  ],
  [
    'a way elsewhere',
    (_request, response) => {
      response.writeHead(302, { location: 'https://localhost:1/' }).end()
    },
  ],
  [
    'a page without end',
    (_request, response) => {
      const more = (): void => {
        if (response.writable) response.write('x'.repeat(65_536), more)
      }
      more()
    },
  ],
  [
    'headers without end',
    (_request, response) => {
      response.writeHead(200, { 'x-a': 'b'.repeat(200_000) }).end()
    },
  ],
])('finds another answer: %s', async (_name, answer) => {
  expect(await found(await publicServer(answer))).toBe('other-answer')
})

it('does not take the listener of another profile for this one', async () => {
  const other = openService()
  await other.apply(setup())
  expect(await found(await publicServer(passingOnTo(() => addressOf(other))))).toBe('other-answer')
})

it('says that the proxy in front does not pass the answer on', async () => {
  const service = openService()
  const url = await publicServer((request, response) => {
    sendRequest(
      addressOf(service),
      { headers: request.headers, ca: certificate.chain },
      (answer) => {
        answer.resume().once('end', () => response.writeHead(502).end())
      },
    ).end()
  })
  await service.apply(setup({ publicUrl: url }))
  await service.probe()
  expect(service.state().reach).toMatchObject({ finding: 'other-answer', detail: 'HTTP 502' })
})

it('says that nothing is there', async () => {
  const server = createTcp()
  const port = await portOf(server)
  server.close()
  expect(await found(`https://127.0.0.1:${port}/`)).toBe('refused')
})

it('says that no TLS is spoken there', async () => {
  const port = await portOf(createPlain((_request, response) => void response.end()))
  expect(await found(`https://127.0.0.1:${port}/`)).toBe('tls')
})

it.each([
  ['a server that takes the connection and never answers', () => portOf(createTcp())],
  [
    'who takes the request and says nothing',
    async () => Number(new URL(await publicServer(() => undefined)).port),
  ],
])('does not wait for ever: %s', async (_name, open) => {
  const deps = { clock: systemClock, changed: () => undefined, roots: [pki.root], withinMs: 300 }
  const probe = createProbe(deps)
  await probe.call({ publicUrl: `https://localhost:${await open()}/`, ownChain: null })
  expect(probe.reach().finding).toBe('timeout')
})

it.each([
  ['ENOTFOUND', 'not-found'],
  ['EAI_AGAIN', 'other'],
  ['ECONNREFUSED', 'refused'],
  ['ETIMEDOUT', 'timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tls'],
  ['EHOSTUNREACH', 'other'],
  ['ECONNRESET', 'other'],
])('reads %s as %s', (code, finding) => {
  const thrown = Object.assign(new Error('message'), { code })
  expect(findingOf(thrown)).toEqual({ finding, detail: 'message' })
})

it('sends nothing without a listener or an address', async () => {
  const service = openService()
  expect(await service.probe()).toEqual({ ok: false, error: { code: 'listener-off' } })
  await service.apply(setup())
  expect(await service.probe()).toEqual({ ok: false, error: { code: 'no-public-address' } })
  expect(service.state().reach.state).toBe('never-probed')
})

it('clears its result when the address is removed, also that of a call in progress', async () => {
  const service = openService()
  const requested = Promise.withResolvers<undefined>()
  const go = Promise.withResolvers<undefined>()
  const url = await publicServer((_request, response) => {
    requested.resolve(undefined)
    void go.promise.then(() => response.end())
  })
  await service.apply(setup({ publicUrl: url }))
  const probed = service.probe()
  await requested.promise
  expect(service.state().reach.state).toBe('probing')
  await service.apply(setup())
  go.resolve(undefined)
  await probed
  expect(service.state().reach.state).toBe('never-probed')
})

it('accepts a token once, and none that it did not send', async () => {
  const service = openService()
  const tokens: string[] = []
  const url = await publicServer((request, response) => {
    tokens.push(String(request.headers[probeHeader]))
    passingOnTo(() => addressOf(service))(request, response)
  })
  await service.apply(setup({ publicUrl: url }))
  await service.probe()
  expect(service.state().reach.finding).toBe('reachable')
  for (const token of [...tokens, 'made-up', '']) {
    const sender = await connectTo(Number(new URL(addressOf(service)).port))
    const headers = { authorization: null, [probeHeader]: token }
    sender.write(head(headers, 'GET /alerts HTTP/1.1'))
    expect(statusOf(await sender.rest())).toBe(401)
  }
})

it.each([
  [29_000, true],
  [31_000, false],
])('still accepts its own token after %i ms: %s', async (laterMs, isKnown) => {
  let now = 0
  const clock = { now: () => new Date(), monotonicMs: () => now }
  const probe = createProbe({ clock, changed: () => undefined, roots: [pki.root] })
  const known: boolean[] = []
  const url = await publicServer(({ headers }, response) => {
    now = laterMs
    known.push(probe.isOwn(String(headers[probeHeader])))
    response.end()
  })
  await probe.call({ publicUrl: url, ownChain: null })
  expect(known).toEqual([isKnown])
})
