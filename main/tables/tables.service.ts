/** Lists as operators arranged them, and the files that lists are written to. */
import type { DeskContext } from '../profiles/desk-context.ts'

/** The service of one open store. */
export type TableDesk = object

/** Makes the service. */
export const createTableDesk = (_context: DeskContext): TableDesk => ({})
