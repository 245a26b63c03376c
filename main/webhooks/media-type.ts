/** What a delivery's bytes are called by their sender. */
import type { IncomingMessage } from 'node:http'

/**
 * What the bytes are called. An encoded body is kept as it came, and its encoding is told with its type: a 415
 * would lose the alert, for it is never tried again.
 */
export function mediaTypeOf({ rawHeaders, headers }: IncomingMessage): string | null {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && /^content-type$/i.test(name))
  const type = at === -1 ? null : (rawHeaders[at + 1] ?? null)
  const encoding = headers['content-encoding']
  return encoding === undefined ? type : `${type ?? ''} (content-encoding: ${encoding})`.trim()
}
