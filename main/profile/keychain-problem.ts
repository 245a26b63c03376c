import type { KeychainProblemShown } from '../../preload/contract/api/keychain-problem.ts'

/** The reason why a keychain request failed. `detail` is the system's own message. */
export type KeychainProblem =
  /** The keyring is locked, or unlocking it was refused. */
  | { readonly kind: 'locked' }
  /** The keychain works, but an item that the marker says was stored is gone. */
  | { readonly kind: 'removed' }
  /** There is no keychain service, or no keyring in it. */
  | { readonly kind: 'missing'; readonly detail: string }
  /** No answer within the deadline. The request may still take effect. */
  | { readonly kind: 'hung' }
  /** The system or the person refused access. */
  | { readonly kind: 'denied'; readonly detail: string }
  /** An item exists but is unreadable: a chunk missing, a checksum wrong, not our format. */
  | { readonly kind: 'corrupt'; readonly detail: string }
  /** The system takes no item of this size. */
  | { readonly kind: 'too-big'; readonly detail: string }
  /** Anything else. */
  | { readonly kind: 'failed'; readonly detail: string }

/** Returns the problem in the form shown to the window. */
export const shownProblem = (
  problem: KeychainProblem | KeychainProblemShown,
): KeychainProblemShown => ({
  kind: problem.kind,
  detail: 'detail' in problem ? problem.detail : null,
})
