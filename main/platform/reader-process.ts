/**
 * A process for each file that a person chose: main stays responsive, and a hostile file can at
 * worst end its own process. A thread is no such wall: `resourceLimits` count on the cooperation of
 * V8, and an array that grows past them ends the whole program (nodejs/node#47224). One that hangs
 * or needs too much memory is ended. Main sends one request at a time; the process answers each.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parentChannel } from './parent-channel.ts'

/** Limit for one answer. */
const answerTimeoutMs = 60_000
/** Memory limit for reading a file. */
const megabytes = 1024
/** The switch of V8 that sets the limit. */
export const memoryLimit = `--max-old-space-size=${String(megabytes)}`

/** What a reader sends: first that it has started, then its answers. */
type Sent =
  | { readonly kind: 'started' }
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly detail: string }

/**
 * The program of a reader. Tests replace the script with a bundled one, which starts much faster.
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

/** A started reader, the same for Node's child process and Electron's utility process. */
export interface StartedReader {
  post(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, when the process has ended or could not start; null: a signal ended it. */
  onExit(listener: (code: number | null) => void): void
  /** Ends the process at once, even during its work. */
  kill(): void
}

export type ReaderLauncher = (program: ReaderProgram) => StartedReader

/** Starts a reader in plain Node, for tests, proofs and programs without a window. */
export function launchReaderInNode({
  script,
}: ReaderProgram): StartedReader & { readonly pid: number | undefined } {
  const child = fork(fileURLToPath(script), [], {
    execArgv: [memoryLimit],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
  })
  return {
    pid: child.pid,
    // A failed send means that the process is ending: its exit event reports it.
    post: (message) => void child.send(message as object, () => undefined),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', listener).once('error', () => listener(1)),
    kill: () => void child.kill('SIGKILL'),
  }
}

let launch: ReaderLauncher = launchReaderInNode

/** Sets how readers are started from now on; the app calls it once, before anything is read. */
export function launchReadersWith(launcher: ReaderLauncher): void {
  launch = launcher
}

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
    this.#process = (options.launch ?? launch)({ name: program.name, script })
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
      ? new ReadingEnded('memory', `Reading needs more than ${String(megabytes)} MB of memory.`)
      : new ReadingEnded('failed', 'Reading the file failed: its process ended.')
  }

  #gone(end: ReadingEnded): void {
    this.#end ??= end
    this.#waiting?.reject(this.#end)
    this.#waiting = undefined
  }
}

/** A port to main, or to a test in its place. */
interface AnsweringPort {
  post(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
}

/** Answers on the port until it closes. */
export function answerOn(port: AnsweringPort, answer: (request: never) => unknown): void {
  const send = (sent: Sent): void => port.post(sent)
  port.onMessage((request) => {
    Promise.resolve(request as never)
      .then(answer)
      .then(
        (given) => send({ kind: 'answer', answer: given }),
        (problem: unknown) =>
          send({
            kind: 'failed',
            detail: problem instanceof Error ? problem.message : String(problem),
          }),
      )
  })
  send({ kind: 'started' })
}

/** The program's side: answers main until main ends the process. */
export function answerMain(answer: (request: never) => unknown): void {
  const channel = parentChannel()
  if (channel === null) throw new Error('a reader is started by the workstation only')
  answerOn(channel, answer)
  process.on('disconnect', () => process.exit(0))
}
