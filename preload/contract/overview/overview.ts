/** The operator's day at a glance: figures that main counts in one go. */
import { z } from '../zod.ts'

/** What stands on the screen. */
export const overviewFigures = z.object({
  at: z.iso.datetime(),
})
export type OverviewFigures = z.infer<typeof overviewFigures>
