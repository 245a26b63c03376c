/** When a backup is due. Pure; instants are ISO UTC. */

const hourMs = 3_600_000
/** The newest is so old: another is made. */
export const dueAfterMs = 24 * hourMs
/** The newest is so old though the program runs: somebody has to know. */
export const lateAfterMs = 48 * hourMs
/** Clocks of two computers on one folder differ. */
const toleratedMs = 300_000

/** Those that are not of a time to come: a clock that was set back leaves such, and they say nothing of today. */
const past = (instants: readonly string[], now: Date): readonly string[] =>
  instants.filter((at) => Date.parse(at) <= now.getTime() + toleratedMs)

/** How many are of a time that this clock has not come to. */
export const countFromFuture = (instants: readonly string[], now: Date): number =>
  instants.length - past(instants, now).length

/** How old the newest is; null: there is none. Milliseconds. */
export function newestAgeMs(instants: readonly string[], now: Date): number | null {
  const newest = [...past(instants, now)].sort().at(-1)
  return newest === undefined ? null : Math.max(0, now.getTime() - Date.parse(newest))
}

/** Whether one is due. After a clock was set back one is made, and then none for a day. */
export function isBackupDue(instants: readonly string[], now: Date): boolean {
  const age = newestAgeMs(instants, now)
  return age === null || age >= dueAfterMs
}
