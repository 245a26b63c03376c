/** The texts of the lock screen. */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Access } from '../../../preload/contract/api/operators/operators.ts'
import { assertNever } from '../../../preload/contract/kernel/assert-never.ts'
import { explain } from '../../text/explain.ts'
import type { Explanation } from '../../text/explanation.ts'

/** Returns the reason for the lock screen. */
export function whyLocked(access: Access): string {
  if (access.state === 'no-operators')
    return 'No operators yet. The first person becomes administrator and adds the others.'
  if (access.state === 'must-change')
    return 'Someone else set this passphrase. Change it to continue.'
  if (access.state === 'in') return ''
  switch (access.reason) {
    case 'idle':
      return 'Locked after a period without activity.'
    case 'screen':
      return 'Locked with the screen of this computer.'
    case 'suspend':
      return 'Locked when the computer went to sleep.'
    case 'operator':
      return 'Locked by hand.'
    case 'not-signed-in':
      return 'No one is signed in.'
    default:
      return assertNever(access.reason)
  }
}

/** Explains a refused sign-in; the passphrase of a recovery file has its own explanation. */
export const explainSignIn = (failure: Failure): Explanation =>
  failure.code === 'passphrase-wrong'
    ? {
        title: 'Wrong passphrase',
        reason: 'The attempt is recorded.',
        next: 'Type it again. After five failures, each attempt waits longer.',
      }
    : explain(failure)

const shortest = 12
/** Returns why a new passphrase is not acceptable yet; empty if it is. */
export function whyNotTaken(passphrase: string, again: string): string {
  if (passphrase.length < shortest) return `At least ${String(shortest)} characters`
  return again === passphrase ? '' : 'Both passphrases must match'
}
