/** Main's side of the spreadsheet worker: a thread of its own for each file, which ends when it is done; one that hangs or wants too much memory is ended. */
import { Worker } from 'node:worker_threads'
import { SheetRefusal } from './spreadsheet.ts'
import { goodbye, type SheetReply, type SheetRequest } from './worker-protocol.ts'

/** So long may one answer take. */
const patienceMs = 60_000
/** So long a thread that was told to end may take. */
const farewellMs = 5_000
/** So much memory may a file take when it is taken apart. */
const megabytes = 1024

const program = './spreadsheet-worker'
/** The worker beside this file; of a build, beside the program that this file became a part of. */
const besideThis = (): URL =>
  import.meta.url.endsWith('.ts')
    ? new URL(`${program}.ts`, import.meta.url)
    : new URL(`${program}.js`, import.meta.url.replace(/\/chunks\/[^/]+$/, '/'))

/** The worker's script; tests put a bundled one in its place, which starts at a fraction of the cost. */
export const spreadsheetWorker = { script: besideThis() }

/** Where the worker is and how long it is waited for, unless a test knows better. */
export interface WorkerPlace {
  readonly script?: URL
  readonly patienceMs?: number
}

/** One worker at work on one file. */
export class SpreadsheetLink {
  readonly #worker: Worker
  readonly #patienceMs: number
  #waiting: PromiseWithResolvers<SheetReply> | undefined
  #end: SheetRefusal | undefined

  constructor(place: WorkerPlace = {}) {
    this.#patienceMs = place.patienceMs ?? patienceMs
    this.#worker = new Worker(place.script ?? spreadsheetWorker.script, {
      name: 'spreadsheet',
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    })
    this.#worker.on('message', (reply: SheetReply) => {
      this.#waiting?.resolve(reply)
      this.#waiting = undefined
    })
    this.#worker.on('error', (error) => this.#gone(inWords(error)))
    this.#worker.on('exit', () => this.#gone('The program that reads files ended.'))
  }

  /** Asks the worker. Rejects with a {@link SheetRefusal} when it refuses, dies or does not answer in time. */
  async ask(request: SheetRequest): Promise<SheetReply> {
    if (this.#end !== undefined) throw this.#end
    const waiting = Promise.withResolvers<SheetReply>()
    this.#waiting = waiting
    const seconds = String(Math.round(this.#patienceMs / 1000))
    const late = setTimeout(() => {
      this.#gone(`It took longer than ${seconds} seconds.`)
      this.close()
    }, this.#patienceMs)
    try {
      this.#worker.postMessage(request)
      const reply = await waiting.promise
      if (reply.kind === 'refused') throw new SheetRefusal(reply.detail)
      return reply
    } finally {
      clearTimeout(late)
    }
  }

  /**
   * Ends the worker. One that owes nothing ends by itself: tearing a thread down in the middle of its work is what
   * has crashed whole processes.
   */
  close(): void {
    if (this.#waiting !== undefined || this.#end !== undefined) {
      void this.#worker.terminate()
      return
    }
    const late = setTimeout(() => void this.#worker.terminate(), farewellMs)
    late.unref()
    this.#worker.once('exit', () => clearTimeout(late))
    this.#worker.postMessage(goodbye)
  }

  #gone(detail: string): void {
    this.#end ??= new SheetRefusal(detail)
    this.#waiting?.reject(this.#end)
    this.#waiting = undefined
  }
}

const inWords = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? `It takes more than ${String(megabytes)} MB of memory.`
    : `The program that reads files failed: ${error instanceof Error ? error.message : String(error)}`
