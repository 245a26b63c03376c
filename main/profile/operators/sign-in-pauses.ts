/** The pause after failed sign-ins in a row (NIST SP 800-63B, 5.2.2: rate limiting). */
const firstPaused = 5
const pausesMs = [30_000, 60_000, 120_000, 300_000, 900_000] as const

/** Returns the pause in milliseconds: 0 before the fifth failure, at most 15 minutes. */
export function pauseAfter(failures: number): number {
  if (failures < firstPaused) return 0
  return pausesMs[Math.min(failures - firstPaused, pausesMs.length - 1)] ?? 0
}
