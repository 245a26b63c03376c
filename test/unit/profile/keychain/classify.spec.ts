import { describe, expect, it } from 'vitest'
import { classify, isOutlived } from '../../../../main/profile/keychain/classify.ts'
import type { KeychainProblem } from '../../../../main/profile/keychain-problem.ts'

type Row = readonly [pattern: string, kind: KeychainProblem['kind']]

/** Exact messages, the Linux ones as measured on GNOME Keyring. */
const linux: Row[] = [
  ['Cannot create an item in a locked collection', 'locked'],
  ['Unlock prompt was dismissed', 'locked'],
  ['org.freedesktop.Secret.Error.IsLocked', 'locked'],
  ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'missing'],
  ["No such object path '/org/freedesktop/secrets/aliases/default'", 'missing'],
  ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'missing'],
  ['Cannot spawn a message bus without a machine-id', 'missing'],
  ['Failed to execute child process “dbus-launch” (No such file or directory)', 'missing'],
  ['The name org.freedesktop.secrets was not provided by any .service files', 'missing'],
  ['Could not connect: No such file or directory', 'missing'],
  ['Process org.freedesktop.secrets exited with status 1', 'missing'],
  ['Failed to load keytar native addon, checked ["../build/Release"]', 'missing'],
  ['Timeout was reached', 'hung'],
  ['An AppArmor policy prevents this sender from sending this message', 'denied'],
  ['The connection is closed', 'failed'],
  ['Message recipient disconnected from message bus without replying', 'failed'],
]
const macos: Row[] = [
  ['User interaction is not allowed.', 'locked'],
  ['User canceled the operation.', 'denied'],
  ['The user name or passphrase you entered is not correct.', 'denied'],
  ["A required entitlement isn't present.", 'denied'],
  ['The specified keychain could not be found.', 'missing'],
  ['A default keychain could not be found.', 'missing'],
  ['No keychain is available. You may need to restart your computer.', 'missing'],
  ['The specified item already exists in the keychain.', 'failed'],
  ['An unknown error occurred.', 'failed'],
]
const windows: Row[] = [
  ['A specified logon session does not exist. It may already have been terminated.\r\n', 'denied'],
  ['This program is blocked by group policy.', 'denied'],
  ['Access is denied.\r\n', 'denied'],
  ['The stub received bad data.\r\n', 'too-big'],
  ['The RPC server is unavailable.\r\n', 'missing'],
  ['Not enough memory resources are available to process this command.\r\n', 'failed'],
  ['Eine angegebene Anmeldesitzung ist nicht vorhanden.', 'failed'],
]

describe.each([
  ['Linux', linux],
  ['macOS', macos],
  ['Windows', windows],
])('the messages of %s', (_system, rows) => {
  it.each(rows)('%j mean %s', (message, kind) => {
    const problem = classify(message)
    expect(problem.kind).toBe(kind)
    if ('detail' in problem) expect(problem.detail).toBe(message.trim())
  })
})

it.each([
  'The session wrapping the secret does not exist',
  'The name :1.17 was not provided by any .service files',
  'The connection is closed',
])('takes %j for a process that has outlived its daemon', (message) => {
  expect(isOutlived(message)).toBe(true)
})

it.each(
  [...linux, ...macos, ...windows].filter(([message]) => message !== 'The connection is closed'),
)('repeats no request after %j', (message) => {
  expect(isOutlived(message)).toBe(false)
})
