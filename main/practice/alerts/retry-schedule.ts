/**
 * The retry schedule of a failed delivery (bank document 1, Handler errors and retry): three times
 * every 30 seconds, six times every 90 minutes, three times every five hours, and never later than
 * 24 hours after the first failure. The last retry would exceed those 24 hours (bank note 96).
 */
const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const waitsMs = [
  ...Array.from({ length: 3 }, () => 30 * secondMs),
  ...Array.from({ length: 6 }, () => 90 * minuteMs),
  ...Array.from({ length: 3 }, () => 5 * hourMs),
]
const windowMs = 24 * hourMs

/**
 * Returns the wait in milliseconds after a failure (`failures` is 1 for the first); null when the
 * bank gives up. `sinceFirstMs` is the time since the first failure. `scale` stretches both times.
 */
export function nextWaitMs(failures: number, sinceFirstMs: number, scale: number): number | null {
  const wait = waitsMs[failures - 1]
  if (wait === undefined || sinceFirstMs + wait * scale > windowMs * scale) return null
  return wait * scale
}
