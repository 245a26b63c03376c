/** What the systems' words mean. The native library passes on words and no codes, so words are what there is. */

/** Why the keychain did not give or take what it was asked to. Details are the system's own words. */
export type KeychainProblem =
  /** The keyring is locked, or unlocking it was refused. */
  | { readonly kind: 'locked' }
  /** The keychain works, but what the marker says was stored is gone. */
  | { readonly kind: 'removed' }
  /** There is no keychain service, or no keyring in it. */
  | { readonly kind: 'missing'; readonly detail: string }
  /** No answer within the deadline. What was asked may still happen. */
  | { readonly kind: 'hung' }
  /** The system or the person refused access. */
  | { readonly kind: 'denied'; readonly detail: string }
  /** An item is there and not readable: a chunk missing, a checksum wrong, not our format. */
  | { readonly kind: 'corrupt'; readonly detail: string }
  /** The system takes no item of this size. */
  | { readonly kind: 'too-big'; readonly detail: string }
  /** Anything else. */
  | { readonly kind: 'failed'; readonly detail: string }

type Meaning = 'locked' | 'missing' | 'hung' | 'denied' | 'too-big'
type Row = readonly [words: RegExp, meaning: Meaning]

/**
 * GNOME Keyring, libsecret, GLib and the bus (measured with GNOME Keyring 42, read in their sources). They
 * speak English: the keychain process is started without a language.
 */
const linux: readonly Row[] = [
  [/cannot create an item in a locked collection/i, 'locked'],
  [/prompt was dismissed/i, 'locked'],
  [/\b(?:is|a) locked\b|islocked/i, 'locked'],
  // No keyring at all: its collection is named and is not there.
  [/object does not exist at path/i, 'missing'],
  [/no such object path/i, 'missing'],
  [/cannot (?:auto-?launch|spawn)|unable to autolaunch/i, 'missing'],
  [/org\.freedesktop\.secrets was not provided by any|name is not activatable/i, 'missing'],
  [/could not connect:/i, 'missing'],
  [/process org\.freedesktop\.secrets (?:exited|received)/i, 'missing'],
  // The library itself did not load: libsecret is not installed.
  [/failed to load keytar native addon/i, 'missing'],
  [/timeout was reached|did not receive a reply/i, 'hung'],
  [/apparmor policy prevents|accessdenied/i, 'denied'],
]

/** The words of SecCopyErrorMessageString, by the names in SecBase.h; in the language of the app's bundle. */
const macos: readonly Row[] = [
  [/user interaction is (?:not allowed|required)/i, 'locked'], // errSecInteractionNotAllowed, -Required
  [/user canceled the operation/i, 'denied'], // errSecUserCanceled
  [/name or passphrase you entered is not correct/i, 'denied'], // errSecAuthFailed
  [/required entitlement isn.t present/i, 'denied'], // errSecMissingEntitlement
  [/write permissions error/i, 'denied'], // errSecWrPerm
  [/(?:specified|default) keychain could not be found/i, 'missing'], // errSecNoSuchKeychain, -NoDefaultKeychain
  [/no keychain is available/i, 'missing'], // errSecNotAvailable
  [/data (?:is|was) too large|too large to be/i, 'too-big'], // errSecDataTooLarge
]

/**
 * The words of FormatMessage, in the language of Windows: other languages than English end as `failed`,
 * with their words. So does a full Credential Manager ("Not enough memory resources"): no entry is too big.
 */
const windows: readonly Row[] = [
  // A policy against stored credentials, a session without a logon (SSH, session 0), runas /netonly.
  [/specified logon session does not exist/i, 'denied'],
  [/blocked by group policy/i, 'denied'],
  [/access is denied/i, 'denied'],
  [/stub received bad data/i, 'too-big'], // more than 2,560 bytes
  [/rpc server is unavailable/i, 'missing'], // the Credential Manager's service does not run
  [/service cannot be started/i, 'missing'],
]

/**
 * libsecret keeps to the daemon that it spoke to first and never finds the next one: a keychain process
 * that hears these words has outlived its daemon. Nothing was done, and another process will do it.
 */
const outlived: readonly RegExp[] = [
  /session wrapping the secret does not exist/i,
  /the name :[\d.]+ was not provided by any/i,
  /the connection is closed/i,
]

/** Whether the words say that the process that heard them is of no more use. */
export const isOutlived = (words: string): boolean => outlived.some((known) => known.test(words))

const rows = [...linux, ...macos, ...windows]

/** Says what the system's words mean; words that nobody knows are passed on as `failed`. */
export function classify(words: string): KeychainProblem {
  const kind = rows.find(([known]) => known.test(words))?.[1] ?? 'failed'
  return kind === 'locked' || kind === 'hung' ? { kind } : { kind, detail: words.trim() }
}
