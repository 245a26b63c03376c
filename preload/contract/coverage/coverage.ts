/**
 * What of the bank's alerts may have been missed, and what became of it (P2): gaps in which nothing could be received,
 * sweeps that ask the bank instead, what they found, and what nobody can find again.
 */
import { z } from '../zod.ts'

/** Why alerts may have been missed. `asked`: an operator wants a sweep. */
export const gapCauses = [
  'not-running',
  'asleep',
  'turned-away',
  'credentials-changed',
  'certificate-changed',
  'not-stored',
  'silence',
  'asked',
] as const
export type GapCause = (typeof gapCauses)[number]

/** `open`: it lasts. `waiting`: no sweep has ended that covers it. `partly`: something of it cannot be found again. */
export const gapStates = ['open', 'waiting', 'healed', 'partly'] as const
export type GapState = (typeof gapStates)[number]

/** How things stand, in short: what the overview and the status bar show. */
export const coverageSummary = z.object({
  /** Gaps that last or wait for a sweep. */
  openGaps: z.int(),
  /** What a person has to look at by hand, and has not: incoming wires and RTP, accounts that cannot be listed. */
  toCheck: z.int(),
  /** Until when everything was either received or asked for; null: nothing yet. */
  coveredTo: z.iso.datetime().nullable(),
  /** The sweep under way; null: none. */
  sweep: z
    .object({
      id: z.string(),
      partsDone: z.int(),
      parts: z.int(),
      calls: z.int(),
      healed: z.int(),
      /** What it waits for: the agreed hours, the bank's silence, a bank that cannot be reached; null: nothing. */
      waitsFor: z.enum(['hours', 'silence', 'bank']).nullable(),
      until: z.iso.datetime().nullable(),
    })
    .nullable(),
})
export type CoverageSummary = z.infer<typeof coverageSummary>
