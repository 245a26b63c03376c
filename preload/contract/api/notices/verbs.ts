/** The verbs of the noun `notices`. */
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../verbs.ts'
import { z } from '../../kernel/zod.ts'
import { noticeSettings } from './notices.ts'

/** Desktop notifications. */
export const notices = {
  getSettings: query(nothing, noticeSettings),
  /** In force at once, for this profile. */
  changeSettings: command(noticeSettings, noticeSettings, [], anyOperator),
  /** Shows one now, so that a person sees whether this computer shows any. */
  showOne: command(nothing, z.object({ isShown: z.boolean() }), [], anyOperator),
  /** Where the notification leads that was clicked last; answered once. Null: nowhere. */
  takeOpened: command(nothing, z.object({ address: z.string().nullable() }), [], anyOperator),
  /** One was clicked: the window asks where it leads. It tells nothing, and waits while the workstation is locked. */
  clicked: event(z.strictObject({})),
} as const
