/**
 * 1,000,000 stored alerts: the first page with its count, a page from the middle, for each filter,
 * for searches and for several together; also the cost of one alert, of the head of the screen and
 * of an export of the longest list. `STORE=postgres`: the same in a PostgreSQL store.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../main/platform/clock.ts'
import { newId } from '../../main/platform/identifiers.ts'
import { practiceKey } from '../../main/store/store-key.ts'
import { openStore, type Store } from '../../main/store/store.ts'
import { exportAlerts } from '../../main/alerts/reading/alert-export.ts'
import { createAlertIntake } from '../../main/alerts/intake/alert-intake.ts'
import {
  countAlerts,
  pageOfAlerts,
  summaryOf,
  type AlertFilter,
} from '../../main/alerts/alerts.records.ts'
import { createAlertsService } from '../../main/alerts/reading/alerts.service.ts'
import { report } from './support/bench.ts'
import { connectTo, startPostgres, template } from '../postgres/server.ts'
import { fakeAlert, fillDatabaseWithAlerts, fillWithAlerts } from './support/many-alerts.ts'
import { storeThread } from '../../main/store/store-thread.ts'
import { sized } from './support/size.ts'

const alerts = Number(process.env['ALERTS'] ?? sized(1_000_000, 1_000))
const server = process.env['STORE'] === 'postgres' ? await startPostgres(tmpdir()) : undefined
if (server) process.env['COUNTERSIGN_BENCH_SOCKET'] = server.host
const goal = server ? 'p95 at most 150 ms' : 'p95 at most 50 ms'
const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
const file = join(folder, 'practice.countersign')
const open = async (): Promise<Store> => {
  const script = server ? './support/postgres-worker.ts' : '../../main/session/store-worker.ts'
  const startStoreWorker = storeThread(new URL(script, import.meta.url))
  const opened = await openStore({ file, key: practiceKey, startStoreWorker, clock: systemClock })
  if (!opened.ok) throw new Error(opened.error.code)
  return opened.value
}
const all: number[] = []
async function measured(what: string, times: number, work: () => Promise<unknown>): Promise<void> {
  const took: number[] = []
  for (let i = 0; i < times; i += 1) {
    const start = performance.now()
    await work()
    took.push(performance.now() - start)
  }
  report(what, took, 'ms')
  all.push(...took)
}

await (await open()).close()
const start = performance.now()
if (server) {
  const database = await connectTo(server, template)
  await fillDatabaseWithAlerts(database, alerts)
  await database.end()
} else {
  fillWithAlerts(file, alerts)
  report('the store', [(await stat(file)).size / 1e6], 'MB')
}
report(`${String(alerts)} alerts written`, [(performance.now() - start) / 1000], 's')
const store = await open()

const everything: AlertFilter = {
  search: '',
  kind: null,
  status: null,
  account: null,
  mark: null,
  incomingCredits: false,
  from: null,
  to: null,
}
const some = fakeAlert(Math.floor(alerts / 2))
const hour = { from: some.at, to: new Date(Date.parse(some.at) + 3_600_000).toISOString() }
const month = { from: some.at, to: new Date(Date.parse(some.at) + 30 * 86_400_000).toISOString() }
const questions: readonly (readonly [string, Partial<AlertFilter>])[] = [
  ['everything', {}],
  ['ACH', { kind: 'ach' }],
  ['RTP', { kind: 'rtp' }],
  ['a status', { status: 'RETURNED' }],
  ['a status of ACH', { kind: 'ach', status: 'SETTLED' }],
  ['a status that the kind never has', { kind: 'ach', status: 'COMPLETED' }],
  ['an account of ours', { account: '001000200031' }],
  ['an account of theirs', { account: some.other }],
  ['the last four of an account of ours', { account: '0031' }],
  ['the last four of one of theirs', { account: some.other.slice(-4) }],
  ['alarms', { mark: 'conflict' }],
  ['alarms of ACH', { mark: 'conflict', kind: 'ach' }],
  ['repeats', { mark: 'repeats' }],
  ['old codes', { mark: 'old-code' }],
  ['incomplete', { mark: 'incomplete' }],
  ['unlisted', { mark: 'unlisted' }],
  ['incoming credits', { incomingCredits: true }],
  ['an hour', hour],
  ['a month', month],
  ['a month of one status', { ...month, status: 'SETTLED' }],
  [
    'a month of an account of ours, settled',
    { ...month, account: '1000200031', status: 'SETTLED' },
  ],
  ['a month, a name', { ...month, search: some.party }],
  ['a guid', { search: some.guid }],
  ['a reference', { search: some.reference ?? '' }],
  ['the beginning of every reference', { search: '0910' }],
  ['all but the end of a reference', { search: '091000010' }],
  ['a name', { search: 'margaret alder' }],
  ['beginnings of a name', { search: 'marg ald' }],
  ['two letters', { search: 'ma' }],
  ['one letter', { search: 'm' }],
  ['a word of every alert', { search: 'mill' }],
  ['three words of every alert', { search: 'mill street foods' }],
  ['an amount', { search: some.amount }],
  ['four digits', { search: '0031' }],
  ['a whole account of ours', { search: '1000200031' }],
  [
    'a word of every alert, returned, unlisted',
    { search: 'mill', status: 'RETURNED', mark: 'unlisted' },
  ],
  ['a name, ACH, settled', { search: 'alder supply', kind: 'ach', status: 'SETTLED' }],
  [
    'a name, an account of ours, incoming',
    { search: 'alder', account: '1000200031', incomingCredits: true },
  ],
  [
    'a word of every alert that is not there together',
    { search: 'mill', kind: 'ach', status: 'SENT' },
  ],
  ['what is nowhere', { search: 'nowhere at all' }],
]
const rounds = sized(10, 1)
const firstRange = performance.now()
await pageOfAlerts(store, { ...everything, ...hour }, { below: null, limit: 100 })
report('the first time range of a run', [performance.now() - firstRange], 'ms', '100 ms')
for (const [what, part] of questions) {
  const filter = { ...everything, ...part }
  await measured(`first page and count: ${what}`, rounds, async () => {
    const rows = await pageOfAlerts(store, filter, { below: null, limit: 100 })
    if (rows.length > 100) await countAlerts(store, filter)
  })
}
report('first page and count: all questions together', all, 'ms', goal)
all.length = 0
for (const [what, part] of questions) {
  const filter = { ...everything, ...part }
  await measured(`a page from the middle: ${what}`, rounds, () =>
    pageOfAlerts(store, filter, { below: Math.floor(alerts / 2), limit: 100 }),
  )
}
report('a page from the middle: all questions together', all, 'ms', goal)
await measured('the head of the screen', rounds, () => summaryOf(store))

// The newest alerts, whose deliveries have their real bodies.
const newest = await pageOfAlerts(store, everything, { below: null, limit: 100 })
const intake = createAlertIntake({
  store,
  clock: systemClock,
  newId,
  changed: () => undefined,
  report: (where, problem) => {
    throw new Error(where, { cause: problem })
  },
})
const service = createAlertsService({ store, intake, clock: systemClock })
let next = 0
await measured('one alert, its accounts masked', newest.length, async () => {
  const found = await service.get(newest[next++ % newest.length]?.id ?? '')
  if (!found.ok) throw new Error(found.error.code)
})
const exportStart = performance.now()
const { alerts: exported } = await exportAlerts(store, { ...everything, inFull: false })
const exportSeconds = (performance.now() - exportStart) / 1000
report(`an export of ${String(exported)} alerts`, [exportSeconds], 's')
await store.close()
await server?.stop()
await rm(folder, { recursive: true, force: true })
