/** Counts what main asks of the store's worker while it does one thing: each message costs a turn of both threads. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { WorkerRequest } from '../../../main/store/sqlite/worker-protocol.ts'
import type { StartStoreWorker } from '../../../main/store/store.ts'
import { startStoreWorker } from './programs/programs.ts'

const sent = new AsyncLocalStorage<string[]>()

/** One message in a line: its kind, and its statement or the name of its job. */
function lineOf(request: WorkerRequest): string {
  if (request.kind === 'run') return `run ${request.sql}`
  if (request.kind === 'commit') return `commit ${request.act.kind}`
  return request.kind === 'work' ? `work ${request.job}` : request.kind
}

/** The store's worker as tests start it; its messages are counted by `messagesOf`. */
export const countedStoreWorker: StartStoreWorker = () => {
  const worker = startStoreWorker()
  const post = worker.postMessage.bind(worker)
  return Object.assign(worker, {
    postMessage: (message: { readonly content: WorkerRequest }) => {
      sent.getStore()?.push(lineOf(message.content))
      post(message)
    },
  })
}

/** Does it, and answers every message that it sent by then: its own, and of nothing else that runs meanwhile. */
export async function messagesOf<T>(
  work: () => Promise<T> | T,
): Promise<{ readonly value: T; readonly messages: readonly string[] }> {
  const messages: string[] = []
  const value = await sent.run(messages, async () => work())
  return { value, messages: [...messages] }
}
