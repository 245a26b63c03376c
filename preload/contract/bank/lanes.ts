/**
 * The lanes of the rate budget by priority: resolving doubt and status, payment initiation, what an operator
 * waits for, bulk work, recovery sweeps (design, The bank client).
 */
export const lanes = ['doubt', 'initiation', 'interactive', 'bulk', 'sweep'] as const
export type Lane = (typeof lanes)[number]
