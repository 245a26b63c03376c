/**
 * Lanes of the rate budget by priority, as stored with each call: unknown outcomes and status
 * (`doubt`), payment initiation, interactive requests, bulk work, recovery sweeps.
 */
export const lanes = ['doubt', 'initiation', 'interactive', 'bulk', 'sweep'] as const
export type Lane = (typeof lanes)[number]
