/** Why the OS keychain did not give or take what it was asked to. Told apart, because each has its own next step. */
import { z } from '../kernel/zod.ts'

export const keychainProblems = [
  /** The keyring is locked, or unlocking it was refused. */
  'locked',
  /** The keychain works, but what this workstation stored is gone. */
  'removed',
  /** There is no keychain service, or no keyring in it. */
  'missing',
  /** No answer within the deadline. */
  'hung',
  /** The system or the person refused access. */
  'denied',
  /** The item is there and not readable: a part missing, a checksum wrong. */
  'corrupt',
  /** The system takes no item of this size. */
  'too-big',
  /** Anything else, in the system's own words. */
  'failed',
] as const

/** One problem; the detail is the system's own words and never holds a secret. */
export const keychainProblem = z.object({
  kind: z.enum(keychainProblems),
  detail: z.string().nullable(),
})
export type KeychainProblemShown = z.infer<typeof keychainProblem>

/** Where the keychain stands, as far as it was asked. Practice never asks it. */
export const keychainState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('not-asked') }),
  z.object({ state: z.literal('works') }),
  z.object({ state: z.literal('problem'), problem: keychainProblem }),
])
export type KeychainState = z.infer<typeof keychainState>
