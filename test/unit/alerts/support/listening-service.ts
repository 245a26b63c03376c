/** A listener service with an intake in memory, and real deliveries to it. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { onTestFinished } from 'vitest'
import { systemClock } from '../../../../main/platform/clock.ts'
import type { AlertIntake } from '../../../../main/alerts/listener/delivery.ts'
import {
  createListenerService,
  type ListenerService,
  type ListenerServiceDeps,
} from '../../../../main/alerts/listener/listener.service.ts'
import { basicOf, certificate, connectTo, accepted, post, statusOf } from './running-listener.ts'
import type { ListenerSetup } from '../../../../main/profile/listener-setup.ts'

export const at = '2026-11-21T12:00:00.000Z'
export const first = { userName: 'bank', password: 'first', createdAt: at }
export const second = {
  userName: 'bank',
  password: 'second',
  createdAt: '2026-11-22T12:00:00.000Z',
}
export const firstBasic = basicOf(first.userName, first.password)
export const secondBasic = basicOf(second.userName, second.password)

export const setup: ListenerSetup = {
  host: '127.0.0.1',
  port: 0,
  certificate: { ...certificate, isCreatedHere: true },
  credentials: first,
  previous: null,
  permitted: [],
  publicUrl: null,
}

export const intake: AlertIntake = {
  accept: () => Promise.resolve(accepted),
  readPending: () => Promise.resolve(),
  notStoring: () => null,
  standBy: () => undefined,
  settled: () => Promise.resolve(),
}

export const open = (change: Partial<ListenerServiceDeps> = {}): ListenerService => {
  const service = createListenerService({
    intake,
    clock: systemClock,
    changed: () => undefined,
    report: (_where, problem) => {
      throw problem
    },
    ...change,
  })
  onTestFinished(() => service.close())
  return service
}

export const portOf = (service: ListenerService): number => {
  const running = service.running()
  if (running.state !== 'listening') throw new Error(`It is ${running.state}`)
  return Number(new URL(running.address).port)
}

export const occupied = async (): Promise<{ server: Server; port: number }> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return { server, port: typeof address === 'object' ? (address?.port ?? 0) : 0 }
}

export const deliverTo = async (port: number, authorization: string): Promise<number> => {
  const sender = await connectTo(port)
  sender.write(post('[1]', { authorization }))
  return statusOf(await sender.rest())
}
export const deliver = (service: ListenerService, authorization: string): Promise<number> =>
  deliverTo(portOf(service), authorization)
