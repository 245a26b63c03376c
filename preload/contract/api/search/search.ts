/** Search everywhere: one question, answered by every list at once, and what each thing is related to. */
import { z } from '../../kernel/zod.ts'

/** What is found. Screens, commands and codes the window finds by itself. */
export const foundKinds = ['payment', 'batch', 'entry', 'alert', 'validation', 'payee'] as const
export type FoundKind = (typeof foundKinds)[number]

/** One thing found; accounts masked. */
export const found = z.object({
  kind: z.enum(foundKinds),
  id: z.string(),
  /** Who it is about, and how much. */
  title: z.string(),
  /** What tells it from others: reference, state in words, account. */
  detail: z.string(),
  /** When it was made, received or asked, as an instant. */
  at: z.string(),
  /** The window's address of it. */
  address: z.string(),
})
export type Found = z.infer<typeof found>

/** So few letters find everything, and so nothing. */
export const fewestLetters = 2
/** So many of each kind are shown at most. */
export const mostOfKind = 6

export const searchRequest = z.strictObject({ text: z.string().trim().max(200) })
/** What was found, the best of each kind first; `more`: the kinds that have more than they show. */
export const searchAnswer = z.object({
  found: z.array(found),
  more: z.array(z.enum(foundKinds)),
})
export type SearchAnswer = z.infer<typeof searchAnswer>

/** What a thing can be whose relations are asked for. */
export const relatingKinds = [...foundKinds, 'call'] as const
export type RelatingKind = (typeof relatingKinds)[number]

/** How one thing has to do with another. */
export const relations = [
  'batch',
  'entries',
  'payments',
  'payee',
  'validations',
  'ownership',
  'alerts',
  'same-reference',
  'follows',
  'followed-by',
  'reverses',
  'reversed-by',
  'presents-again',
  'presented-again-by',
  'same-file',
  'returns',
  'recovered',
  'calls',
  'inquiries',
  'audit',
] as const
export type Relation = (typeof relations)[number]

/** One related thing; accounts masked. */
export const relatedThing = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  at: z.string().nullable(),
  /** Null: it stands in no list of its own. */
  address: z.string().nullable(),
})
export type RelatedThing = z.infer<typeof relatedThing>

/** So many of one relation are told at most. */
export const mostRelated = 5

export const relatedRequest = z.strictObject({
  kind: z.enum(relatingKinds),
  id: z.string().max(200),
})
/** What is related, by how; of each relation the newest, and how many there are (counted to a hundred). */
export const relatedAnswer = z.array(
  z.object({
    relation: z.enum(relations),
    count: z.int(),
    things: z.array(relatedThing),
  }),
)
export type RelatedAnswer = z.infer<typeof relatedAnswer>
