/** Messages between main and the keychain process. Each side parses the messages it receives. */
import { z } from '../../../preload/contract/kernel/zod.ts'

/** The largest value allowed. A Secret Service closes the connection somewhere above it. */
export const maxValueLength = 8 * 1024 * 1024

/**
 * A part of an item's name. Windows joins the two parts with a slash, and the C library ends texts
 * at NUL.
 */
const name = z.string().regex(/^[^/\0]{1,200}$/u)
// The C library ends a text at NUL without an error, and refuses an empty one.
const value = z
  .string()
  .min(1)
  .max(maxValueLength)
  .refine((text) => !text.includes('\0') && text.isWellFormed(), 'not storable text')

const id = z.int().positive()
const item = { id, service: name, account: name }

/** A request to the keychain process. */
export const keychainRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('get'), ...item }),
  z.strictObject({ kind: z.literal('set'), ...item, value }),
  z.strictObject({ kind: z.literal('delete'), ...item }),
])
export type KeychainRequest = z.infer<typeof keychainRequest>

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
/** A request before it has a number. */
export type KeychainQuestion = WithoutId<KeychainRequest>

/** `get`: the value or null. `set`: null. `delete`: whether the item existed. */
const answer = z.union([z.string(), z.boolean(), z.null()])
export type KeychainAnswer = z.infer<typeof answer>

/**
 * A reply of the keychain process. `message` is the system's message, or the error in the request.
 */
export const keychainReply = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), id, answer }),
  /** Null when the request was too malformed to have an id. */
  z.strictObject({ ok: z.literal(false), id: id.nullable(), message: z.string() }),
])
export type KeychainReply = z.infer<typeof keychainReply>
