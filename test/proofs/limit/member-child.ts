/** A workstation of the proof: the real store and rate budget, with more calls than it may make. */
import { randomInt } from 'node:crypto'
import { Agent, request } from 'node:http'
import { lanes } from '../../../preload/contract/bank/lanes.ts'
import type { Permit } from '../../../main/bank/client/budget/rate-permit.ts'
import { createRateBudgets } from '../../../main/bank/rate-budgets.ts'
import { systemClock, type Clock } from '../../../main/platform/clock.ts'
import { momentNow } from '../../../main/store/membership.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import { openStore, type Store } from '../../../main/store/store.ts'
import { storeThread } from '../../../main/store/store-thread.ts'
import type { MemberMessage, MemberOptions } from './messages.ts'

/** Only an answer frees a slot: how long a busy computer lets a request lie is not the subject. */
const neverInOneFlight = 1_000_000

const { name, store, storeWorker, folder, bankPort, demand, wrongByMs } = JSON.parse(
  process.argv[2] ?? '',
) as MemberOptions
const tell = (message: MemberMessage): void => void process.send?.(message)

const newError = (): number => randomInt(-wrongByMs, wrongByMs + 1)
let wrongMs = newError()
if (wrongByMs > 0) setInterval(() => (wrongMs = newError()), 3_000)
const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + wrongMs) }

async function open(): Promise<Store> {
  const startStoreWorker = storeThread(new URL(storeWorker), store)
  const opened = await openStore({ file: '', key: practiceKey, startStoreWorker, clock })
  if (opened.ok) return opened.value
  // The server has not noticed yet that a former life of this workstation has ended.
  if (opened.error.code === 'store-in-use') return open()
  throw new Error(JSON.stringify(opened.error))
}

const { membership } = await open()
const budgets = createRateBudgets({ clock, folder })
const budget = await budgets.budgetFor('bank-of-the-proof', 5, membership.slots)

let isPaused = false
budget.onChange(() => {
  const { pausedUntil } = budget.state()
  if (pausedUntil && !isPaused)
    tell({
      kind: 'paused',
      at: momentNow().monotonicMs,
      leftMs: pausedUntil.getTime() - clock.now().getTime(),
    })
  isPaused = pausedUntil !== null
})

const agent = new Agent({ keepAlive: true })

/** Resolves when the call has ended, or was not begun. */
function call(permit: Permit): Promise<void> {
  return new Promise((resolve) => {
    const calling = request({ host: '127.0.0.1', port: bankPort, agent })
    let hasBegun = false
    const ended = (): void => {
      if (hasBegun) permit.ended()
      resolve()
    }
    calling.on('socket', (socket) => {
      const begin = (): void => {
        calling.path = `/${name}/${String(momentNow().monotonicMs)}`
        hasBegun = permit.begin()
        if (hasBegun) calling.end(() => permit.written(neverInOneFlight))
        else calling.destroy()
      }
      if (socket.connecting) socket.once('connect', begin)
      else begin()
    })
    calling.on('response', (response) => {
      permit.answered(response.statusCode ?? 0)
      response.resume()
    })
    calling.on('error', () => undefined)
    calling.on('close', () => {
      if (!hasBegun) permit.release()
      ended()
    })
  })
}

async function callOnAndOn(at: number): Promise<never> {
  for (;;) {
    const lane = lanes[at % lanes.length] ?? 'bulk'
    const permit = await budget.acquire({ lane })
    if (permit.kind === 'permit') await call(permit)
  }
}

process.once('disconnect', () => process.exit())
tell({ kind: 'started' })
await Promise.all(Array.from({ length: demand }, (_, at) => callOnAndOn(at)))
