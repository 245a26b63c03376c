/** The DevTools protocol over two inherited file descriptors, so that no TCP port is opened. */
import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { Answers, CdpEvent, Commands } from './protocol.ts'

interface Waiting {
  readonly method: string
  readonly resolve: (result: never) => void
  readonly reject: (error: Error) => void
}

type Message =
  | { readonly id: number; readonly result?: unknown; readonly error?: { message: string } }
  | CdpEvent

/** JSON messages, each ended by a NUL. Emits `event` and, once, `closed`. */
export class Pipe extends EventEmitter<{ event: [CdpEvent]; closed: [] }> {
  readonly #output: Writable
  readonly #waiting = new Map<number, Waiting>()
  #pieces: Buffer[] = []
  #lastId = 0
  #isClosed = false

  constructor(output: Writable, input: Readable) {
    super()
    this.setMaxListeners(0)
    this.#output = output
    const close = (): void => this.#close()
    output.on('error', close)
    input.on('error', close)
    input.on('close', close)
    input.on('data', (chunk: Buffer) => this.#split(chunk))
  }

  /** Sends a command to the browser, or to a page by its session. */
  send<M extends keyof Commands>(
    method: M,
    params?: Commands[M],
    sessionId?: string,
  ): Promise<Answers[M]> {
    if (this.#isClosed) return Promise.reject(new Error(`${method}: Chromium is gone`))
    const id = ++this.#lastId
    this.#output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { method, resolve, reject })
    })
  }

  #split(chunk: Buffer): void {
    let from = 0
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
      this.#pieces.push(chunk.subarray(from, end))
      this.#receive(JSON.parse(Buffer.concat(this.#pieces).toString()) as Message)
      this.#pieces = []
      from = end + 1
    }
    if (from < chunk.length) this.#pieces.push(chunk.subarray(from))
  }

  #receive(message: Message): void {
    if (!('id' in message)) {
      this.emit('event', message)
      return
    }
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.error) waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`))
    else waiting?.resolve(message.result as never)
  }

  #close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const { method, reject } of this.#waiting.values())
      reject(new Error(`${method}: Chromium is gone`))
    this.#waiting.clear()
    this.emit('closed')
  }
}
