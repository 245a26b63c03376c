/**
 * The speed of the practice bank. A real bank takes days; here an operator can watch the whole life
 * of an entry, so the dates of originated entries follow the bank's clock, not the effective date.
 */
const secondMs = 1000

export const pace = {
  /** From acceptance until an entry is collected and has its PAR number (bank note 86). */
  collectedAfterMs: 2 * secondMs,
  settledAfterMs: 60 * secondMs,
  /** Notification of change, for the scenario `entry-changed`. */
  changedAfterMs: 75 * secondMs,
  /** Return, for the scenario `entry-returned`: a settled entry can still be returned. */
  returnedAfterMs: 90 * secondMs,
} as const
