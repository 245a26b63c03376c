/**
 * The global search over 1,000,000 alerts, 100,000 entries and 20,000 payments at once: each kind
 * of query, and the related records of one record of each kind.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../main/platform/clock.ts'
import { createSearchService } from '../../main/workplace/search/search.service.ts'
import { practiceKey } from '../../main/store/store-key.ts'
import { openStore, type Store } from '../../main/store/store.ts'
import { report } from './support/bench.ts'
import { bigStore, fillBigStore } from './support/big-store.ts'
import { fakeAlert } from './support/many-alerts.ts'
import { storeThread } from '../../main/store/store-thread.ts'
import { sized } from './support/size.ts'

const alerts = Number(process.env['ALERTS'] ?? bigStore.alerts)
const rounds = sized(10, 1)
const goal = 'p95 at most 50 ms'
const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
const file = join(folder, 'practice.countersign')
const open = async (): Promise<Store> => {
  const startStoreWorker = storeThread(
    new URL('../../main/session/store-worker.ts', import.meta.url),
  )
  const opened = await openStore({ file, key: practiceKey, startStoreWorker, clock: systemClock })
  if (!opened.ok) throw new Error(opened.error.code)
  return opened.value
}

await (await open()).close()
const start = performance.now()
fillBigStore(file, { ...bigStore, alerts })
report('written', [(performance.now() - start) / 1000], 's')
report('the store', [(await stat(file)).size / 1e6], 'MB')
const store = await open()
const workstation = createSearchService({ store })

const some = fakeAlert(Math.floor(alerts / 2))
const sent = await store.read
  .selectFrom('orders')
  .select(['reference', 'transaction_id'])
  .where('transaction_id', 'is not', null)
  .orderBy('created_at')
  .offset(sized(5_000, 0))
  .limit(1)
  .executeTakeFirstOrThrow()
const questions: readonly (readonly [string, string])[] = [
  ['a reference of a payment', sent.reference],
  ['the beginning of all references', 'cs0'],
  ['a transaction id', sent.transaction_id ?? ''],
  ['a trace number of an entry', `09100002${String(bigStore.entries / 2).padStart(7, '0')}`],
  ['a trace number of an alert', some.reference ?? ''],
  ['the beginning of every trace number', '0910000'],
  ['the beginning of the traces of entries', '09100002'],
  ['the last four of an account of ours', '0031'],
  ['the last four of one of theirs', some.other.slice(-4)],
  ['a whole account of ours', '1000200031'],
  ['a whole account of theirs', some.other],
  ['a name', 'margaret alder'],
  ['beginnings of a name', 'marg ald'],
  ['two letters', 'ma'],
  ['two letters and two', 'el su'],
  ['three letters', 'lin'],
  ['a word of every batch', 'payroll'],
  ['a word of every alert', 'mill'],
  ['three words of every alert', 'mill street foods'],
  ['a name with an amount', `alder ${some.amount}`],
  ['an amount', some.amount],
  ['a round amount', '1250'],
  ['an amount with its thousands', '12,500.00'],
  ['a uuid of a batch', `b${(123).toString(16).padStart(31, '0')}`],
  ['names that never stand together', 'margaret juric timber'],
  ['what is nowhere', 'nowhere at all'],
]
const all: number[] = []
for (const [what, text] of questions) {
  const took: number[] = []
  let count = 0
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now()
    const { found, more } = await workstation.find(text)
    took.push(performance.now() - from)
    count = found.length + more.length
  }
  report(`${what} (${String(count)})`, took, 'ms')
  all.push(...took)
}
report('search everywhere: all questions together', all, 'ms', goal)

const related: number[] = []
for (const [kind, text] of [
  ['payment', 'cs0'],
  ['batch', 'payroll'],
  ['entry', '09100002'],
  ['alert', 'mill'],
] as const) {
  const { found } = await workstation.find(text)
  const took: number[] = []
  for (const one of found.filter((each) => each.kind === kind)) {
    const from = performance.now()
    await workstation.related({ kind, id: one.id })
    took.push(performance.now() - from)
  }
  report(`what a thing is related to: ${kind}`, took, 'ms')
  related.push(...took)
}
report('what a thing is related to: all together', related, 'ms')
await store.close()
await rm(folder, { recursive: true, force: true })
