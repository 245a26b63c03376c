import { setTimeout as after } from 'node:timers/promises'

/** Asks until it is true; false if it is not within this time. */
export async function comesTrue(
  withinMs: number,
  holds: () => Promise<boolean> | boolean,
): Promise<boolean> {
  const last = Date.now() + withinMs
  while (!(await holds())) {
    if (Date.now() > last) return false
    await after(50)
  }
  return true
}
