/** Reads this process: memory, handles, threads, and the delay of the event loop. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { BroadcastChannel, type Worker } from 'node:worker_threads'
import type { Open, Reading } from './record.ts'

const ms = (nanoseconds: number): number => nanoseconds / 1e6
/** Interval of the monitor, in milliseconds; on an idle loop its own wait is what it reads. */
const resolution = 10

/** All workers of this process. */
class Threads {
  readonly #running = new Set<Worker>()

  constructor() {
    process.on('worker', (worker) => {
      this.#running.add(worker)
      worker.once('exit', () => this.#running.delete(worker))
    })
  }

  get count(): number {
    return this.#running.size
  }

  /** The heap sizes of all workers together, after garbage collection (`gauged-worker.ts`). */
  async heapUsed(): Promise<number> {
    const channel = new BroadcastChannel('soak-collect')
    channel.postMessage('collect')
    channel.close()
    await pause(100)
    const reported = await Promise.all(
      [...this.#running].map((worker) =>
        worker.getHeapStatistics().then(
          ({ used_heap_size: used }) => used,
          // The worker ended meanwhile.
          () => 0,
        ),
      ),
    )
    return reported.reduce((sum, used) => sum + used, 0)
  }
}

/** Starts to watch this process; create it before anything else is started. */
export class Gauges {
  readonly #threads = new Threads()
  readonly #delay = monitorEventLoopDelay({ resolution })
  readonly #startedAt = performance.now()
  readonly #collect: () => void
  /** Warnings of the runtime, such as too many listeners. */
  readonly warnings: string[] = []

  constructor() {
    const { gc } = globalThis
    if (!gc) throw new Error('a soak runs with --expose-gc')
    this.#collect = () => {
      gc()
    }
    process.on('warning', ({ name, message }) => this.warnings.push(`${name}: ${message}`))
  }

  /** Returns what is open, after closing resources have closed. */
  async open(): Promise<Open> {
    await this.#settle()
    const kinds: Record<string, number> = {}
    for (const kind of process.getActiveResourcesInfo()) kinds[kind] = (kinds[kind] ?? 0) + 1
    const files = await leastOpenFiles()
    const handles = Object.values(kinds).reduce((sum, count) => sum + count, 0)
    return { files, handles, kinds, threads: this.#threads.count }
  }

  /** Measures the delays from now on. */
  begin(): void {
    this.#delay.reset()
    this.#delay.enable()
  }

  /** Returns one reading; the delays are those since `begin`. */
  async read(cycle: number, calls: number, dataFolder: string): Promise<Reading> {
    this.#delay.disable()
    const { min, max } = this.#delay
    const above = (percent: number): number =>
      min > max ? 0 : Math.max(0, ms(this.#delay.percentile(percent)) - resolution)
    const delays = {
      delayP50: above(50),
      delayP99: above(99),
      delayMax: Math.max(0, ms(max) - resolution),
    }
    const open = await this.open()
    const { heapUsed, external, rss } = process.memoryUsage()
    return {
      cycle,
      calls,
      ...open,
      ...delays,
      heapUsed,
      external,
      rss,
      atMs: performance.now() - this.#startedAt,
      storeHeap: await this.#threads.heapUsed(),
      storeBytes: await sizeOf(dataFolder, /\.countersign$/),
      walBytes: await sizeOf(dataFolder, /-wal$/),
      logBytes: await sizeOf(join(dataFolder, 'log'), /^countersign\.log/),
    }
  }

  /** Twice: the second collection frees what the first released. */
  async #settle(): Promise<void> {
    for (let round = 0; round < 2; round += 1) {
      await pause(100)
      this.#collect()
    }
  }
}

/**
 * The connection of a payment takes up to a second to close; anything still open after that stays
 * open.
 */
async function leastOpenFiles(): Promise<number> {
  let least = Infinity
  for (let round = 0; round < 12; round += 1) {
    const names = await readdir('/proc/self/fd').catch(() => [])
    // Reading the folder opens one itself.
    least = Math.min(least, Math.max(0, names.length - 1))
    await pause(100)
  }
  return least
}

/** Returns the bytes of a folder's files whose names match. */
async function sizeOf(folder: string, wanted: RegExp): Promise<number> {
  const names = await readdir(folder).catch((): string[] => [])
  const sizes = await Promise.all(
    names
      .filter((name) => wanted.test(name))
      .map((name) =>
        stat(join(folder, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
