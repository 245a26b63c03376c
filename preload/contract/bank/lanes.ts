/**
 * Lanes of the rate budget by priority: unknown outcomes and status, payment initiation,
 * interactive requests, bulk work, recovery sweeps.
 */
export const lanes = ['doubt', 'initiation', 'interactive', 'bulk', 'sweep'] as const
export type Lane = (typeof lanes)[number]
