/**
 * One row changed with its act, flushed to the disk: one member on each engine in turn, then 8 and 20
 * members of a PostgreSQL store without pause, each with a connection of its own.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../main/platform/clock.ts'
import { connectEngine } from '../../main/store/postgres/postgres-engine.ts'
import { practiceKey } from '../../main/store/store-key.ts'
import { jobContextOn } from '../../main/store/store-server.ts'
import { storeThread } from '../../main/store/store-thread.ts'
import { openStore, type Store } from '../../main/store/store.ts'
import { startPostgres, template } from '../postgres/server.ts'
import { report } from './support/bench.ts'

const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
const roundMs = 1_000
const rounds = 3
const membersMs = 4_000
const members = Array.from({ length: 20 }, (_, member) => `member ${member}`)
const act = { actor: 'ann', kind: 'test.done', subject: 'one', detail: { attempt: 1 } }

async function opened(file: string, worker: string): Promise<Store> {
  const startStoreWorker = storeThread(new URL(worker, import.meta.url))
  const store = await openStore({ file, key: practiceKey, startStoreWorker, clock: systemClock })
  if (!store.ok) throw new Error(store.error.code)
  const at = systemClock.now().toISOString()
  const values = members.map((name) => ({ name, value: '0', at, actor: 'ann' }))
  await store.value.record(act, (tx) => tx.insertInto('settings').values(values).execute())
  return store.value
}

/** Repeats `work` for so long, and returns how long each took. */
async function repeated(ms: number, work: (time: number) => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  const until = performance.now() + ms
  for (let now = performance.now(); now < until; now = performance.now()) {
    await work(took.length)
    took.push(performance.now() - now)
  }
  return took
}

const recorded = (store: Store) => (time: number) =>
  store.record(act, (tx) =>
    tx
      .updateTable('settings')
      .set({ value: String(time) })
      .where('name', '=', 'member 0')
      .execute(),
  )

const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
const server = await startPostgres(tmpdir(), durable)
if (!server) throw new Error('PostgreSQL is not installed (Debian: postgresql)')
const { host, user } = server
process.env['COUNTERSIGN_BENCH_SOCKET'] = host
const file = join(folder, 'practice.countersign')
const embedded = await opened(file, '../../main/session/store-worker.ts')
const shared = await opened(file, './support/postgres-worker.ts')
const took = { embedded: [] as number[], shared: [] as number[] }
for (let round = 0; round < rounds; round += 1) {
  took.embedded.push(...(await repeated(roundMs, recorded(embedded))))
  took.shared.push(...(await repeated(roundMs, recorded(shared))))
}
report('a record, embedded store', took.embedded, 'ms')
report('a record, PostgreSQL', took.shared, 'ms', 'p95 15 ms')
await embedded.close()
await shared.close()

const update = 'UPDATE settings SET value = ? WHERE name = ?'
for (const count of [8, 20]) {
  const engines = await Promise.all(
    members.slice(0, count).map(async (name) => ({
      name,
      engine: await connectEngine({ host, user, database: template }, { workstation: name }),
    })),
  )
  const start = performance.now()
  const all = await Promise.all(
    engines.map(({ name, engine }) => {
      const job = jobContextOn(engine)
      const at = systemClock.now().toISOString()
      return repeated(membersMs, (time) =>
        job.transact(act, at, () => job.run(update, String(time), name)),
      )
    }),
  )
  const seconds = (performance.now() - start) / 1_000
  const goal = count === 20 ? 'p95 500 ms' : ''
  report(`a record of ${count} members without pause`, all.flat(), 'ms', goal)
  const rate = all.flat().length / seconds
  report(`records a second of ${count} members`, [rate], '', count === 20 ? '100' : '')
  for (const { engine } of engines) await engine.close()
}
await server.stop()
await rm(folder, { recursive: true, force: true })
