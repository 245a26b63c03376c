/**
 * A team on PostgreSQL beside the embedded store, in one table: recording, journaling, acts seen by
 * others, alerts taken in, and what happens when a workstation is lost. Every commit is flushed to
 * the disk. The server, the bank and all workstations are on this computer, so the figures are those
 * of one that is far too busy, and of a line without length.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../main/platform/clock.ts'
import { launchInNode } from '../../main/practice/start-practice-bank.ts'
import { practiceKey } from '../../main/store/store-key.ts'
import { storeThread, type StartStoreWorker } from '../../main/store/store-thread.ts'
import { openStore, type Store } from '../../main/store/store.ts'
import { builtPrograms as programs } from '../proofs/harness/controls.ts'
import buildPrograms from '../unit/support/programs/build-programs.ts'
import { quantile } from './support/bench.ts'
import { startDatabases } from './support/databases.ts'
import { alertSender, bodiesOf } from './support/deliveries.ts'
import { measured, openDesk, seenElsewhere, sendOne } from './support/desks.ts'
import { loseWorkstations } from './support/lost-workstations.ts'
import { sized } from './support/size.ts'

interface Figure {
  readonly what: string
  readonly goal: string
  readonly postgres: string
  readonly embedded: string
}

const rounds = sized(3, 1)
const roundMs = sized(1_500, 50)
const payments = sized(60, 1)
const acts = sized(200, 2)
const writers = sized(4, 1)
const crowd = sized(20, 2)
const crowdMs = sized(5_000, 100)
/** So many pairs beside each other, of which each loses a workstation. */
const pairs = sized(6, 1)

const removePrograms = await buildPrograms()
const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
const databases = await startDatabases()
const embedded = storeThread(programs.url('store-worker'))
const shared = (database: string, number: number): StartStoreWorker =>
  storeThread(programs.url('store-worker'), databases.store(database, number))

const times = (all: readonly number[], unit = 'ms'): string => {
  const [middle, most] = [quantile(all, 0.5), quantile(all, 0.95)].map((one) =>
    one < 100 ? one.toFixed(1) : one.toFixed(0),
  )
  return `p50 ${middle ?? ''} ${unit}, p95 ${most ?? ''} ${unit}`
}

const ofStore = { actor: 'ann', kind: 'test.done', subject: 'one', detail: { attempt: 1 } }
/** Names an order that no store has: others look for it as for any. */
const ofOrder = { ...ofStore, kind: 'order.draft-saved', subject: 'none' }

async function openMember(startStoreWorker: StartStoreWorker, file = ''): Promise<Store> {
  const opened = await openStore({ file, key: practiceKey, startStoreWorker, clock: systemClock })
  if (!opened.ok) throw new Error(opened.error.code)
  return opened.value
}

/** Changes a row with its act, once and again until the time is over; returns how long each took. */
async function writing(store: Store, name: string, until: AbortSignal, act = ofStore) {
  const at = systemClock.now().toISOString()
  const row = { name, value: '0', at, actor: 'ann' }
  await store.record(act, (tx) => tx.insertInto('settings').values(row).execute())
  const took: number[] = []
  do {
    const value = String(took.length)
    const askedAt = performance.now()
    await store.record(act, (tx) =>
      tx.updateTable('settings').set({ value }).where('name', '=', name).execute(),
    )
    took.push(performance.now() - askedAt)
  } while (!until.aborted)
  return took
}

async function recordOfOne(): Promise<Figure[]> {
  const [here, alone] = [
    await openMember(shared(await databases.create(), 1)),
    await openMember(embedded, join(folder, 'alone')),
  ]
  const took = { here: [] as number[], alone: [] as number[] }
  for (let round = 0; round < rounds; round += 1)
    for (const [store, all] of [
      [here, took.here],
      [alone, took.alone],
    ] as const)
      all.push(...(await writing(store, `round ${String(round)}`, AbortSignal.timeout(roundMs))))
  await here.close()
  await alone.close()
  return [
    {
      what: 'a record of one workstation',
      goal: 'p95 15 ms',
      postgres: times(took.here),
      embedded: times(took.alone),
    },
  ]
}

async function journalsAndSeenActs(): Promise<Figure[]> {
  const options = ['--calls-per-second=100']
  const bank = await launchInNode(programs.path('practice-bank'), options)()
  const database = await databases.create()
  const journalled = 'order.send-journalled'
  const here = measured(shared(database, 1), journalled)
  const alone = measured(embedded, journalled)
  const desk = await openDesk(bank.controlUrl, here.start, 1)
  const other = await openDesk(bank.controlUrl, shared(database, 2), 2)
  const deskAlone = await openDesk(bank.controlUrl, alone.start)
  for (let payment = 0; payment < payments; payment += 1) {
    await sendOne(desk)
    await sendOne(deskAlone)
  }
  await deskAlone.close()
  const seen = await seenElsewhere(desk, other, acts)
  const stores = await Promise.all(
    Array.from({ length: writers }, (_, at) => openMember(shared(database, at + 3))),
  )
  const over = new AbortController()
  const written = stores.map((store, at) =>
    writing(store, `writer ${String(at)}`, over.signal, ofOrder),
  )
  const seenMeanwhile = await seenElsewhere(desk, other, acts)
  over.abort()
  await Promise.all(written)
  for (const store of stores) await store.close()
  await desk.close()
  await other.close()
  bank.stop()
  await bank.exited
  return [
    {
      what: 'the journal of a sending',
      goal: 'p95 60 ms',
      postgres: times(here.took),
      embedded: times(alone.took),
    },
    {
      what: `an act until the window of another workstation is told, n ${String(acts)}`,
      goal: 'p95 500 ms',
      postgres: times(seen),
      embedded: '',
    },
    {
      what: `the same while ${String(writers)} workstations write without pause`,
      goal: 'p95 500 ms',
      postgres: times(seenMeanwhile),
      embedded: '',
    },
  ]
}

async function recordsOfMany(): Promise<Figure[]> {
  const database = await databases.create()
  const stores: Store[] = []
  for (let number = 1; number <= crowd; number += 1)
    stores.push(await openMember(shared(database, number)))
  const over = AbortSignal.timeout(crowdMs)
  const took = await Promise.all(
    stores.map((store, at) => writing(store, `writer ${String(at)}`, over)),
  )
  for (const store of stores) await store.close()
  const rate = took.flat().length / (crowdMs / 1_000)
  const what = `${String(crowd)} workstations that write without pause`
  return [
    { what: `${what}: records a second`, goal: '100', postgres: rate.toFixed(0), embedded: '' },
    {
      what: `${what}: a record`,
      goal: 'p95 500 ms',
      postgres: times(took.flat()),
      embedded: '',
    },
  ]
}

async function alertsTakenIn(): Promise<Figure[]> {
  const deliver = await alertSender(folder)
  const figures: Figure[] = []
  for (const { size, calls } of [
    { size: 1, calls: sized(3_000, 40) },
    { size: 100, calls: sized(240, 4) },
  ]) {
    const bodies = bodiesOf(calls, size)
    const perSecond = { here: [] as number[], alone: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      const file = join(folder, `alerts-${String(size)}-${String(round)}`)
      const alone = await deliver(bodies, { store: file, isKilled: true })
      perSecond.alone.push(alone.perSecond)
      const team = databases.store(await databases.create(), 1)
      const here = await deliver(bodies, { store: '', team, isKilled: true })
      perSecond.here.push(here.perSecond)
    }
    const [ours, theirs] = [quantile(perSecond.here, 0.5), quantile(perSecond.alone, 0.5)]
    figures.push({
      what: `deliveries acknowledged a second, ${size === 1 ? 'one alert' : `${String(size)} alerts`} each`,
      goal: '0.4 of the embedded store',
      postgres: `${ours.toFixed(0)}; ${(ours / theirs).toFixed(2)}`,
      embedded: theirs.toFixed(0),
    })
  }
  return figures
}

async function lostWorkstations(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [loss, whose] of (
    [
      ['killed', 'a workstation that was killed'],
      ['stopped', 'one that stands still'],
    ] as const
  ).slice(0, sized(2, 1))) {
    const lost = await loseWorkstations(programs, databases, loss, pairs)
    const [takeovers, rescues] = [
      lost.map(({ takeover }) => takeover),
      lost.map(({ rescue }) => rescue),
    ]
    const row = (what: string, goal: string, seconds: readonly number[]): Figure => ({
      what: `${what} of ${whose}, n ${String(seconds.length)}`,
      goal,
      postgres: `median ${quantile(seconds, 0.5).toFixed(1)} s, worst ${Math.max(...seconds).toFixed(1)} s`,
      embedded: '',
    })
    figures.push(row('the duties taken over', '10 s', takeovers))
    figures.push(row('the sending rescued', '45 s', rescues))
  }
  return figures
}

const load = (): string => `load ${loadavg()[0]?.toFixed(1) ?? ''}`
const parts = [
  recordOfOne,
  journalsAndSeenActs,
  recordsOfMany,
  alertsTakenIn,
  lostWorkstations,
] as const
/** Chosen by their names; all without one. */
const chosen = process.argv.slice(2)
const figures: Figure[] = []
for (const part of parts.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
  console.log(`${part.name}, ${load()}`)
  figures.push(...(await part()))
}
await databases.stop()
await rm(folder, { recursive: true, force: true })
await removePrograms()

const columns = ['what', 'goal', 'postgres', 'embedded'] as const
const head = { what: 'what', goal: 'goal', postgres: 'PostgreSQL', embedded: 'embedded store' }
const lines = [head, ...figures]
const widths = columns.map((name) => Math.max(...lines.map((line) => line[name].length)))
for (const line of lines)
  console.log(`| ${columns.map((name, at) => line[name].padEnd(widths[at] ?? 0)).join(' | ')} |`)
