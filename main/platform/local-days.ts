/** The days of this workstation: from one midnight of its own zone to the next, whatever the clocks do in between. */

/** The midnight that the day of an instant began with, or the one so many days before. */
export const localMidnight = (now: Date, daysBefore = 0): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysBefore)

const two = (value: number): string => String(value).padStart(2, '0')

/** The day of an instant, as YYYY-MM-DD. */
export const localDay = (instant: Date): string =>
  `${String(instant.getFullYear()).padStart(4, '0')}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`
