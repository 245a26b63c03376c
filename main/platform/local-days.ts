/**
 * The days of this computer: from one midnight of its own time zone to the next, including changes
 * of the clock.
 */

/**
 * Returns the midnight at the start of an instant's day, or of the day `daysBefore` days earlier.
 */
export const localMidnight = (now: Date, daysBefore = 0): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysBefore)

const two = (value: number): string => String(value).padStart(2, '0')

/** Returns the day of an instant, as YYYY-MM-DD. */
export const localDay = (instant: Date): string =>
  `${String(instant.getFullYear()).padStart(4, '0')}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`
