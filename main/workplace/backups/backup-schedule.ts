/** When a backup is due. Pure; instants are ISO UTC. */

const hourMs = 3_600_000
/** The age of the newest backup at which another is taken. */
export const dueAfterMs = 24 * hourMs
/** The age of the newest backup, while the program runs, at which an operator must know. */
export const lateAfterMs = 48 * hourMs
/** Tolerates different clocks of two computers that use one folder. */
const toleratedMs = 300_000

/**
 * Drops backups dated in the future: a clock that was set back leaves such dates, and they say
 * nothing about today.
 */
const past = (instants: readonly string[], now: Date): readonly string[] =>
  instants.filter((at) => Date.parse(at) <= now.getTime() + toleratedMs)

/** Counts the backups dated in the future by this clock. */
export const countFromFuture = (instants: readonly string[], now: Date): number =>
  instants.length - past(instants, now).length

/** Returns the age of the newest backup in milliseconds; null if there is none. */
export function newestAgeMs(instants: readonly string[], now: Date): number | null {
  const newest = [...past(instants, now)].sort().at(-1)
  return newest === undefined ? null : Math.max(0, now.getTime() - Date.parse(newest))
}

/**
 * Returns whether a backup is due. After a clock was set back one is taken, and the next a day
 * later.
 */
export function isBackupDue(instants: readonly string[], now: Date): boolean {
  const age = newestAgeMs(instants, now)
  return age === null || age >= dueAfterMs
}
