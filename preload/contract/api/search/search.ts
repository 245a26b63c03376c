/** Global search: one query over every list, and the objects related to a result. */
import { z } from '../../kernel/zod.ts'

/** Kinds of results. The window finds screens, commands and codes without main. */
export const foundKinds = ['payment', 'batch', 'entry', 'alert', 'validation', 'payee'] as const
export type FoundKind = (typeof foundKinds)[number]

/** One result; accounts masked. */
export const found = z.object({
  kind: z.enum(foundKinds),
  id: z.string(),
  /** Party and amount. */
  title: z.string(),
  /** Details to distinguish it: reference, state, account. */
  detail: z.string(),
  /** When it was created, received or requested, as an instant. */
  at: z.string(),
  /** Address in the window. */
  address: z.string(),
})
export type Found = z.infer<typeof found>

/** Shortest query; a shorter one would match everything. */
export const fewestLetters = 2
/** Most results of each kind. */
export const mostOfKind = 6

export const searchRequest = z.strictObject({ text: z.string().trim().max(200) })
/** Results, best of each kind first; `more` lists kinds with further results. */
export const searchAnswer = z.object({
  found: z.array(found),
  more: z.array(z.enum(foundKinds)),
})
export type SearchAnswer = z.infer<typeof searchAnswer>

/** Kinds of objects whose relations can be queried. */
export const relatingKinds = [...foundKinds, 'call'] as const
export type RelatingKind = (typeof relatingKinds)[number]

/** Relations between two objects. */
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

/** One related object; accounts masked. */
export const relatedThing = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  at: z.string().nullable(),
  /** Null if the object is in no list. */
  address: z.string().nullable(),
})
export type RelatedThing = z.infer<typeof relatedThing>

/** Most objects of one relation. */
export const mostRelated = 5

export const relatedRequest = z.strictObject({
  kind: z.enum(relatingKinds),
  id: z.string().max(200),
})
/** Related objects by relation: the newest of each, and their number (counted up to 100). */
export const relatedAnswer = z.array(
  z.object({
    relation: z.enum(relations),
    count: z.int(),
    things: z.array(relatedThing),
  }),
)
export type RelatedAnswer = z.infer<typeof relatedAnswer>
