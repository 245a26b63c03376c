/**
 * Classifies the error messages of the systems' keychains. The native library passes on messages
 * and no codes.
 */
import type { KeychainProblem } from '../keychain-problem.ts'

type Meaning = 'locked' | 'missing' | 'hung' | 'denied' | 'too-big'
type Row = readonly [pattern: RegExp, meaning: Meaning]

/**
 * GNOME Keyring, libsecret, GLib and D-Bus (measured with GNOME Keyring 42, read in their sources).
 * Messages are English, because the keychain process starts without a language.
 */
const linux: readonly Row[] = [
  [/cannot create an item in a locked collection/i, 'locked'],
  [/prompt was dismissed/i, 'locked'],
  [/\b(?:is|a) locked\b|islocked/i, 'locked'],
  // No keyring at all: the error names a collection that does not exist.
  [/object does not exist at path/i, 'missing'],
  [/no such object path/i, 'missing'],
  [/cannot (?:auto-?launch|spawn)|unable to autolaunch/i, 'missing'],
  [/failed to execute child process .?dbus-launch/i, 'missing'],
  [/org\.freedesktop\.secrets was not provided by any|name is not activatable/i, 'missing'],
  [/could not connect:/i, 'missing'],
  [/process org\.freedesktop\.secrets (?:exited|received)/i, 'missing'],
  // The native library did not load: libsecret is not installed.
  [/failed to load keytar native addon/i, 'missing'],
  [/timeout was reached|did not receive a reply/i, 'hung'],
  [/apparmor policy prevents|accessdenied/i, 'denied'],
]

/**
 * Messages of SecCopyErrorMessageString, by the names in SecBase.h, in the language of the app's
 * bundle.
 */
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
 * Messages of FormatMessage, in the language of Windows. Messages in other languages than English
 * become `failed`, with their text. So does a full Credential Manager ("Not enough memory
 * resources"), because no entry is too big.
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
 * libsecret stays with the daemon it first connected to and never finds the next one, so a keychain
 * process that gets these messages has outlived its daemon. The request had no effect, and a new
 * process will carry it out.
 */
const outlived: readonly RegExp[] = [
  /session wrapping the secret does not exist/i,
  /the name :[\d.]+ was not provided by any/i,
  /the connection is closed/i,
]

/** Returns whether a message shows that the keychain process is of no more use. */
export const isOutlived = (message: string): boolean =>
  outlived.some((known) => known.test(message))

const rows = [...linux, ...macos, ...windows]

/** Classifies a system message; an unknown message becomes `failed` with its text. */
export function classify(message: string): KeychainProblem {
  const kind = rows.find(([known]) => known.test(message))?.[1] ?? 'failed'
  return kind === 'locked' || kind === 'hung' ? { kind } : { kind, detail: message.trim() }
}
