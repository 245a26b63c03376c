/** Desktop notifications: few, quiet at night, and without a word of any account while the workstation is locked. */
import type { NoticeSettings } from '../../preload/contract/notices/notices.ts'
import type { DeskContext } from '../profiles/desk-context.ts'

/** The desk of one open store. */
export interface NoticesDesk {
  settings(): NoticeSettings
}

/** Makes the desk. */
export function createNoticesDesk(_context: DeskContext): NoticesDesk {
  return { settings: () => ({ enabled: false, quiet: null }) }
}
