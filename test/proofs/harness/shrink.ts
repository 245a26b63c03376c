/** Shrinks a schedule that failed: what its fault does not need is left out. */

interface Shrinking<Schedule> {
  readonly schedule: Schedule
  /** Returns schedules that are simpler by one thing. */
  readonly simpler: (schedule: Schedule) => readonly Schedule[]
  /** Plays one anew; a fault may depend on milliseconds. */
  readonly fails: (schedule: Schedule) => Promise<boolean>
  readonly withinMs?: number
}

const longestMs = 10 * 60_000
const tries = 3

/** Returns the simplest schedule found that still fails; undefined if this one fails no more. */
export async function shrink<Schedule>({
  schedule,
  simpler,
  fails,
  withinMs = longestMs,
}: Shrinking<Schedule>): Promise<Schedule | undefined> {
  const end = performance.now() + withinMs
  const failsAgain = async (one: Schedule): Promise<boolean> => {
    for (let left = tries; left > 0 && performance.now() < end; left -= 1)
      if (await fails(one)) return true
    return false
  }
  if (!(await failsAgain(schedule))) return undefined
  let shortest = schedule
  for (let waiting = [...simpler(shortest)]; ;) {
    const next = waiting.shift()
    if (next === undefined || performance.now() > end) return shortest
    if (!(await failsAgain(next))) continue
    shortest = next
    waiting = [...simpler(shortest)]
  }
}

/** Returns lists that lack one of these each, but have at least so many. */
export const withoutOne = <T>(all: readonly T[], least = 0): readonly (readonly T[])[] =>
  all.length > least ? all.map((_, at) => all.toSpliced(at, 1)) : []
