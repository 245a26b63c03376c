/** The vault on a real keyring: stored values, leftovers, and the marker. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createKeychain, probeService, type Keychain } from '../../../../main/profile/keychain.ts'
import { launchKeychainInNode } from '../../../../main/profile/keychain/launch-in-node.ts'
import { chunkBytesFor, createVault, type Vault } from '../../../../main/profile/keychain/vault.ts'
import { startPrivateKeyring, type PrivateKeyring } from './support/private-keyring.ts'
import { newPlace, service, stillClock, tinyChunks, vaultAt, type Place } from './support/vaults.ts'
import { keychainEntry } from '../../support/programs/programs.ts'

const done = { ok: true, value: undefined }
const never = { ok: true, value: null }
const stored = (value: string, generation: number) => ({ ok: true, value: { value, generation } })
const problem = (kind: string) => ({ ok: false, error: { kind } })

/** 450 characters, 600 in base64: ten chunks of 64. */
const long = (letter: string): string => letter.repeat(450)

let keyring: PrivateKeyring
let keychain: Keychain
let place: Place
let vault: Vault

beforeAll(async () => {
  keyring = await startPrivateKeyring()
  keychain = createKeychain({ launch: launchKeychainInNode(keychainEntry, keyring.env) })
})
afterAll(async () => {
  await keychain.close()
  await keyring.stop()
})
beforeEach(() => {
  place = newPlace(tinyChunks)
  vault = vaultAt(keychain, place)
  return async () => {
    await vault.remove()
    expect(await keyring.count(service)).toBe(0)
    expect(await keyring.count(probeService)).toBe(0)
  }
})

const marker = () => JSON.parse(readFileSync(place.markerFile, 'utf8')) as Record<string, unknown>
const writeMarker = (text: string): void => writeFileSync(place.markerFile, text)
const item = (suffix = '') => ({ service, account: place.account + suffix })

describe('a value', () => {
  it.each([
    ['of any script and no script', 'Zürich Ω 漢字 😀 \0 \u0001 \ufeff "\\'],
    ['that is empty', ''],
    ['of 20 KiB, in chunks for Windows', 'x'.repeat(20_480)],
  ])('%s comes back as it was, from one item or many', async (_what, value) => {
    for (const chunkBytes of [chunkBytesFor('linux'), chunkBytesFor('win32'), 512]) {
      const one = vaultAt(keychain, { ...place, chunkBytes })
      expect(await one.write(value)).toEqual(done)
      expect(await vault.read()).toMatchObject({ ok: true, value: { value } })
    }
  })

  it('is one item on macOS and Linux', async () => {
    const one = vaultAt(keychain, { ...place, chunkBytes: chunkBytesFor('darwin') })
    for (const letter of ['a', 'b', 'c']) await one.write(letter.repeat(30_000))
    expect(await keyring.count(service)).toBe(1)
  })

  it('too big for the chunks it may have is refused before anything is written', async () => {
    await vault.write('before')
    expect(await vault.write('x'.repeat(tinyChunks * 128))).toMatchObject(problem('too-big'))
    expect(await vault.read()).toEqual(stored('before', 1))
    expect(marker()).toMatchObject({ begun: [{ generation: 1 }] })
  })

  it('with half a character is refused', async () => {
    expect(await vault.write('\ud800')).toMatchObject(problem('failed'))
    expect(await vault.read()).toEqual(never)
  })

  it('written 50 times at once, through two vaults, is the last', async () => {
    const other = vaultAt(keychain, place)
    const writes = Array.from({ length: 50 }, (_, n) =>
      (n % 2 === 0 ? vault : other).write(`value ${String(n)}, in two chunks of this test`),
    )
    for (const write of await Promise.all(writes)) expect(write).toEqual(done)
    expect(await vault.read()).toEqual(stored('value 49, in two chunks of this test', 50))
  })
})

describe('an older generation', () => {
  it('stays until a start has proven the newer one, and no more than one stays', async () => {
    for (const letter of ['a', 'b', 'c', 'd']) expect(await vault.write(long(letter))).toEqual(done)
    expect(await keyring.count(service)).toBe(1 + 2 * 10)
    expect(await vault.tidy()).toEqual(done)
    expect(await keyring.count(service)).toBe(1 + 10)
    expect(await vault.read()).toEqual(stored(long('d'), 4))
    expect(marker()).toMatchObject({ generation: 4, begun: [{ generation: 4, chunks: 10 }] })
  })

  it('is whole when the manifest goes back to it', async () => {
    await vault.write(long('a'))
    const { value } = (await keychain.get(item())) as { value: string }
    await vault.write(long('b'))
    await keychain.set(item(), value)
    expect(await vault.read()).toEqual(stored(long('a'), 1))
    expect(await vault.write(long('c'))).toEqual(done)
    expect(await vault.read()).toEqual(stored(long('c'), 3))
  })

  it('is kept when the newer one is not complete', async () => {
    await vault.write(long('a'))
    await vault.write(long('b'))
    await keychain.delete(item('.2.3'))
    expect(await vault.tidy()).toEqual({
      ok: false,
      error: { kind: 'corrupt', detail: 'Part 4 of 10 is missing.' },
    })
    expect(await keyring.count(service)).toBe(1 + 10 + 9)
  })
})

describe('what is removed by somebody else', () => {
  it('reads as removed for ever, until something is written', async () => {
    await vault.write(long('a'))
    await keychain.delete(item())
    expect(await vault.read()).toEqual(problem('removed'))
    expect(await vault.tidy()).toEqual(problem('removed'))
    expect(await vault.read()).toEqual(problem('removed'))
    expect(await vault.write('recovered')).toEqual(done)
    expect(await vault.read()).toEqual(stored('recovered', 2))
    expect(await vault.tidy()).toEqual(done)
    expect(await keyring.count(service)).toBe(2)
  })

  it('does not keep a new value from being written when it is damaged', async () => {
    await vault.write(long('a'))
    await keychain.set(item(), 'something else')
    expect(await vault.read()).toMatchObject(problem('corrupt'))
    expect(await vault.write(long('b'))).toEqual(done)
    expect(await vault.read()).toEqual(stored(long('b'), 2))
  })
})

describe('the marker', () => {
  it('holds no secret and is written before the value', async () => {
    await vault.write('the secret value')
    const { account } = place
    const createdAt = stillClock.now().toISOString()
    const begun = [{ generation: 1, chunks: 1 }]
    expect(marker()).toEqual({ format: 1, account, generation: 1, begun, createdAt })
  })

  it('of a first write that never finished means never stored', async () => {
    await vault.write('a')
    writeMarker(JSON.stringify({ ...marker(), generation: null }))
    await keychain.delete(item())
    expect(await vault.read()).toEqual(never)
    expect(await vault.tidy()).toEqual(done)
    expect(await vault.write('b')).toEqual(done)
    expect(await vault.read()).toEqual(stored('b', 2))
  })

  it.each([
    ['that never finished', () => writeMarker(JSON.stringify({ ...marker(), generation: null }))],
    ['that is missing', () => rmSync(place.markerFile)],
    ['that is damaged', () => writeMarker('{')],
  ])('%s is corrected before anybody learns of a stored value', async (_what, damage) => {
    await vault.write(long('a'))
    damage()
    expect(await vault.read()).toEqual(stored(long('a'), 1))
    expect(marker()).toMatchObject({ generation: 1, begun: [{ generation: 1, chunks: 10 }] })
    await keychain.delete(item())
    expect(await vault.read()).toEqual(problem('removed'))
  })

  it.each([
    ['damaged', () => '{'],
    ['of another profile', () => JSON.stringify({ ...marker(), account: 'profile-2' })],
    ['of a later format', () => JSON.stringify({ ...marker(), format: 2 })],
  ])('that is %s is never taken for an absent one', async (_what, text) => {
    await vault.write('a')
    writeMarker(text())
    await keychain.delete(item())
    expect(await vault.read()).toMatchObject(problem('corrupt'))
    expect(await vault.write('b')).toEqual(done)
    expect(await vault.read()).toEqual(stored('b', 1))
  })

  it('that cannot be read or written is a problem and not an absent one', async () => {
    const unreadable = vaultAt(keychain, { ...place, markerFile: dirname(place.markerFile) })
    expect(await unreadable.read()).toMatchObject(problem('failed'))
    const unwritable = vaultAt(keychain, { ...place, markerFile: '/nonexistent/marker.json' })
    expect(await unwritable.write('a')).toMatchObject(problem('failed'))
    expect(await keyring.count(service)).toBe(0)
  })

  it('that came from an older copy of the folder leads to no overwritten part', async () => {
    await vault.write(long('a'))
    const old = JSON.stringify(marker())
    await vault.write(long('b'))
    await vault.write(long('c'))
    writeMarker(old)
    expect(await vault.read()).toEqual(stored(long('c'), 3))
    expect(await vault.write(long('d'))).toEqual(done)
    expect(await vault.read()).toEqual(stored(long('d'), 4))
    // The vault cannot find generation 2, because the marker no longer lists it.
    for (let n = 0; n < 10; n += 1) await keychain.delete(item(`.2.${String(n)}`))
  })
})

describe('removing', () => {
  it('leaves neither items nor a marker, and may be repeated', async () => {
    await vault.write(long('a'))
    await vault.write(long('b'))
    expect(await vault.remove()).toEqual(done)
    expect(await keyring.count(service)).toBe(0)
    expect(() => marker()).toThrow('ENOENT')
    expect(await vault.remove()).toEqual(done)
    expect(await vault.read()).toEqual(never)
  })

  it('that was cut short reads as never stored, and may be finished', async () => {
    await vault.write(long('a'))
    const hung = { ok: false, error: { kind: 'hung' } } as const
    const hanging: Keychain = {
      ...keychain,
      delete: (requested) =>
        requested.account === place.account ? keychain.delete(requested) : Promise.resolve(hung),
    }
    expect(await vaultAt(hanging, place).remove()).toEqual(hung)
    expect(await vault.read()).toEqual(never)
    expect(await keyring.count(service)).toBe(10)
    expect(await vault.remove()).toEqual(done)
  })

  it('takes what a removed manifest has left', async () => {
    await vault.write(long('a'))
    await keychain.delete(item())
    expect(await vault.remove()).toEqual(done)
    expect(await vault.read()).toEqual(never)
  })
})

it.each(['a/b', '', 'a\0', 'x'.repeat(151)])('does not take %j for a name', (account) => {
  const options = { keychain, service, clock: stillClock, markerFile: '', chunkBytes: 1 }
  expect(() => createVault({ ...options, account })).toThrow('Cannot name')
})
