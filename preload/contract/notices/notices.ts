/** Desktop notifications: about what, and when there is quiet. */
import { z } from '../zod.ts'

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'A time such as 22:00' })

export const noticeSettings = z.strictObject({
  enabled: z.boolean(),
  /** Local times; from after to: over midnight. Null: no quiet. */
  quiet: z.strictObject({ from: clockTime, to: clockTime }).nullable(),
})
export type NoticeSettings = z.infer<typeof noticeSettings>
