/** Why a profile could not be opened in the background, in words for the state of its listener. */
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
  'too-big': 'The keychain takes no entry of this size.',
  failed: 'The keychain did not give what is stored.',
}

/** One sentence, with the system's own words behind it where there are any. */
export function whyNotOpened(failure: NotOpened): string {
  if (failure.code === 'keychain-problem') {
    const { kind, detail } = failure.problem
    return withDetail(keychainWords[kind], detail)
  }
  return withDetail(`The store was refused: ${failure.reason}.`, failure.detail)
}

const withDetail = (sentence: string, detail: string | null): string =>
  detail === null || detail === '' ? sentence : `${sentence} ${detail}`

/** What may pass by itself. A store that is damaged or newer does not, and each try would read all of it. */
export const isWorthATimer = (failure: NotOpened): boolean =>
  failure.code === 'keychain-problem' ||
  ['store-in-use', 'store-unreadable'].includes(failure.reason)
