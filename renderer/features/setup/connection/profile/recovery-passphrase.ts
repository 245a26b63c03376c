/** The rules of a passphrase for a recovery file, each shown at its field. */
import { passphrase } from '../../../../../preload/contract/api/profiles/profile.ts'

/** The input for a recovery file. */
export interface ChosenPassphrase {
  readonly passphrase: string
  readonly again: string
  readonly hint: string
}

/** Returns the problems by field; a field that is still empty has none. */
export function passphraseProblems(typed: ChosenPassphrase): ChosenPassphrase {
  const rule = passphrase.safeParse(typed.passphrase).error?.issues[0]?.message ?? ''
  const differs = typed.again !== '' && typed.again !== typed.passphrase
  const reveals = typed.passphrase !== '' && fold(typed.hint).includes(fold(typed.passphrase))
  return {
    passphrase: typed.passphrase === '' ? '' : rule,
    again: differs ? 'Not the same as above' : '',
    hint: reveals ? 'The hint contains the passphrase: anyone with the file would have both' : '',
  }
}

const fold = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()

/** Why no file can be written yet; empty if it can. */
export function whyNotWritten(typed: ChosenPassphrase): string {
  if (typed.passphrase === '') return 'Choose a passphrase'
  if (typed.again === '') return 'Type the passphrase a second time'
  const { passphrase: first, again, hint } = passphraseProblems(typed)
  return first || again || hint
}
