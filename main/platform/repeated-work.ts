/** Work that is repeated after each interval while a profile is open, one run after another. */
import { SerialQueue } from './serial.ts'
import { repeat, type StartTimer } from './timer.ts'

export interface RepeatedWork {
  /** Runs the work now, and then after each interval. Repeatable. */
  start(): Promise<void>
  /** Runs the work now; resolves when it has ended. */
  run(): Promise<void>
  /** Repeats no more; resolves when the running work has ended. */
  rest(): Promise<void>
}

/** Returns work that is not started yet. A failure is passed to `failed`, and the work goes on. */
export function repeatedWork({
  startTimer,
  everyMs,
  work,
  failed,
}: {
  readonly startTimer: StartTimer
  readonly everyMs: number
  readonly work: () => Promise<void>
  readonly failed: (problem: unknown) => void
}): RepeatedWork {
  const runs = new SerialQueue()
  let stop: (() => void) | undefined
  const run = (): Promise<void> => runs.run(work).catch(failed)
  return {
    run,
    async start() {
      stop?.()
      stop = repeat(startTimer, everyMs, () => void run())
      await run()
    },
    async rest() {
      stop?.()
      stop = undefined
      await runs.settled()
    },
  }
}
