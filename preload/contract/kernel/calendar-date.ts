/** A calendar date is a YYYY-MM-DD string: no clock, no zone. */

/** Returns whether the text is YYYY-MM-DD and such a day exists. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
