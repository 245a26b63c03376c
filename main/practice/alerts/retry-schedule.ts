/**
 * When a delivery that failed is tried again (`1-platform.md`, Handler errors and retry): three times every 30
 * seconds, six times every 90 minutes, three times every five hours, and never later than 24 hours after the
 * first failure, which the last of them would be (trap 96).
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
 * The wait after the so-manieth failure, 1 being the first, or null: it is given up. `sinceFirstMs` is how long
 * ago the first failure was; both times are stretched by `scale`.
 */
export function nextWaitMs(failures: number, sinceFirstMs: number, scale: number): number | null {
  const wait = waitsMs[failures - 1]
  if (wait === undefined || sinceFirstMs + wait * scale > windowMs * scale) return null
  return wait * scale
}
