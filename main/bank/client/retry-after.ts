/**
 * `Retry-After` of an answer: seconds, or one of the three forms of an HTTP date (RFC 9110, 5.6.7
 * and 10.2.3). The bank's document does not mention it (bank note 19).
 */

/** Longer ones are read as this, so that their end remains a date that can be written. */
const longestMs = 366 * 24 * 3_600_000

const withZone = /^[A-Z][a-z]{2,8}, \d\d[ -][A-Z][a-z]{2}[ -](?:\d\d){1,2} \d\d:\d\d:\d\d GMT$/
const withoutZone = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/

/**
 * Returns the time in milliseconds from the answer on; 0 if none is stated, or none that can be
 * read. A date counts from the answer's own `Date`, because this computer's clock may be wrong, and
 * from `now` where the answer has none.
 */
export function retryAfterMs(
  { 'retry-after': stated, date }: Readonly<Record<string, string>>,
  now: Date,
): number {
  if (stated === undefined) return 0
  if (/^\d+$/.test(stated)) return Math.min(Number(stated) * 1_000, longestMs)
  const until = instantIn(stated)
  if (until === undefined) return 0
  return Math.min(Math.max(until - (instantIn(date) ?? now.getTime()), 0), longestMs)
}

function instantIn(text = ''): number | undefined {
  const zoned = withoutZone.test(text) ? `${text} GMT` : text
  const isDate = zoned !== text || withZone.test(text)
  const instant = isDate ? Date.parse(zoned) : Number.NaN
  return Number.isNaN(instant) ? undefined : instant
}
