/**
 * Counts main's messages to the store's worker during one action: each message costs an exchange
 * between the two threads.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { WorkerRequest } from '../../../main/store/worker-protocol.ts'
import type { StartStoreWorker } from '../../../main/store/store.ts'
import { startStoreWorker } from './programs/programs.ts'

const sent = new AsyncLocalStorage<string[]>()

/** Describes one message in a line: its kind, and its statement or the name of its job. */
function lineOf(request: WorkerRequest): string {
  if (request.kind === 'run') return `run ${request.sql}`
  if (request.kind === 'commit') return `commit ${request.acts.map(({ kind }) => kind).join(', ')}`
  return request.kind === 'work' ? `work ${request.job}` : request.kind
}

/** The store's worker as tests start it; `messagesOf` counts its messages. */
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

/** Runs `work` and returns its value and the messages sent meanwhile: only its own. */
export async function messagesOf<T>(
  work: () => Promise<T> | T,
): Promise<{ readonly value: T; readonly messages: readonly string[] }> {
  const messages: string[] = []
  const value = await sent.run(messages, async () => work())
  return { value, messages: [...messages] }
}
