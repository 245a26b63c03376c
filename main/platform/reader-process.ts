/**
 * A process for each file that a person chose: main stays responsive, and a hostile file can at
 * worst end its own process. A thread is no such wall: `resourceLimits` count on the cooperation of
 * V8, and large arrays past them end the whole program (nodejs/node#47224). One that hangs or needs
 * too much memory is ended. Main sends one request at a time; the process answers each.
 */
import {
  launchReader,
  readerMegabytes,
  type ReaderLauncher,
  type ReaderProgram,
  type StartedReader,
} from './reader-launcher.ts'
import type { Sent } from './reader-program.ts'

/** Limit for one answer. */
const answerTimeoutMs = 60_000

/** A program in the reader's place, and the time limit, for tests. */
export interface ReaderOptions {
  readonly script?: URL
  readonly launch?: ReaderLauncher
  readonly answerTimeoutMs?: number
}

/** A reader ended before it answered; the message is shown. */
export class ReadingEnded extends Error {
  override readonly name = 'ReadingEnded'
  readonly why: 'late' | 'memory' | 'failed'

  constructor(why: ReadingEnded['why'], message: string) {
    super(message)
    this.why = why
  }
}

/** One process for one file. */
export class ReaderProcess<Request, Reply> {
  readonly #process: StartedReader
  readonly #answerTimeoutMs: number
  #hasStarted = false
  #waiting: PromiseWithResolvers<Reply> | undefined
  #end: ReadingEnded | undefined

  constructor(program: ReaderProgram, options: ReaderOptions = {}) {
    this.#answerTimeoutMs = options.answerTimeoutMs ?? answerTimeoutMs
    const { script = program.script } = options
    this.#process = (options.launch ?? launchReader)({ name: program.name, script })
    this.#process.onMessage((message) => this.#receive(message as Sent))
    this.#process.onExit((code) => this.#gone(this.#endOf(code)))
  }

  /** Sends a request. Rejects with a {@link ReadingEnded} if the process dies or is late. */
  async send(request: Request): Promise<Reply> {
    if (this.#end !== undefined) throw this.#end
    const waiting = Promise.withResolvers<Reply>()
    this.#waiting = waiting
    const seconds = String(Math.round(this.#answerTimeoutMs / 1000))
    const late = setTimeout(() => {
      this.#gone(new ReadingEnded('late', `Reading took longer than ${seconds} seconds.`))
      this.close()
    }, this.#answerTimeoutMs)
    try {
      this.#process.post(request)
      return await waiting.promise
    } finally {
      clearTimeout(late)
    }
  }

  /** Ends the process. */
  close(): void {
    this.#process.kill()
  }

  #receive(sent: Sent): void {
    this.#hasStarted = true
    if (sent.kind === 'answer') {
      this.#waiting?.resolve(sent.answer as Reply)
      this.#waiting = undefined
    } else if (sent.kind === 'failed')
      this.#gone(new ReadingEnded('failed', `The program that reads files failed: ${sent.detail}`))
  }

  /**
   * A reader ends by itself with 0, or with 1 after an exception. Every other end is a crash, and
   * what makes a program crash that only computes is memory: V8's limit, or the system's.
   */
  #endOf(code: number | null): ReadingEnded {
    return this.#hasStarted && (code === null || code > 1)
      ? new ReadingEnded(
          'memory',
          `Reading needs more than ${String(readerMegabytes)} MB of memory.`,
        )
      : new ReadingEnded('failed', 'Reading the file failed: its process ended.')
  }

  #gone(end: ReadingEnded): void {
    this.#end ??= end
    this.#waiting?.reject(this.#end)
    this.#waiting = undefined
  }
}
