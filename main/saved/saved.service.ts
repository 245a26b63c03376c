/** Questions that operators keep under a name. */
import type { DeskContext } from '../profiles/desk-context.ts'

/** The kept questions of one open store. */
export type SavedRequests = object

/** Makes the service. */
export const createSavedRequests = (_context: DeskContext): SavedRequests => ({})
