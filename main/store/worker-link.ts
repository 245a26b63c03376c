/**
 * Main's side of the store worker: sends requests, receives answers, and rejects all of them if the
 * worker dies.
 */
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import { StoreError, type StoreFault } from './store-error.ts'
import type { StartStoreWorker, StoreWorker } from './store-thread.ts'
import type { MemberNews } from './engine.ts'
import type {
  SentRequest,
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
  readonly #closed = newSignal()
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
    request: RequestOf<K>,
    answered?: SentRequest['answered'],
  ): Promise<WorkerAnswers[K]> {
    return new Promise<WorkerAnswers[keyof WorkerAnswers]>((resolve, reject) => {
      if (this.#end !== undefined) {
        reject(new StoreError(this.#end.code, this.#end.message))
        return
      }
      this.#lastId += 1
      this.#waiting.set(this.#lastId, { resolve, reject })
      const message: SentRequest = {
        id: this.#lastId,
        content: request,
        ...(answered && { answered }),
      }
      this.#worker.postMessage(message)
    }) as Promise<WorkerAnswers[K]>
  }

  /**
   * Sends a request and holds this thread until it is answered. Undefined: it failed, was not
   * answered in time, or the worker is gone or closing.
   */
  sendNow<K extends keyof WorkerAnswers>(
    request: RequestOf<K>,
    withinMs: number,
  ): WorkerAnswers[K] | undefined {
    if (this.#end !== undefined) return undefined
    const { port1, port2 } = new MessageChannel()
    const answered = newSignal()
    this.#lastId += 1
    const message: SentRequest = { id: this.#lastId, content: request, answered, replyTo: port2 }
    this.#worker.postMessage(message, [port2])
    Atomics.wait(answered, 0, 0, withinMs)
    const reply = receiveMessageOnPort(port1)?.message as WorkerReply | undefined
    port1.close()
    return reply?.content.ok ? (reply.content.value as WorkerAnswers[K]) : undefined
  }

  /** Closes the store and holds this thread until that is done; also where it is closing already. */
  closeNow(withinMs: number): void {
    void this.close().catch(() => undefined)
    if (this.#end?.code === 'closed') Atomics.wait(this.#closed, 0, 0, withinMs)
  }

  /** Closes the store and waits until the worker has ended. Harmless if it has died. */
  async close(): Promise<void> {
    if (this.#end === undefined) {
      const closed = this.send({ kind: 'close' }, this.#closed)
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

type RequestOf<K> = Extract<WorkerRequest, { kind: unknown }> & { readonly kind: K }

const newSignal = (): Int32Array<SharedArrayBuffer> => new Int32Array(new SharedArrayBuffer(4))

const errorOf = ({ code, message, engineCode }: WorkerFailure): StoreError =>
  new StoreError(code, message, engineCode)
