/**
 * Lanes of the rate budget by priority, as stored with each call: unknown outcomes and status
 * (`unknown-outcome`), payment initiation, interactive requests, bulk work, recovery sweeps.
 */
export const lanes = ['unknown-outcome', 'initiation', 'interactive', 'bulk', 'sweep'] as const
export type Lane = (typeof lanes)[number]
