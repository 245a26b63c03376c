/**
 * A migration that is killed at any moment leaves the complete old store or the complete new one,
 * with all its data and an unbroken audit chain. The next start finishes the migration.
 */
import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { verifyChain } from '../../main/store/hash-chain.ts'
import { identify } from '../../main/store/sqlite/file-header.ts'
import type { Store } from '../../main/store/store.ts'
import {
  act,
  auditEntries,
  copyAsCrashed,
  fakeScript,
  newStorePath,
  open,
  later,
  newest,
} from '../unit/store/stores.ts'
import { sizes } from './sizes.ts'
import { startChild } from './store/child.ts'
import { seeded } from '../unit/support/seeded.ts'
import { temporaryFolder } from './store/temporary-folder.ts'
import { storeThread } from '../../main/store/store-thread.ts'
import { buildSteps, type BuildStep } from '../../main/store/sqlite/restore-file.ts'

const { migrationKills: wantedKills } = sizes.store
const seed = 20_261_123
const rows = 3_000
const valueLength = 1_200
const laterWorker = fakeScript({ version: 'later' })

const templates = temporaryFolder()

/** A store of several megabytes as a crash would leave it: its last rows are in the log only. */
async function makeTemplate(): Promise<string> {
  const file = newStorePath()
  const store = await open(file)
  await fill(store, 0, rows - 50)
  await store.close()
  const again = await open(file)
  await fill(again, rows - 50, rows)
  const template = copyAsCrashed(file, templates.path)
  await again.close()
  return template
}

let template: Promise<string> | undefined
const freshCopy = async (): Promise<string> => copyAsCrashed(await (template ??= makeTemplate()))

async function fill(store: Store, from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += 50) {
    await store.record(act(`rows from ${String(start)}`), async (tx) => {
      const values = Array.from({ length: 50 }, (_, index) => ({
        name: `row-${String(start + index)}`,
        value: JSON.stringify('v'.repeat(valueLength)),
        at: 'now',
        actor: 'operator-1',
      }))
      await tx.insertInto('settings').values(values).execute()
    })
  }
}

function versionOf(file: string): number {
  const identity = identify(file)
  if (identity.kind !== 'store') throw new Error(`there is no store: ${identity.kind}`)
  return identity.version
}

/** Opens a store with the program of a version, by default its own, and expects all data. */
async function expectWhole(file: string, version = versionOf(file)): Promise<void> {
  const migrated = version === later
  const store = migrated ? await open(file, { worker: storeThread(laterWorker) }) : await open(file)
  const entries = await auditEntries(store)
  expect(verifyChain(entries)).toMatchObject({ ok: true })
  expect(entries.filter(({ kind }) => kind === 'setting.changed')).toHaveLength(rows / 50)
  expect(entries.filter(({ kind }) => kind === 'store.migrated')).toHaveLength(migrated ? 1 : 0)
  expect(await summary(store, migrated)).toEqual({ count: rows, length: rows * (valueLength + 2) })
  await store.close()
  expect(versionOf(file)).toBe(version)
}

/** Number of rows and their total length; the later version has stored the length of each. */
const summary = (store: Store, migrated: boolean) =>
  store.read
    .selectFrom('settings')
    .select([
      sql<number>`count(DISTINCT name)`.as('count'),
      sql<number>`sum(${sql.raw(migrated ? 'measured' : 'length(value)')})`.as('length'),
    ])
    .executeTakeFirstOrThrow()

/** After a kill: complete as it is, then migrated by the next start, without leftovers. */
async function expectRecovery(file: string): Promise<void> {
  await expectWhole(file)
  await expectWhole(file, later)
  expect(readdirSync(dirname(file)).sort()).toEqual([
    'store.db',
    `store.db.before-${newest}`,
    'store.db.lock',
  ])
}

describe('killed at the step', () => {
  const replaced = (step: BuildStep): boolean => step === 'replaced'

  it.each(buildSteps)('%s, the store is whole', async (step) => {
    const file = await freshCopy()
    const worker = fakeScript({ version: 'later', dieAt: step })
    const child = startChild('store-migrating', [file, worker.href])
    await child.ended
    expect(child.lines).toEqual(['opening'])
    expect(versionOf(file)).toBe(replaced(step) ? later : newest)
    await expectRecovery(file)
    await expectWhole(`${file}.before-${newest}`, newest)
  })

  it.each(buildSteps.filter((step) => !step.startsWith('old-')))(
    '%s of its creation, the store is absent or whole',
    async (step) => {
      const file = newStorePath()
      const child = startChild('store-migrating', [file, fakeScript({ dieAt: step }).href])
      await child.ended
      expect(child.lines).toEqual(['opening'])
      expect(existsSync(file)).toBe(replaced(step))
      const store = await open(file)
      expect(await auditEntries(store)).toMatchObject([{ seq: 1, kind: 'store.created' }])
      await store.close()
      expect(readdirSync(dirname(file)).sort()).toEqual(['store.db', 'store.db.lock'])
    },
  )
})

const saying = fakeScript({ version: 'later', sayingSteps: true })

/**
 * Returns how long an undisturbed migration takes here, from its first step to the opened store.
 */
async function durationMs(): Promise<number> {
  const child = startChild('store-migrating', [await freshCopy(), saying.href])
  await child.printed('step begun')
  const start = performance.now()
  await child.printed('opened')
  const duration = performance.now() - start
  await child.ended
  return duration
}

/** Kills a migration after that time; returns whether it was still running. */
async function killedAfter(file: string, momentMs: number): Promise<boolean> {
  const child = startChild('store-migrating', [file, saying.href])
  await child.printed('step begun')
  await setTimeout(momentMs)
  await child.kill()
  return !child.lines.includes('opened')
}

it(`is whole after each of ${String(wantedKills)} kills inside a migration`, async () => {
  const random = seeded(seed)
  // The first one has a cold cache.
  const fullMs = Math.min(await durationMs(), await durationMs())
  let landed = 0
  for (let attempt = 0; landed < wantedKills; attempt += 1) {
    if (attempt === wantedKills * 3) throw new Error(`only ${String(landed)} kills landed inside`)
    const file = await freshCopy()
    if (await killedAfter(file, random() * fullMs)) landed += 1
    await expectRecovery(file)
  }
})

it('finds a store in pieces after a kill in a migration that changes it in place, so that the proof can fail', async () => {
  const file = await freshCopy()
  const child = startChild('store-migrating', [file, 'in-place'])
  await child.ended
  expect(child.lines).toEqual(['opening'])
  await expect(expectRecovery(file)).rejects.toThrow('no such table: settings')
})
