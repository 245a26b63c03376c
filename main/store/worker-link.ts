/**
 * Main's side of the store worker: sends requests, receives answers, and rejects all of them if the
 * worker dies.
 */
import { StoreError, type StoreFault } from './store-error.ts'
import type { StartStoreWorker, StoreWorker } from './store-thread.ts'
import type { MemberNews } from './engine.ts'
import type {
  Numbered,
  WorkerAnswers,
  WorkerFailure,
  WorkerReply,
  WorkerRequest,
} from './worker-protocol.ts'

interface Waiting {
  readonly resolve: (answer: WorkerAnswers[keyof WorkerAnswers]) => void
  readonly reject: (reason: StoreError) => void
}

/** One worker and its open requests. */
export class WorkerLink {
  readonly #worker: StoreWorker
  readonly #waiting = new Map<number, Waiting>()
  readonly #exited: Promise<void>
  #lastId = 0
  /** Called with what the worker heard of other workstations. */
  onNews: (news: MemberNews) => void = () => undefined
  #end: { readonly code: StoreFault; readonly message: string } | undefined

  constructor(start: StartStoreWorker) {
    this.#worker = start()
    this.#worker.on('message', (message) => {
      if ('news' in message) this.onNews(message.news)
      else this.#settle(message)
    })
    this.#worker.on('error', (error) => this.#gone(String(error)))
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', (code) => {
        this.#gone(`the store worker ended with ${code}`)
        resolve()
      })
    })
  }

  /**
   * Sends a request. Rejects with a {@link StoreError}: `gone` if the worker died before it answered,
   * `closed` after closing.
   */
  send<K extends keyof WorkerAnswers>(
    request: Extract<WorkerRequest, { kind: unknown }> & { readonly kind: K },
  ): Promise<WorkerAnswers[K]> {
    return new Promise<WorkerAnswers[keyof WorkerAnswers]>((resolve, reject) => {
      if (this.#end !== undefined) {
        reject(new StoreError(this.#end.code, this.#end.message))
        return
      }
      this.#lastId += 1
      this.#waiting.set(this.#lastId, { resolve, reject })
      const message: Numbered<WorkerRequest> = { id: this.#lastId, content: request }
      this.#worker.postMessage(message)
    }) as Promise<WorkerAnswers[K]>
  }

  /** Closes the store and waits until the worker has ended. Harmless if it has died. */
  async close(): Promise<void> {
    if (this.#end === undefined) {
      const closed = this.send({ kind: 'close' })
      this.#end = { code: 'closed', message: 'the store was closed' }
      await closed
    }
    await this.#exited
  }

  #settle({ id, content }: WorkerReply): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (content.ok) waiting?.resolve(content.value)
    else waiting?.reject(errorOf(content.error))
  }

  #gone(message: string): void {
    this.#end ??= { code: 'gone', message }
    for (const { reject } of this.#waiting.values()) {
      reject(new StoreError('gone', message))
    }
    this.#waiting.clear()
  }
}

const errorOf = ({ code, message, engineCode }: WorkerFailure): StoreError =>
  new StoreError(code, message, engineCode)
