/** Desktop notifications: their subjects, and the quiet hours. */
import { inboxKinds, type InboxKind } from '../inbox/inbox.ts'
import { z } from '../../kernel/zod.ts'

/**
 * Subjects of a notification: inbox items, and a listener that accepts no alerts. Unclear entries
 * are notified with rejections, as they were before they became a kind.
 */
export type NoticeKind = Exclude<InboxKind, 'unclear'> | 'listener'
export const noticeKinds: readonly NoticeKind[] = [
  ...inboxKinds.filter((kind) => kind !== 'unclear'),
  'listener',
]

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'A time such as 22:00' })

export const noticeSettings = z.strictObject({
  enabled: z.boolean(),
  /** Local times; a `from` later than `to` spans midnight. Null for no quiet hours. */
  quiet: z
    .strictObject({ from: clockTime, to: clockTime })
    .refine(({ from, to }) => from !== to, {
      error: 'Quiet hours must end at a different time than they start',
      path: ['to'],
    })
    .nullable(),
  /** All of Saturday and Sunday. */
  quietWeekends: z.boolean(),
  kinds: z.array(z.enum(noticeKinds)).max(noticeKinds.length),
})
export type NoticeSettings = z.infer<typeof noticeSettings>

/** Valid until an operator changes them: notifications about money and about missing alerts. */
export const defaultNotices: NoticeSettings = {
  enabled: true,
  quiet: null,
  quietWeekends: false,
  kinds: noticeKinds.filter((kind) => kind !== 'duplicate'),
}
