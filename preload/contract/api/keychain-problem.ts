/**
 * Why the OS keychain failed to return or store an item. The causes are separate because each has
 * its own next step.
 */
import { z } from '../kernel/zod.ts'

export const keychainProblems = [
  /** The keyring is locked, or unlocking it was refused. */
  'locked',
  /** The keychain works, but the items of this workstation are gone. */
  'removed',
  /** There is no keychain service, or no keyring in it. */
  'missing',
  /** No answer before the deadline. */
  'hung',
  /** The system or the person refused access. */
  'denied',
  /** The item exists but cannot be read: a part is missing, or a checksum is wrong. */
  'corrupt',
  /** The system does not accept an item of this size. */
  'too-big',
  /** Any other problem, with the system's message. */
  'failed',
] as const

/** One problem; the detail is the system's message and never contains a secret. */
export const keychainProblem = z.object({
  kind: z.enum(keychainProblems),
  detail: z.string().nullable(),
})
export type KeychainProblemShown = z.infer<typeof keychainProblem>

/** Last known state of the keychain. Practice never uses it. */
export const keychainState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('not-checked') }),
  z.object({ state: z.literal('works') }),
  z.object({ state: z.literal('problem'), problem: keychainProblem }),
])
export type KeychainState = z.infer<typeof keychainState>
