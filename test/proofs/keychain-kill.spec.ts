/**
 * A profile's secrets survive a kill at any moment of a write: of the writing program, of the
 * keychain process, at every step and at moments that a seed decides. A later read returns the
 * complete old value or the complete new one, never nothing, a mixture, or a first start.
 */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../main/platform/clock.ts'
import { createKeychain, type Keychain } from '../../main/profile/keychain.ts'
import type { KeychainProcess } from '../../main/profile/keychain-launcher.ts'
import { launchKeychainInNode } from '../../main/profile/keychain/launch-in-node.ts'
import { createVault, type Vault } from '../../main/profile/keychain/vault.ts'
import {
  startPrivateKeyring,
  type PrivateKeyring,
} from '../unit/profile/keychain/support/private-keyring.ts'
import { withOneGeneration, withSteps, type AtStep } from './keychain/steps.ts'
import { chunkBytes, valueOf } from './keychain/values.ts'
import type { WritingJob } from './keychain/writing-child.ts'
import { sizes } from './sizes.ts'
import { startChild, type Child } from './store/child.ts'
import { seeded } from '../unit/support/seeded.ts'
import { temporaryFolder } from './store/temporary-folder.ts'
import { keychainEntry } from '../unit/support/programs/programs.ts'

const { programKills: randomProgramKills, processKills: randomProcessKills } = sizes.keychain
const seed = 20_261_121

const folder = temporaryFolder()
let keyring: PrivateKeyring
let keychain: Keychain

beforeAll(async () => {
  keyring = await startPrivateKeyring()
  keychain = createKeychain({ launch: launchKeychainInNode(keychainEntry, keyring.env) })
})
afterAll(async () => {
  await keychain.close()
  await keyring.stop()
})

const markerFileOf = (account: string): string => join(folder.path, `${account}.json`)
/** A separate service for each account, so that its leftovers can be counted. */
const serviceOf = (account: string): string => `Countersign proof ${account}`
const vaultOf = (account: string, through = keychain): Vault =>
  createVault({
    keychain: through,
    service: serviceOf(account),
    account,
    markerFile: markerFileOf(account),
    chunkBytes,
    clock: systemClock,
  })

/**
 * Starts a program that writes, and kills itself if the job says so. Resolves when the program and
 * its keychain process are gone.
 */
function startWriting(
  account: string,
  job: Pick<WritingJob, 'from' | 'count' | 'killAt' | 'isOverwriting'>,
): Child {
  const { env } = keyring
  const service = serviceOf(account)
  const whole: WritingJob = { env, service, account, markerFile: markerFileOf(account), ...job }
  return startChild('keychain-writing', [JSON.stringify(whole)])
}

const numbers = (child: Child, verb: string): number[] =>
  child.lines
    .filter((line) => line.startsWith(`${verb} `))
    .map((line) => Number(line.split(' ')[1]))

async function read(vault: Vault): Promise<string | null> {
  const found = await vault.read()
  if (!found.ok) throw new Error(JSON.stringify(found.error))
  return found.value?.value ?? null
}

/** Writes `number` and returns how many requests that took. */
async function stepsOf(
  account: string,
  number: number,
  through = (one: Keychain): Keychain => one,
): Promise<number> {
  let steps = 0
  const counted = withSteps(keychain, (_moment, step) => {
    steps = step
  })
  expect(await vaultOf(account, through(counted)).write(valueOf(number))).toMatchObject({
    ok: true,
  })
  return steps
}

/**
 * Leaves a vault whose next write is the first with an old generation to remove; returns the last
 * number.
 */
async function writeTwice(account: string): Promise<number> {
  await stepsOf(account, 1)
  await stepsOf(account, 2)
  return 2
}

const everyStep = (steps: number): NonNullable<WritingJob['killAt']>[] =>
  Array.from({ length: steps }, (_, n) => n + 1).flatMap((step) => [
    { moment: 'before', step },
    { moment: 'after', step },
  ])

/** No items are left but those of the stored value. */
async function expectNothingElse(account: string): Promise<void> {
  const vault = vaultOf(account)
  const before = await read(vault)
  expect(await vault.tidy()).toMatchObject({ ok: true })
  expect(await read(vault)).toBe(before)
  expect(await vault.remove()).toMatchObject({ ok: true })
  expect(await keyring.count(serviceOf(account))).toBe(0)
}

it('keeps the old value or the new through a kill of the program at every step', async () => {
  const account = 'every-step'
  let current = await writeTwice(account)
  const seen = new Set<string>()
  const steps = await stepsOf(account, (current += 1))
  for (const killAt of everyStep(steps)) {
    const next = current + 1
    const child = startWriting(account, { from: next, count: 1, killAt })
    await child.ended
    expect(numbers(child, 'stored')).toEqual([])
    const found = await read(vaultOf(account))
    expect([valueOf(current), valueOf(next)]).toContain(found)
    seen.add(found === valueOf(next) ? 'new' : 'old')
    expect(await vaultOf(account).write(valueOf(next))).toMatchObject({ ok: true })
    expect(await read(vaultOf(account))).toBe(valueOf(next))
    current = next
  }
  expect(seen.size).toBe(2)
  await expectNothingElse(account)
})

it('takes a first write that was killed at any step for no write, or has its value', async () => {
  const steps = await stepsOf('first-write', 1)
  await vaultOf('first-write').remove()
  const seen = new Set<string | null>()
  for (const killAt of everyStep(steps)) {
    const account = `first-write-${killAt.moment}-${String(killAt.step)}`
    const child = startWriting(account, { from: 1, count: 1, killAt })
    await child.ended
    expect(numbers(child, 'trying')).toEqual([1])
    expect(numbers(child, 'stored')).toEqual([])
    const found = await read(vaultOf(account))
    expect([null, valueOf(1)]).toContain(found)
    seen.add(found)
    expect(await vaultOf(account).write(valueOf(2))).toMatchObject({ ok: true })
    expect(await read(vaultOf(account))).toBe(valueOf(2))
    await expectNothingElse(account)
  }
  expect(seen.size).toBe(2)
})

it(`keeps the old value or the new through ${String(randomProgramKills)} kills of the program`, async () => {
  const account = 'program'
  const random = seeded(seed)
  await stepsOf(account, 0)
  let next = 1
  let stored = 0
  for (let run = 0; run < randomProgramKills; run += 1) {
    const child = startWriting(account, { from: next, count: 1_000 })
    // Every third is killed during its first write, which also starts its keychain process.
    await child.printed(run % 3 === 0 ? 'trying' : 'stored')
    await setTimeout(random() * 250)
    await child.kill()
    const last = numbers(child, 'stored').at(-1) ?? next - 1
    const tried = numbers(child, 'trying').at(-1) ?? last
    const found = await read(vaultOf(account))
    expect([valueOf(last), valueOf(tried)]).toContain(found)
    // The new value may have been written without a confirmation; then it is now the old one.
    if (found !== valueOf(tried)) {
      expect(await vaultOf(account).write(valueOf(tried))).toMatchObject({ ok: true })
    }
    if (run % 5 === 0) expect(await vaultOf(account).tidy()).toMatchObject({ ok: true })
    stored += last - next + 1
    next = tried + 1
  }
  expect(stored).toBeGreaterThan(randomProgramKills / 2)
  await expectNothingElse(account)
})

/** A keychain in this program whose process can be killed. */
function killable(): { readonly keychain: Keychain; readonly kill: () => void } {
  const launch = launchKeychainInNode(keychainEntry, keyring.env)
  let latest: KeychainProcess | undefined
  const opened = createKeychain({
    launch: () => {
      latest = launch()
      return latest
    },
  })
  return { keychain: opened, kill: () => latest?.kill() }
}

/**
 * Writes values one after another while `disturb` may kill, and reads after each; returns how many
 * writes failed.
 */
async function writeDisturbed(
  account: string,
  times: number,
  disturb: (run: number, kill: () => void) => AtStep,
): Promise<number> {
  const { keychain: killed, kill } = killable()
  let failed = 0
  let current = valueOf(0)
  for (let run = 1; run <= times; run += 1) {
    // Makes sure that the process is running when the write starts.
    await killed.probe()
    const next = valueOf(run)
    const written = await vaultOf(account, withSteps(killed, disturb(run, kill))).write(next)
    const found = await read(vaultOf(account))
    expect(written.ok ? [next] : [current, next]).toContain(found)
    if (!written.ok) expect(written.error.kind).toBe('failed')
    failed += written.ok ? 0 : 1
    current = found ?? ''
  }
  await killed.close()
  return failed
}

it('keeps the old value or the new through a kill of the keychain process in every request', async () => {
  const account = 'every-request'
  await writeTwice(account)
  const steps = await stepsOf(account, 0)
  const failed = await writeDisturbed(account, steps, (run, kill) => (moment, step) => {
    if (moment === 'before' && step === run) setImmediate(kill)
  })
  expect(failed).toBeGreaterThan(steps / 2)
  await expectNothingElse(account)
})

it(`keeps the old value or the new through ${String(randomProcessKills)} kills of the keychain process`, async () => {
  const account = 'process'
  const random = seeded(seed + 1)
  await stepsOf(account, 0)
  const failed = await writeDisturbed(
    account,
    randomProcessKills,
    (_run, kill) => (moment, step) => {
      if (moment === 'before' && step === 1) globalThis.setTimeout(kill, random() * 60)
    },
  )
  expect(failed).toBeGreaterThan(randomProcessKills / 4)
  await expectNothingElse(account)
})

it('finds neither the old value nor the new where a write goes over the items of the value before, so that the proof can fail', async () => {
  const account = 'overwriting'
  const vault = vaultOf(account, withOneGeneration(keychain))
  await stepsOf(account, 1, withOneGeneration)
  const steps = await stepsOf(account, 2, withOneGeneration)
  const wholeAfter = async (killAt: NonNullable<WritingJob['killAt']>): Promise<boolean> => {
    await startWriting(account, { from: 3, count: 1, killAt, isOverwriting: true }).ended
    const found = await vault.read()
    return found.ok && [valueOf(2), valueOf(3)].includes(found.value?.value ?? '')
  }
  let isWhole = true
  for (const killAt of everyStep(steps)) isWhole &&= await wholeAfter(killAt)
  expect(isWhole).toBe(false)
})
