/**
 * The messages about refusals of the OS keychain. No next step discards a stored secret: deleting
 * and starting over are never offered.
 */
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { KeychainProblemShown } from '../../preload/contract/api/keychain-problem.ts'
import { assertNever, type Explanation } from './explanation.ts'

const plainly = (problem: KeychainProblemShown): Explanation => {
  switch (problem.kind) {
    case 'locked':
      return {
        title: 'The keychain is locked',
        reason: 'The keychain stays locked until someone unlocks it, or unlocking was refused.',
        next: 'Unlock it, usually with the password of this computer\u2019s account, and try again.',
      }
    case 'removed':
      return {
        title: 'The profile\u2019s key is not in the keychain',
        reason:
          'The keychain works, but the entry that Countersign stored there is gone. The store is still on disk, encrypted and unchanged.',
        next: 'Open the profile with its recovery file, or restore the keychain from its backup.',
      }
    case 'missing':
      return {
        title: 'This computer has no keychain to use',
        reason: 'No keychain service answered, or it has no keyring. Keys are stored nowhere else.',
        next: 'Linux: install a Secret Service, such as GNOME Keyring or KWallet, and sign in again. On Debian and Ubuntu: sudo apt install gnome-keyring libsecret-1-0 dbus-x11. Windows: Credential Manager must not be turned off by policy. macOS: the login keychain must exist. Then try again.',
      }
    case 'hung':
      return {
        title: 'The keychain gave no answer',
        reason: 'No answer in time. The keychain may be waiting for an answer in its own window.',
        next: 'Look for a system dialog behind this window, answer it and try again.',
      }
    case 'denied':
      return {
        title: 'Access to the keychain was refused',
        reason: 'The system or the person at the dialog refused access.',
        next: 'Try again and allow it. If no dialog appears, ask this computer\u2019s administrator.',
      }
    case 'corrupt':
      return {
        title: 'The keychain entry cannot be read',
        reason: 'The entry is incomplete or was changed. The store has not changed.',
        next: 'Open the profile with its recovery file, or restore the keychain from its backup.',
      }
    case 'too-big':
      return {
        title: 'The entry is too large for the keychain',
        reason: 'The system limits the size of one entry.',
        next: 'A shorter certificate chain may fit. Nothing was stored elsewhere.',
      }
    case 'failed':
      return {
        title: 'The keychain failed',
        reason: 'The system gave an unknown reason.',
        next: 'Try again. If it persists, give the system\u2019s message to the administrator.',
      }
    default:
      return assertNever(problem.kind)
  }
}

/** Explains a keychain problem; the system's own message ends the reason. */
export function explainKeychain(problem: KeychainProblemShown): Explanation {
  const plain = plainly(problem)
  if (problem.detail === null) return plain
  return { ...plain, reason: `${plain.reason} System message: ${problem.detail}` }
}

/**
 * Whether the profile's recovery file helps: the entry is missing, unreadable, or of another store.
 * If the entry may still be whole, locked or denied, main does not overwrite it.
 */
export function recoveryHelps(failure: Failure): boolean {
  if (failure.code === 'store-refused') return failure.reason === 'store-wrong-key'
  if (failure.code !== 'keychain-problem') return false
  return failure.problem.kind === 'removed' || failure.problem.kind === 'corrupt'
}
