/**
 * A keychain service that stops answering delays its caller only: the caller gets an answer within
 * eleven seconds, and main reads files at its usual speed meanwhile. Real deadline, real service.
 */
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createKeychain, keychainDeadlineMs } from '../../main/profile/keychain.ts'
import { launchKeychainInNode } from '../../main/profile/keychain/launch-in-node.ts'
import { newKeyring, newPlace, vaultAt } from '../unit/profile/keychain/support/vaults.ts'
import { temporaryFolder } from './store/temporary-folder.ts'
import { keychainEntry } from '../unit/support/programs/programs.ts'

const folder = temporaryFolder()

/** Reads a file repeatedly until `ended`; returns the 99th percentile in milliseconds. */
async function slowestReadingMs(file: string, ended: Promise<unknown>): Promise<number> {
  const stop = new AbortController()
  void ended.finally(() => stop.abort())
  const times: number[] = []
  while (!stop.signal.aborted) {
    const startedMs = performance.now()
    await readFile(file)
    times.push(performance.now() - startedMs)
    await setTimeout(10)
  }
  expect(times.length).toBeGreaterThan(200)
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? Infinity
}

it('answers within 11 seconds of a hang, and does not delay the reading of files', async () => {
  const keyring = await newKeyring()
  const keychain = createKeychain({ launch: launchKeychainInNode(keychainEntry, keyring.env) })
  onTestFinished(() => keychain.close())
  const vault = vaultAt(keychain, newPlace())
  await vault.write('the key')
  const file = join(folder.path, 'file')
  writeFileSync(file, 'x'.repeat(65_536))
  // Measures the current load of this machine, which is not the keychain's.
  const quietMs = await slowestReadingMs(file, setTimeout(5_000))

  await keyring.pause()
  const startedMs = performance.now()
  // More than the library's thread pool.
  const requested = Promise.all(Array.from({ length: 8 }, () => keychain.probe()))
  const reading = vault.read()
  const slowestMs = await slowestReadingMs(file, Promise.all([requested, reading]))
  const tookMs = performance.now() - startedMs
  process.stdout.write(
    `keychain hang: reported after ${tookMs.toFixed(0)} ms; reading a file p99 ${slowestMs.toFixed(1)} ms, quiet ${quietMs.toFixed(1)} ms\n`,
  )

  expect(await reading).toEqual({ ok: false, error: { kind: 'hung' } })
  for (const probed of await requested)
    expect(probed).toEqual({ ok: false, error: { kind: 'hung' } })
  expect(tookMs).toBeGreaterThan(keychainDeadlineMs(process.platform) - 100)
  expect(tookMs).toBeLessThan(11_000)
  expect(slowestMs).toBeLessThan(Math.max(50, 4 * quietMs))

  await keyring.resume()
  expect(await vault.read()).toMatchObject({ ok: true, value: { value: 'the key' } })
})
