/** Plays schedules in lanes beside each other, each with programs of its own. */
import type { Check } from './proof.ts'

/**
 * After this many schedules the programs of a lane are reset. Until then new orders meet earlier
 * ones, as in production.
 */
const schedulesInOneLife = 8

interface Lanes<Lane, Schedule, Result> {
  readonly schedules: readonly Schedule[]
  readonly lanes: number
  readonly open: () => Promise<Lane>
  /** `isFresh`: the lane is reset first. */
  readonly play: (lane: Lane, schedule: Schedule, isFresh: boolean) => Promise<Result>
  /** Whether the lane is reset before its next schedule. */
  readonly isSpent: (result: Result, schedule: Schedule) => boolean
  /** Called before each schedule: stops the run when the wanted fault is found. */
  readonly isEnough: ((played: readonly Result[]) => boolean) | undefined
  /** Called after each schedule. */
  readonly played: ((result: Result) => void) | undefined
}

/** Plays all schedules; closes every lane. */
export async function playInLanes<Lane extends { close(): Promise<void> }, Schedule, Result>({
  schedules,
  lanes,
  open,
  play,
  isSpent,
  isEnough,
  played,
}: Lanes<Lane, Schedule, Result>): Promise<readonly Result[]> {
  const waiting = [...schedules]
  const results: Result[] = []
  // One after another: banks that all start at once delay each other beyond their time limit.
  let opening: Promise<unknown> = Promise.resolve()
  const openNext = (): Promise<Lane> => {
    const opened = opening.then(open)
    opening = opened
    return opened
  }
  const lane = async (): Promise<void> => {
    const opened = await openNext()
    try {
      for (let count = 0; ; count += 1) {
        const schedule = waiting.shift()
        if (schedule === undefined || isEnough?.(results)) return
        const result = await play(opened, schedule, count % schedulesInOneLife === 0)
        results.push(result)
        played?.(result)
        if (isSpent(result, schedule)) count = -1
      }
    } finally {
      await opened.close()
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, schedules.length) }, lane))
  return results
}

/** How one schedule ended. */
export interface Played {
  readonly seed: number
  /** The faults; empty if it passed. */
  readonly wrong: readonly string[]
  /** How its orders ended; a `+` marks one that two people sent again. */
  readonly ends: readonly string[]
  /** How many orders the bank reported after they had come back as not sent. */
  readonly reportedLate: number
}

/** How all schedules ended. */
export interface Tally<Result extends Played> {
  readonly passed: number
  readonly failed: readonly Result[]
  /** How many orders ended in which state; a `+` marks those that two people sent again. */
  readonly ended: Readonly<Record<string, number>>
  readonly reportedLate: number
}

export const counted = (all: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(all)].sort().map((one) => [one, all.filter((each) => each === one).length]),
  )

export const tallied = <Result extends Played>(results: readonly Result[]): Tally<Result> => ({
  passed: results.filter(({ wrong }) => wrong.length === 0).length,
  failed: results.filter(({ wrong }) => wrong.length > 0),
  ended: counted(results.flatMap(({ ends }) => ends)),
  reportedLate: results.reduce((sum, result) => sum + result.reportedLate, 0),
})

/** Returns the faults of a schedule that ended otherwise than a judge can say. */
export const unfinished = (problem: unknown) => ({
  ends: [],
  reportedLate: 0,
  wrong: [problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)],
})

/** Returns a check for all that passed, and one for each seed that did not. */
export const checksOf = ({ passed, failed }: Tally<Played>): readonly Check[] => [
  { what: `${String(passed)} schedules hold`, holds: passed > 0 },
  ...failed.map(({ seed }) => ({ what: `--seed ${String(seed)}`, holds: false })),
]
