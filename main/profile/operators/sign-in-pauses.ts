/** How long no passphrase is tried after so many failures in a row (NIST SP 800-63B, 5.2.2: rate limiting). */
const firstPaused = 5
const pausesMs = [30_000, 60_000, 120_000, 300_000, 900_000] as const

/** Milliseconds; 0 before the fifth failure, never more than fifteen minutes. */
export function pauseAfter(failures: number): number {
  if (failures < firstPaused) return 0
  return pausesMs[Math.min(failures - firstPaused, pausesMs.length - 1)] ?? 0
}
