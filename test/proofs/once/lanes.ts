/** Plays schedules in lanes beside each other, each with programs of its own. */

/**
 * After this many schedules the programs of a lane are reset. Until then new orders meet earlier
 * ones, as in production.
 */
const schedulesInOneLife = 8

interface Lanes<Lane, Result> {
  /** One schedule each, in this order. */
  readonly seeds: readonly number[]
  readonly lanes: number
  readonly open: () => Promise<Lane>
  /** `isFresh`: the lane is reset first. */
  readonly play: (lane: Lane, seed: number, isFresh: boolean) => Promise<Result>
  /** Whether the lane is reset before its next schedule. */
  readonly isSpent: (result: Result, seed: number) => boolean
  /** Called before each schedule: stops the run when the wanted fault is found. */
  readonly isEnough: ((played: readonly Result[]) => boolean) | undefined
  /** Called after each schedule. */
  readonly played: ((result: Result) => void) | undefined
}

/** Plays all schedules; closes every lane. */
export async function playInLanes<Lane extends { close(): Promise<void> }, Result>({
  seeds,
  lanes,
  open,
  play,
  isSpent,
  isEnough,
  played,
}: Lanes<Lane, Result>): Promise<readonly Result[]> {
  const waiting = [...seeds]
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
        const seed = waiting.shift()
        if (seed === undefined || isEnough?.(results)) return
        const result = await play(opened, seed, count % schedulesInOneLife === 0)
        results.push(result)
        played?.(result)
        if (isSpent(result, seed)) count = -1
      }
    } finally {
      await opened.close()
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, seeds.length) }, lane))
  return results
}
