/** Search everywhere: one question, answered by every list at once. */
import { z } from '../zod.ts'

/** What is found. Screens, commands and codes the window finds by itself. */
export const foundKinds = ['payment', 'batch', 'entry', 'alert', 'validation', 'payee'] as const
export type FoundKind = (typeof foundKinds)[number]

/** One thing found; accounts masked. */
export const found = z.object({
  kind: z.enum(foundKinds),
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  /** The window's address of it. */
  address: z.string(),
})
export type Found = z.infer<typeof found>

export const searchRequest = z.strictObject({ text: z.string().trim().max(200) })
/** What was found, the best of each kind first; `isMore` where a kind has more than it shows. */
export const searchAnswer = z.object({
  found: z.array(found),
  more: z.array(z.enum(foundKinds)),
})
export type SearchAnswer = z.infer<typeof searchAnswer>
