/** The keychain and its process, on a real keyring. */
import { fork } from 'node:child_process'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createKeychain, probeService } from '../../../../main/profile/keychain.ts'
import { launchKeychainInNode } from '../../../../main/profile/keychain/launch-in-node.ts'
import { maxValueLength } from '../../../../main/profile/keychain/keychain-protocol.ts'
import type { PrivateKeyring } from './support/private-keyring.ts'
import {
  newBus,
  newKeyring,
  openKeychain,
  service,
  shortDeadlineMs,
  withoutBus,
} from './support/vaults.ts'
import { keychainEntry } from '../../support/programs/programs.ts'

const item = { service, account: 'one' }
const done = { ok: true, value: undefined }
const ofValue = (value: string | boolean | null) => ({ ok: true, value })

const keychainProcesses = (keyring: PrivateKeyring) => keyring.processesOf('keychain-process')

describe('an item', () => {
  it('is stored, replaced and deleted', async () => {
    const keychain = openKeychain(await newKeyring())
    expect(await keychain.get(item)).toEqual(ofValue(null))
    expect(await keychain.set(item, 'first')).toEqual(done)
    expect(await keychain.set(item, 'second')).toEqual(done)
    expect(await keychain.get(item)).toEqual(ofValue('second'))
    expect(await keychain.delete(item)).toEqual(ofValue(true))
    expect(await keychain.delete(item)).toEqual(ofValue(false))
  })

  it('may be as large as is allowed, and no larger', async () => {
    const keychain = openKeychain(await newKeyring(), 20_000)
    const largest = 'ü'.repeat(maxValueLength / 2)
    expect(await keychain.set(item, largest)).toEqual(done)
    expect(await keychain.get(item)).toEqual(ofValue(largest))
    const refused = { ok: false, error: { kind: 'failed' } }
    expect(await keychain.set(item, 'x'.repeat(maxValueLength + 1))).toMatchObject(refused)
  })

  it('with a NUL, half a character or a slash in its name is refused and not cut short', async () => {
    const keychain = openKeychain(await newKeyring())
    await keychain.set(item, 'before')
    for (const value of ['a\0b', '', '\ud800']) {
      expect(await keychain.set(item, value)).toMatchObject({ ok: false })
    }
    expect(await keychain.set({ service, account: 'a/b' }, 'x')).toMatchObject({ ok: false })
    expect(await keychain.get(item)).toEqual(ofValue('before'))
  })

  it('written 50 times at once holds the last', async () => {
    const keyring = await newKeyring()
    const keychain = openKeychain(keyring, 10_000)
    const writes = Array.from({ length: 50 }, (_, n) => keychain.set(item, `value ${String(n)}`))
    for (const write of await Promise.all(writes)) expect(write).toEqual(done)
    expect(await keychain.get(item)).toEqual(ofValue('value 49'))
    expect(await keyring.count(service)).toBe(1)
  })
})

describe('the probe', () => {
  it('leaves nothing behind', async () => {
    const keyring = await newKeyring()
    expect(await openKeychain(keyring).probe()).toEqual(done)
    expect(await keyring.count(probeService)).toBe(0)
  })

  it('distinguishes a machine without a bus, a bus without a keyring, and a lock', async () => {
    expect(await openKeychain(withoutBus).probe()).toMatchObject({
      error: { kind: 'missing', detail: 'Cannot autolaunch D-Bus without X11 $DISPLAY' },
    })
    expect(await openKeychain(await newBus()).probe()).toMatchObject({ error: { kind: 'missing' } })
    const keyring = await newKeyring()
    await keyring.lock()
    expect(await openKeychain(keyring).probe()).toEqual({ ok: false, error: { kind: 'locked' } })
  })
})

describe('the keychain process', () => {
  it.each(['SIGSEGV', 'SIGKILL'] as const)(
    'that ends with %s in a request fails that request, and the next request has another',
    async (signal) => {
      const keyring = await newKeyring()
      const keychain = openKeychain(keyring, 20_000)
      await keychain.set(item, 'kept')
      await keyring.pause()
      const requested = [keychain.get(item), keychain.get(item)] as const
      const [pid] = keychainProcesses(keyring)
      if (pid === undefined) throw new Error('no keychain process was found')
      process.kill(pid, signal)
      const detail = `The keychain process ended: ${signal}.`
      expect(await requested[0]).toEqual({ ok: false, error: { kind: 'failed', detail } })
      await keyring.resume()
      expect(await requested[1]).toEqual(ofValue('kept'))
    },
  )

  it('that ends at once says so', async () => {
    const launch = launchKeychainInNode('/dev/null', {})
    const keychain = createKeychain({ launch })
    const error = { kind: 'failed', detail: 'The keychain process ended: code 0.' }
    expect(await keychain.get(item)).toEqual({ ok: false, error })
    expect(await keychain.get(item)).toEqual({ ok: false, error })
    await keychain.close()
  })

  it('is ended when the service hangs, and all who wait are answered at once', async () => {
    const keyring = await newKeyring()
    const keychain = openKeychain(keyring, shortDeadlineMs)
    await keychain.set(item, 'kept')
    const [before] = keychainProcesses(keyring)
    await keyring.pause()
    const emitted: unknown[] = []
    const pending = [keychain.get(item), keychain.set(item, 'x'), keychain.probe()]
    const emitting = pending.map(async (answer) => emitted.push(await answer))
    await Promise.race(emitting)
    await setImmediate()
    const hung = { ok: false, error: { kind: 'hung' } }
    expect(emitted).toEqual([hung, hung, hung])
    await keyring.resume()
    expect(await keychain.get(item)).toEqual(ofValue('kept'))
    const now = keychainProcesses(keyring)
    expect(now).toHaveLength(1)
    expect(now).not.toContain(before)
  })

  it('is replaced when it has outlived its daemon, without an error', async () => {
    const keyring = await newKeyring()
    const keychain = openKeychain(keyring)
    await keychain.set(item, 'kept')
    await keyring.kill()
    await keyring.unlock()
    expect(await keychain.get(item)).toEqual(ofValue('kept'))
    await keyring.kill()
    await keyring.unlock()
    const both = await Promise.all([keychain.set(item, 'new'), keychain.get(item)])
    expect(both).toEqual([done, ofValue('new')])
  })

  it('ends with the process that started it, also in a call that hangs', async () => {
    const keyring = await newKeyring()
    await keyring.pause()
    const program = fileURLToPath(new URL('support/calling-child.ts', import.meta.url))
    const parent = fork(program, [keychainEntry], { env: keyring.env, execArgv: [] })
    onTestFinished(() => void parent.kill('SIGKILL'))
    await vi.waitUntil(() => keychainProcesses(keyring).length === 2, { timeout: 15_000 })
    // The parent's command line contains the name too.
    await new Promise((resolve) => parent.once('message', resolve))
    parent.kill('SIGKILL')
    await vi.waitUntil(() => keychainProcesses(keyring).length === 0, { timeout: 15_000 })
  })

  it('answers a request that it does not understand, and one too many, without the secret', async () => {
    const keyring = await newKeyring()
    const child = fork(keychainEntry, [], { env: keyring.env, execArgv: [] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const replies: unknown[] = []
    child.on('message', (reply) => replies.push(reply))
    const secret = 'very\0secret'
    for (const junk of [
      null,
      7,
      'get',
      {},
      { id: 0, kind: 'get', ...item },
      { id: 1, kind: 'find' },
    ]) {
      child.send(junk as object)
    }
    child.send({ id: 2, kind: 'set', ...item, value: secret })
    child.send({ id: 3, kind: 'set', ...item, value: 'well', extra: true })
    child.send({ id: 4, kind: 'get', ...item })
    child.send({ id: 5, kind: 'get', ...item })
    await vi.waitUntil(() => replies.length === 10, { timeout: 15_000 })
    const refusals = replies.filter((reply) => !(reply as { ok: boolean }).ok)
    expect(refusals.map((reply) => (reply as { id: number }).id)).toEqual([
      null,
      null,
      null,
      null,
      null,
      1,
      2,
      3,
      5,
    ])
    expect(JSON.stringify(replies)).not.toContain('secret')
    expect(replies).toContainEqual({ ok: true, id: 4, answer: null })
  })
})

describe('a link to a process that does not keep to the agreement', () => {
  it.each([
    ['junk', 'hello'],
    ['an answer to another request', { ok: true, id: 99, answer: null }],
    ['an answer of another kind', { ok: true, id: 1, answer: true }],
  ])('refuses %s', async (_what, message) => {
    let listener: (message: unknown) => void = () => undefined
    const keychain = createKeychain({
      launch: () => ({
        post: () => listener(message),
        onMessage: (received) => {
          listener = received
        },
        onExit: () => undefined,
        kill: () => undefined,
      }),
    })
    expect(await keychain.get(item)).toMatchObject({ error: { kind: 'failed' } })
  })
})

it('answers everything and leaves no process when it is closed', async () => {
  const keyring = await newKeyring()
  const keychain = openKeychain(keyring)
  await keyring.pause()
  const requested = [keychain.get(item), keychain.get(item)]
  await vi.waitUntil(() => keychainProcesses(keyring).length === 1, { timeout: 15_000 })
  await keychain.close()
  await keychain.close()
  const closed = { ok: false, error: { kind: 'failed', detail: 'The keychain was closed.' } }
  expect(await Promise.all([...requested, keychain.probe()])).toEqual([closed, closed, closed])
  expect(keychainProcesses(keyring)).toEqual([])
})
