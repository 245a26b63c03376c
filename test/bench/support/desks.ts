/**
 * Whole workstations in this process, without windows: what one records, and when the event of it
 * reaches the window of another.
 */
import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { practiceOperators } from '../../../main/profile/practice-operators.ts'
import type { StartStoreWorker } from '../../../main/store/store-thread.ts'
import type { Numbered, WorkerRequest } from '../../../main/store/worker-protocol.ts'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import { startWorkstation } from '../../unit/support/workstation.ts'
import {
  approvedPayment,
  draftPayment,
  random,
  releasePayment,
  type CallOrders,
} from './payments.ts'

export interface Desk {
  readonly call: CallOrders
  /** Emits the payloads of the events for its window, by noun and name. */
  readonly window: EventEmitter
  close(): Promise<void>
}

type Method = (input: object, context: object) => Promise<Result<Order, unknown>>

/** Starts a workstation; `member`: its place in a team, whose store `startStoreWorker` opens. */
export async function openDesk(
  controlUrl: string,
  startStoreWorker: StartStoreWorker,
  member?: number,
): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const window = new EventEmitter()
  const practiceTeam = member === undefined ? undefined : { number: member, startStoreWorker }
  const { workstation } = await startWorkstation(folder, controlUrl, {
    storeWorker: startStoreWorker,
    practiceTeam,
    announced: (noun, name, payload) => window.emit(`${noun}.${name}`, payload),
  })
  const orders = workstation.handlers.orders as unknown as Record<string, Method>
  return {
    window,
    async call(method, input, person) {
      const operator = practiceOperators.find(({ id }) => id === person)
      const answer = await orders[method]?.(input, { operator })
      if (answer?.ok) return answer.value
      throw new Error(JSON.stringify(answer?.error))
    },
    async close() {
      await workstation.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const patienceMs = 30_000

/** Releases a payment of a desk, and waits until its sending has ended. */
export async function sendOne({ call, window }: Desk): Promise<void> {
  const order = await approvedPayment(call)
  const ended = Promise.withResolvers<string>()
  const look = (changed: Pick<Order, 'id' | 'state'>): void => {
    if (changed.id === order.id && !['queued', 'sending'].includes(changed.state))
      ended.resolve(changed.state)
  }
  window.on('orders.changed', look)
  await releasePayment(call, order)
  const state = await Promise.race([ended.promise, pause(patienceMs, 'late', { ref: false })])
  window.off('orders.changed', look)
  if (state !== 'accepted') throw new Error(`a payment is ${state}`)
}

/**
 * Records acts at one desk, some time apart, and returns how long each took from the click there to
 * the event of another window.
 */
export async function seenElsewhere(here: Desk, there: Desk, acts: number): Promise<number[]> {
  const seenAt = new Map<string, number>()
  const see = ({ id }: Pick<Order, 'id'>): void => {
    if (!seenAt.has(id)) seenAt.set(id, performance.now())
  }
  there.window.on('orders.changed', see)
  const took: number[] = []
  while (took.length < acts) {
    await pause(200 * random())
    const askedAt = performance.now()
    const { id } = await draftPayment(here.call)
    const signal = AbortSignal.timeout(patienceMs)
    while (!seenAt.has(id)) await once(there.window, 'orders.changed', { signal })
    took.push((seenAt.get(id) ?? Number.NaN) - askedAt)
  }
  there.window.off('orders.changed', see)
  return took
}

/**
 * Returns a worker that measures the transactions of a kind of act, from their first statement to
 * the end of their commit, in milliseconds.
 */
export function measured(
  start: StartStoreWorker,
  kind: string,
): { readonly start: StartStoreWorker; readonly took: readonly number[] } {
  const took: number[] = []
  return {
    took,
    start: () => {
      const worker = start()
      const post = worker.postMessage.bind(worker)
      const committing = new Map<number, number>()
      let begunAt = 0
      worker.postMessage = (message: Numbered<WorkerRequest>) => {
        const { id, content } = message
        if ('begins' in content && content.begins) begunAt = performance.now()
        if (content.kind === 'commit' && content.acts.at(-1)?.kind === kind)
          committing.set(id, begunAt)
        post(message)
      }
      worker.on('message', (message) => {
        const began = 'id' in message ? committing.get(message.id) : undefined
        if (began !== undefined) took.push(performance.now() - began)
      })
      return worker
    },
  }
}
