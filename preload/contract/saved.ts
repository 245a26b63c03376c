/** Questions that an operator keeps under a name, for the next time: ACH searches and report bodies. */
import { page, pageRequest } from './paging.ts'
import { anyOperator } from './roles.ts'
import { command, event, nothing, query } from './verbs.ts'
import { z } from './zod.ts'

/** What can be kept. Each kind's request is JSON text, which its screen reads by its own schema. */
export const savedKinds = ['ach-search', 'report'] as const
export const savedKind = z.enum(savedKinds)
export type SavedKind = z.infer<typeof savedKind>

const name = z
  .string()
  .trim()
  .min(1, { error: 'A name of 1 to 60 characters' })
  .max(60, { error: 'A name of 1 to 60 characters' })

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** One kept question. A name is there once for each kind: keeping it again changes what it holds. */
export const savedRequest = z.object({
  id: z.string(),
  kind: savedKind,
  name,
  request: z.string().max(110_000),
  at: z.iso.datetime(),
  operator: z.string(),
})
export type SavedRequest = z.infer<typeof savedRequest>

/** The verbs of the noun `saved`. */
export const saved = {
  list: query(z.object({ ...pageRequest, kind: savedKind }), page(savedRequest)),
  /** Keeps it under a name; what had that name before is replaced. */
  save: command(
    z.object({
      kind: savedKind,
      name,
      request: z.string().max(110_000).refine(isJson, { error: 'JSON text' }),
    }),
    savedRequest,
    [],
    anyOperator,
  ),
  remove: command(z.object({ id: z.string() }), nothing, ['not-found'], anyOperator),
  changed: event(z.object({ kind: savedKind })),
} as const
