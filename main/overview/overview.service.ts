/** The operator's day at a glance: counted in one go, whatever the size of the store. */
import type { OverviewFigures } from '../../preload/contract/overview/overview.ts'
import type { DeskContext } from '../profiles/desk-context.ts'

/** The desk of one open store. */
export interface OverviewDesk {
  figures(): Promise<OverviewFigures>
}

/** Makes the desk. */
export function createOverviewDesk({ clock }: DeskContext): OverviewDesk {
  return { figures: () => Promise.resolve({ at: clock.now().toISOString() }) }
}
