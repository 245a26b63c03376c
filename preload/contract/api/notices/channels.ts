/** Channels of `notices`. */
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../define-channel.ts'
import { z } from '../../kernel/zod.ts'
import { noticeSettings } from './notices.ts'

export const notices = {
  getSettings: query(nothing, noticeSettings),
  /** Effective at once, for this profile. */
  changeSettings: command(noticeSettings, noticeSettings, [], anyOperator),
  /** Shows a test notification, so that a person sees whether this computer displays any. */
  showOne: command(nothing, z.object({ isShown: z.boolean() }), [], anyOperator),
  /** Returns the address of the last clicked notification once; null if none. */
  takeOpened: command(nothing, z.object({ address: z.string().nullable() }), [], anyOperator),
  /**
   * A notification was clicked; the window then calls `takeOpened`. The event carries no data and
   * is delayed while the workstation is locked.
   */
  clicked: event(z.strictObject({})),
} as const
