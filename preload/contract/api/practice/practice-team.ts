/** A practice team: workstations on one store and one practice bank, started from the practice screen. */
import { z } from '../../kernel/zod.ts'

/** How many workstations a practice team can have: each has two people of its own. */
export const mostPracticeWorkstations = 8
export const fewestPracticeWorkstations = 2

export const practiceTeamSize = z
  .int()
  .min(fewestPracticeWorkstations)
  .max(mostPracticeWorkstations)
/** How many workstations to start. */
export const practiceTeamOrder = z.object({ size: practiceTeamSize })
export type PracticeTeamOrder = z.infer<typeof practiceTeamOrder>

/** The team that this program has started. */
export const practiceTeamState = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('unavailable'),
    /** This workstation is itself one of a team, or the computer lacks what a team needs. */
    why: z.enum(['is-member', 'postgres-missing', 'not-on-windows']),
  }),
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('starting'), size: practiceTeamSize }),
  /** `open`: how many of its windows are open. */
  z.object({ state: z.literal('running'), size: practiceTeamSize, open: z.int().min(0) }),
  z.object({ state: z.literal('ending') }),
])
export type PracticeTeamState = z.infer<typeof practiceTeamState>
