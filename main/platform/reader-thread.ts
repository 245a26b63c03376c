/**
 * A worker thread for each file that a person chose: main stays responsive, and a hostile file can
 * at worst end its thread. A thread that hangs or needs too much memory is ended. Main sends one
 * request at a time; the thread answers each.
 */
import { Worker, type MessagePort, type Transferable } from 'node:worker_threads'

/** Limit for one answer. */
const answerTimeoutMs = 60_000
/** Time after which a thread that was asked to end is terminated. */
const closeTimeoutMs = 5_000
/** Memory limit for reading a file. */
const megabytes = 1024

/** Last message, without an answer: the thread ends by itself. */
const closeMessage = 'goodbye'

/**
 * The program of a thread. Tests replace the script with a bundled one, which starts much faster.
 */
export interface ReaderProgram {
  readonly name: string
  script: URL
}

/**
 * Returns the program `<name>-worker` beside a module; in a build, beside the program that contains
 * the module.
 */
export const readerProgram = (name: string, moduleUrl: string): ReaderProgram => ({
  name,
  script: moduleUrl.endsWith('.ts')
    ? new URL(`./${name}-worker.ts`, moduleUrl)
    : new URL(`./${name}-worker.js`, moduleUrl.replace(/\/chunks\/[^/]+$/, '/')),
})

/** Path of the program and its time limit, for tests. */
export interface ThreadOptions {
  readonly script?: URL
  readonly answerTimeoutMs?: number
}

/** A thread ended before it answered; the message is shown. */
export class ReadingEnded extends Error {
  override readonly name = 'ReadingEnded'
  readonly why: 'late' | 'memory' | 'failed'

  constructor(why: ReadingEnded['why'], message: string) {
    super(message)
    this.why = why
  }
}

/** One thread for one file. */
export class ReaderThread<Request, Reply> {
  readonly #worker: Worker
  readonly #answerTimeoutMs: number
  #waiting: PromiseWithResolvers<Reply> | undefined
  #end: ReadingEnded | undefined

  constructor(program: ReaderProgram, place: ThreadOptions = {}) {
    this.#answerTimeoutMs = place.answerTimeoutMs ?? answerTimeoutMs
    this.#worker = new Worker(place.script ?? program.script, {
      name: program.name,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    })
    this.#worker.on('message', (reply: Reply) => {
      this.#waiting?.resolve(reply)
      this.#waiting = undefined
    })
    this.#worker.on('error', (error) => this.#gone(endOf(error)))
    this.#worker.on('exit', () =>
      this.#gone(new ReadingEnded('failed', 'Reading the file failed: its process ended.')),
    )
  }

  /**
   * Sends a request and transfers `moved` to the thread. Rejects with a {@link ReadingEnded} if the
   * thread dies or is late.
   */
  async send(request: Request, moved: readonly Transferable[] = []): Promise<Reply> {
    if (this.#end !== undefined) throw this.#end
    const waiting = Promise.withResolvers<Reply>()
    this.#waiting = waiting
    const seconds = String(Math.round(this.#answerTimeoutMs / 1000))
    const late = setTimeout(() => {
      this.#gone(new ReadingEnded('late', `Reading took longer than ${seconds} seconds.`))
      this.close()
    }, this.#answerTimeoutMs)
    try {
      this.#worker.postMessage(request, moved)
      return await waiting.promise
    } finally {
      clearTimeout(late)
    }
  }

  /**
   * Ends the thread. An idle thread ends by itself: terminating a thread in the middle of its work
   * has crashed whole processes.
   */
  close(): void {
    if (this.#waiting !== undefined || this.#end !== undefined) {
      void this.#worker.terminate()
      return
    }
    const late = setTimeout(() => void this.#worker.terminate(), closeTimeoutMs)
    late.unref()
    this.#worker.once('exit', () => clearTimeout(late))
    this.#worker.postMessage(closeMessage)
  }

  #gone(end: ReadingEnded): void {
    this.#end ??= end
    this.#waiting?.reject(this.#end)
    this.#waiting = undefined
  }
}

const endOf = (error: unknown): ReadingEnded =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new ReadingEnded('memory', `Reading needs more than ${String(megabytes)} MB of memory.`)
    : new ReadingEnded(
        'failed',
        `The program that reads files failed: ${error instanceof Error ? error.message : String(error)}`,
      )

/**
 * The thread's side: answers on the port until main sends the last message or ends the thread.
 * `answer` never rejects.
 */
export function answerOn(port: MessagePort, answer: (request: never) => unknown): void {
  port.on('message', (request) => {
    if (request === closeMessage) {
      port.close()
      return
    }
    void Promise.resolve(answer(request as never)).then((reply) => {
      port.postMessage(reply)
    })
  })
}
