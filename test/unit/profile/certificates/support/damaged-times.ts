/** Certificates with an overwritten time. Their signature no longer matches. */

const utcTimePair = Buffer.from('301e170d', 'hex')
const lengthOfTime = 13

/** Returns where the texts of the two times begin, in a certificate that has them as UTCTime. */
export function timesIn(der: Buffer): { readonly validFrom: number; readonly validTo: number } {
  const validity = der.indexOf(utcTimePair)
  if (validity < 0) throw new Error('Both times were to be of the form UTCTime')
  const validFrom = validity + utcTimePair.length
  return { validFrom, validTo: validFrom + lengthOfTime + 2 }
}

/** Returns the certificate with another time of the same length. */
export function withTime(
  der: Buffer,
  which: 'validFrom' | 'validTo',
  tag: number,
  text: string,
): Buffer {
  if (text.length !== lengthOfTime) throw new Error(`${lengthOfTime} letters: ${text}`)
  const changed = Buffer.from(der)
  const start = timesIn(der)[which]
  changed.write(text, start, 'latin1')
  changed[start - 2] = tag
  return changed
}
