/** Explains, for the listener's state, why a profile could not be opened in the background. */
import type { KeychainProblemShown } from '../../preload/contract/api/keychain-problem.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'

type NotOpened = Failure<'keychain-problem'> | Failure<'store-refused'>

const keychainWords: Readonly<Record<KeychainProblemShown['kind'], string>> = {
  locked: 'The keychain is locked.',
  removed: 'The keychain entry of this profile is gone.',
  missing: 'There is no keychain on this computer.',
  hung: 'The keychain does not answer.',
  denied: 'The keychain refused access.',
  corrupt: 'The keychain entry of this profile cannot be read.',
  'too-big': 'The entry is too large for the keychain.',
  failed: 'The keychain did not return the stored value.',
}

/** Returns one sentence, followed by the system's own message where there is one. */
export function whyNotOpened(failure: NotOpened): string {
  if (failure.code === 'keychain-problem') {
    const { kind, detail } = failure.problem
    return withDetail(keychainWords[kind], detail)
  }
  return withDetail(`The store was refused: ${failure.reason}.`, failure.detail)
}

const withDetail = (sentence: string, detail: string | null): string =>
  detail === null || detail === '' ? sentence : `${sentence} ${detail}`

/**
 * Whether the failure may pass by itself. A damaged or newer store does not, and each retry would
 * read all of it.
 */
export const isWorthATimer = (failure: NotOpened): boolean =>
  failure.code === 'keychain-problem' ||
  ['store-in-use', 'store-unreadable'].includes(failure.reason)
