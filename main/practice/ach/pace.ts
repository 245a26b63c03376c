/**
 * How fast the practice bank works. A real bank takes days; here a whole life of an entry can be watched,
 * so dates of originated entries are those of the bank's clock, not of the effective date.
 */
const secondMs = 1000

export const pace = {
  /** From acceptance until an entry is collected and has its PAR number (trap 86). */
  collectedAfterMs: 2 * secondMs,
  settledAfterMs: 60 * secondMs,
  /** Notification of change, for the scenario `entry-changed`. */
  changedAfterMs: 75 * secondMs,
  /** Return, for the scenario `entry-returned`: settled is not final. */
  returnedAfterMs: 90 * secondMs,
} as const
