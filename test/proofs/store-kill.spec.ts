/**
 * Promise P9, and the basis of P1: everything that the store has confirmed survives a kill at any
 * moment, and its audit chain holds. Every run kills the same store again.
 */
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { verifyChain } from '../../main/store/hash-chain.ts'
import { auditEntries, newStorePath, open, refusal, settingNames } from '../unit/store/stores.ts'
import { sizes } from './sizes.ts'
import { startChild, type Child } from './store/child.ts'
import { inFlight } from './store/recorded.ts'
import { seeded } from '../unit/support/seeded.ts'

const { kills } = sizes.store
const seed = 20_261_123

const reports = (child: Child, kind: string): string[] =>
  child.lines
    .filter((line) => line.startsWith(`${kind} `))
    .map((line) => line.slice(kind.length + 1))

/**
 * Lets a child record as many settings as the seed decides, and a moment longer, then kills it.
 * Every third is killed while it opens the store that the previous kill left.
 */
async function killedRun(file: string, run: number, random: () => number): Promise<Child> {
  const child = startChild('store-recording', [file, String(run)])
  const isOpening = run % 3 === 0
  // By count and not by time, because a busy computer records little in a moment.
  await child.printed(
    isOpening ? 'opening' : `stored ${String(run)}/${String(1 + Math.floor(random() * 40))}`,
  )
  await setTimeout(random() * (isOpening ? 120 : 10))
  await child.kill()
  return child
}

it(`has exactly the acknowledged rows through ${String(kills)} kills`, async () => {
  const file = newStorePath()
  const random = seeded(seed)
  const present = new Set<string>()
  let acknowledged = 0

  for (let run = 1; run <= kills; run += 1) {
    const child = await killedRun(file, run, random)
    const [tried, stored] = [reports(child, 'trying'), reports(child, 'stored')]
    const store = await open(file)
    const names = await settingNames(store)
    const entries = await auditEntries(store)
    await store.close()

    const added = names.filter((name) => !present.has(name))
    expect(added).toEqual(expect.arrayContaining(stored))
    expect(tried).toEqual(expect.arrayContaining(added))
    expect(added.length - stored.length).toBeLessThanOrEqual(inFlight)
    expect(names.length).toBe(present.size + added.length)
    expect(verifyChain(entries)).toMatchObject({ ok: true, value: { seq: names.length + 1 } })
    expect(
      entries
        .slice(1)
        .map(({ subject }) => subject)
        .sort(),
    ).toEqual([...names].sort())
    for (const name of added) present.add(name)
    acknowledged += stored.length
  }
  expect(acknowledged).toBeGreaterThan(kills * inFlight)
})

it('loses rows that are acknowledged too early, so that the proof can fail', async () => {
  const file = newStorePath()
  const child = startChild('store-recording', [file, 'first', 'too-early'])
  await child.printed('stored first/20')
  await child.kill()
  const store = await open(file)
  expect(await settingNames(store)).not.toEqual(expect.arrayContaining(reports(child, 'stored')))
})

it('refuses a second process while the first works on, and lets it in once that is killed', async () => {
  const file = newStorePath()
  const child = startChild('store-recording', [file, 'first'])
  await child.printed('stored')
  expect(await refusal(file)).toEqual({ code: 'store-in-use' })
  const before = reports(child, 'stored').length
  await child.printed(`stored first/${String(before + 20)}`)
  await child.kill()

  const store = await open(file)
  expect((await settingNames(store)).length).toBeGreaterThanOrEqual(before + 20 - inFlight)
  expect(verifyChain(await auditEntries(store))).toMatchObject({ ok: true })
})
