/**
 * Forwarding on a real store, to a real HTTPS server; the test controls the clock and the timers.
 */
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { makePracticePki } from '../../../../../main/practice/practice-pki.ts'
import type { ForwardAccess } from '../../../../../main/profile/profile-secrets.ts'
import { postAlerts } from '../../../../../main/alerts/forwarding/forward-post.ts'
import {
  createForwardingService,
  type ForwardingService,
  type ForwardingDeps,
} from '../../../../../main/alerts/forwarding.service.ts'
import type { SessionContext } from '../../../../../main/profile/session-context.ts'
import type { Store } from '../../../../../main/store/store.ts'
import type { ForwardingSettings } from '../../../../../preload/contract/api/forwarding/forwarding.ts'
import { sessionContext } from '../../../support/session-context.ts'
import { intakeOf } from '../../intakes.ts'
import { deliveryOf, wireAlert } from '../../alert-samples.ts'

export const pki = await makePracticePki(new Date())

/** One post as the endpoint received it. */
export interface Taken {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** An endpoint with answers set by the test. */
export interface Endpoint {
  readonly url: string
  readonly posts: Taken[]
  /** The eapAlertGUID of every posted alert, in order. */
  guids(): string[]
  answer: (post: Taken) => number | { readonly status: number; readonly location: string }
}

interface Posted {
  readonly alertNotificationRequest: readonly {
    readonly alertNotification: { readonly alertHeader: { readonly eapAlertGUID: string } }
  }[]
}

/** The guids of one post. */
export const guidsIn = ({ body }: Taken): string[] =>
  (JSON.parse(body) as Posted).alertNotificationRequest.map(
    ({ alertNotification: { alertHeader } }) => alertHeader.eapAlertGUID,
  )

/** Opens an endpoint; it is closed with the test. */
export async function openEndpoint(): Promise<Endpoint> {
  const posts: Taken[] = []
  const { chain: cert, privateKey: key } = pki.server
  const server = createServer({ cert, key }, (request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { url: path = '', headers } = request
      const post = { path, headers, body: Buffer.concat(pieces).toString('utf8') }
      posts.push(post)
      const answer = endpoint.answer(post)
      if (typeof answer === 'number') response.writeHead(answer).end('{}')
      else response.writeHead(answer.status, { location: answer.location }).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const endpoint: Endpoint = {
    url: `https://localhost:${String(port)}/take`,
    posts,
    guids: () => posts.flatMap(guidsIn),
    answer: () => 200,
  }
  return endpoint
}

/** A forwarding service with timers that run when the test lets time pass. */
export interface Stage {
  readonly session: ForwardingService
  readonly emitted: (readonly [string, unknown])[]
  /** Lets this much time pass, runs the due timers, and waits until nothing is in progress. */
  readonly pass: (ms: number) => Promise<void>
  /** Waits until nothing is in progress. */
  readonly settled: () => Promise<void>
}

interface StageOptions {
  readonly context?: Partial<SessionContext>
  readonly access?: ForwardAccess
  readonly deps?: Partial<ForwardingDeps>
}

/** Creates the service of a store and starts it. */
export function stageOf(store: Store, options: StageOptions = {}): Stage {
  const { context, emitted, pass } = sessionContext(store)
  let timers: { readonly atMs: number; readonly run: () => void }[] = []
  let underWay = 0
  const counted = <T>(work: Promise<T>): Promise<T> => {
    underWay += 1
    return work.finally(() => (underWay -= 1))
  }
  const post = postAlerts([pki.root])
  const watched: Pick<Store, 'work'> = {
    work: (job, input) => counted(store.work(job, input)),
  }
  const session = createForwardingService(
    {
      ...context,
      environment: 'practice',
      profileId: 'profile-1',
      connection: { state: () => ({ address: 'https://localhost:1' }) },
      store: { ...store, work: watched.work },
      ...options.context,
    } as SessionContext,
    {
      access: options.access,
      listening: () => null,
      post: (given) => counted(post(given)),
      startTimer: (afterMs, run) => {
        const timer = { atMs: context.clock.monotonicMs() + afterMs, run }
        timers.push(timer)
        return () => (timers = timers.filter((other) => other !== timer))
      },
      ...options.deps,
    },
  )
  session.start()
  onTestFinished(() => session.close())
  const settled = async (): Promise<void> => {
    for (let quiet = 0; quiet < 5; quiet = underWay === 0 ? quiet + 1 : 0) {
      // Behind the reads of the service.
      await store.read.selectFrom('forward_state').select('id').execute()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return {
    session,
    emitted,
    settled,
    async pass(ms) {
      pass(ms)
      const due = timers.filter(({ atMs }) => atMs <= context.clock.monotonicMs())
      timers = timers.filter((timer) => !due.includes(timer))
      for (const { run } of due) run()
      await settled()
    },
  }
}

/** The settings of an administrator. */
export const settings = (change: Partial<ForwardingSettings> = {}): ForwardingSettings => ({
  enabled: true,
  url: null,
  sinceDays: 0,
  confirmedHost: null,
  ...change,
})

/** Guids of so many alerts. */
export const numbered = (count: number, from = 1): string[] =>
  Array.from({ length: count }, (_none, at) => `EAP-${String(from + at).padStart(6, '0')}`)

let nextDelivery = 1
/** Delivers alerts, each with its guid and its own text. */
export async function takeIn(store: Store, guids: readonly string[]): Promise<void> {
  const intake = intakeOf(store, (nextDelivery += 1_000))
  for (let at = 0; at < guids.length; at += 500) {
    const alerts = guids
      .slice(at, at + 500)
      .map((guid) => wireAlert({ eapAlertGUID: guid }, { tranId: guid }))
    await intake.take(deliveryOf(...alerts))
  }
  await intake.readPending()
  await intake.settled()
}
