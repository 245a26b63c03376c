/**
 * The four credentials as entered: in the pairs that the bank issues, each checked by the
 * contract's rule.
 */
import {
  credentialLabels,
  credentialNames,
  credentialsInput,
  type CredentialName,
  type CredentialsInput,
} from '../../../../preload/contract/api/profiles/profile.ts'

/** The two pairs; they are easily confused (bank notes 1 and 2). */
export const credentialPairs = [
  {
    id: 'application',
    title: 'Application credentials',
    text: 'They decide which products are allowed.',
    atBank:
      'They sign in to the token call (Basic). Its answer shows the consumer key as client_id.',
    names: ['consumerKey', 'consumerSecret'],
  },
  {
    id: 'client',
    title: 'Client credentials',
    text: 'They identify the client.',
    atBank: 'They are sent in the token call as Id and Key. Its answer shows the client id as Id.',
    names: ['clientId', 'clientSecret'],
  },
] as const satisfies readonly { names: readonly CredentialName[]; [text: string]: unknown }[]

type Typed = Readonly<Record<CredentialName, string>>

/** Returns the typed credentials; an empty field leaves the stored one unchanged. */
export const enteredOf = (typed: Typed): CredentialsInput =>
  Object.fromEntries(
    credentialNames.flatMap((name) => (typed[name].trim() === '' ? [] : [[name, typed[name]]])),
  )

/** Returns the problems of the input, by field. */
export function problemsOf(typed: Typed): Partial<Record<CredentialName, string>> {
  const parsed = credentialsInput.safeParse(enteredOf(typed))
  const issues = parsed.error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
}

/** The entered credentials as text: "consumer key and consumer secret". */
export function enteredText(typed: Typed): string {
  const labels = credentialNames
    .filter((name) => name in enteredOf(typed))
    .map((name) => credentialLabels[name].toLowerCase())
  return [labels.slice(0, -1).join(', '), labels.at(-1)].filter(Boolean).join(' and ')
}
