/**
 * Main's own log of internal problems and of the program's starts and ends, for a developer who
 * fixes them. Contains no account, no secret and no answer of the bank.
 */
import { idleTimer, type StartTimer } from '../timer.ts'
import type { Clock } from '../clock.ts'
import { newReference } from '../identifiers.ts'
import { cut, describeProblem } from './log-entry.ts'
import { logBounds, LogFiles } from './log-files.ts'
import { Storms } from './storms.ts'

export interface Log {
  /**
   * Writes the problem with a reference and returns the reference at once; the file is written
   * later. For a problem that repeats, returns the reference of the entry that represents it.
   */
  readonly unforeseen: (where: string, problem: unknown) => string
  /** Writes a milestone of a run. */
  readonly reached: (milestone: Milestone) => void
  /** Resolves when everything reported so far is in the file, including counted problems. */
  flushed(): Promise<void>
}

/** `ended` is missing after a crash. */
export type Milestone = 'window-shown' | 'ended'

/** Interval at which counts are written. */
const summaryMs = 60_000
/** Entries that wait for a slow disk; more are only counted. */
const mostWaiting = 500
const whereBytes = 200

/**
 * Opens the log in a folder, which is created if missing. For its files and their sizes see
 * {@link LogFiles}.
 *
 * @param folder an absolute path inside the data folder.
 */
export function openLog(
  folder: string,
  clock: Clock,
  { bounds = logBounds, startTimer = idleTimer }: Partial<LogDeps> = {},
): Log {
  const files = new LogFiles(folder, bounds)
  const storms = new Storms(clock)
  const writing = new Writing(files, clock)
  let stopTimer: (() => void) | undefined

  const reportCounted = (isEnd: boolean): void => {
    for (const { times, ...folded } of storms.ended(isEnd)) {
      writing.add({ at: clock.now().toISOString(), kind: 'repeated', times, ...folded })
    }
  }
  const reportSoon = (): void => {
    if (stopTimer || !storms.isCounting) return
    stopTimer = startTimer(summaryMs, () => {
      stopTimer = undefined
      reportCounted(false)
      reportSoon()
    })
  }

  return {
    unforeseen(place, problem) {
      reportCounted(false)
      const reference = newReference()
      const where = cut(place, whereBytes)
      const described = describeProblem(problem)
      const foldedInto = storms.fold({ where, ...described }, reference)
      if (foldedInto === undefined) {
        writing.add({ at: clock.now().toISOString(), reference, where, ...described })
      }
      reportSoon()
      return foldedInto ?? reference
    },
    reached(milestone) {
      writing.add({ at: clock.now().toISOString(), kind: milestone })
    },
    async flushed() {
      stopTimer?.()
      stopTimer = undefined
      reportCounted(true)
      await writing.done()
    },
  }
}

/** Dependencies that tests replace. */
export interface LogDeps {
  readonly bounds: typeof logBounds
  readonly startTimer: StartTimer
}

/**
 * The lines that wait to be written. Lines that could not be written are counted, and the count is
 * logged with the next line.
 */
class Writing {
  readonly #files: LogFiles
  readonly #clock: Clock
  #waiting: string[] = []
  #leftOut = 0
  #running: Promise<void> | undefined

  constructor(files: LogFiles, clock: Clock) {
    this.#files = files
    this.#clock = clock
  }

  add(entry: object): void {
    if (this.#waiting.length >= mostWaiting) this.#leftOut += 1
    else this.#waiting.push(`${JSON.stringify(entry)}\n`)
    this.#running ??= this.#write().finally(() => {
      this.#running = undefined
    })
  }

  async done(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #write(): Promise<void> {
    // In the next microtask, so that problems reported together are written together.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const lines = this.#waiting
      const leftOut = this.#leftOut
      this.#waiting = []
      if (leftOut > 0) lines.push(this.#missing(leftOut))
      const written = await this.#files.append(lines)
      const isWhole = written === lines.length
      if (isWhole) this.#leftOut -= leftOut
      else this.#leftOut += lines.length - written - (leftOut > 0 ? 1 : 0)
    }
  }

  #missing(entries: number): string {
    const at = this.#clock.now().toISOString()
    return `${JSON.stringify({ at, kind: 'left-out', entries })}\n`
  }
}

/** Logs unexpected errors of this process, so that none appears on the screen as a raw stack. */
export function logUnforeseen(log: Log): void {
  for (const name of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(name, (problem: unknown) => void log.unforeseen(name, problem))
  }
}
