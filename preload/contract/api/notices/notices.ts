/** Desktop notifications: about what, and when there is quiet. */
import { inboxKinds } from '../inbox/inbox.ts'
import { z } from '../../kernel/zod.ts'

/** What a notification can be about: what needs a person, and a listener that takes no alerts. */
export const noticeKinds = [...inboxKinds, 'listener'] as const
export type NoticeKind = (typeof noticeKinds)[number]

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'A time such as 22:00' })

export const noticeSettings = z.strictObject({
  enabled: z.boolean(),
  /** Local times; from after to: over midnight. Null: no quiet. */
  quiet: z
    .strictObject({ from: clockTime, to: clockTime })
    .refine(({ from, to }) => from !== to, {
      error: 'The quiet ends at another time than it begins',
      path: ['to'],
    })
    .nullable(),
  /** Saturday and Sunday, the whole day. */
  quietWeekends: z.boolean(),
  kinds: z.array(z.enum(noticeKinds)).max(noticeKinds.length),
})
export type NoticeSettings = z.infer<typeof noticeSettings>

/** What holds until somebody changes it: everything that is about money or about alerts that stay away. */
export const defaultNotices: NoticeSettings = {
  enabled: true,
  quiet: null,
  quietWeekends: false,
  kinds: noticeKinds.filter((kind) => kind !== 'duplicate' && kind !== 'unmatched'),
}
