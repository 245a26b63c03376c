/**
 * 100,000 recorded calls: storing one, migrating an older store, listing, filtering, searching,
 * masking.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callMask } from '../../main/bank/privacy/mask.ts'
import { saveCall } from '../../main/bank/call-record.ts'
import { systemClock } from '../../main/platform/clock.ts'
import { practiceKey } from '../../main/store/store-key.ts'
import { openStore, type Store } from '../../main/store/store.ts'
import { listCalls } from '../../main/inquiry/traffic/traffic.records.ts'
import { callRecord, callRow, fillWithCalls } from './support/many-calls.ts'
import { report } from './support/bench.ts'
import { storeThread } from '../../main/store/store-thread.ts'
import { sized } from './support/size.ts'

const calls = sized(100_000, 200)
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
async function measured(what: string, times: number, work: () => Promise<unknown>): Promise<void> {
  const took: number[] = []
  for (let i = 0; i < times; i += 1) {
    const start = performance.now()
    await work()
    took.push(performance.now() - start)
  }
  report(what, took, 'ms')
}

let store = await open()
const start = performance.now()
await fillWithCalls(store, calls)
report(
  `${calls.toLocaleString('en-US')} calls written with their search`,
  [(performance.now() - start) / 1000],
  's',
)
let stored = calls
await measured('one more call saved, on the disk', 50, () => saveCall(store, callRecord(stored++)))

const everything = {
  cursor: null,
  limit: 100,
  search: '',
  purpose: null,
  outcome: null,
  statusClass: null,
  lane: null,
  from: null,
  to: null,
}
const { account, correlationId } = callRow(calls / 2)
for (const [what, part] of [
  ['all', {}],
  ['5xx', { statusClass: '5xx' as const }],
  ['a whole account', { search: account }],
  ['five digits of an account', { search: account.slice(3, 8) }],
  ['a correlation id', { search: correlationId }],
  ['a word of every call', { search: 'verifyAccount' }],
  ['a word of every call, 5xx', { search: 'verifyAccount', statusClass: '5xx' as const }],
  ['two words of every call', { search: 'margaret mill' }],
  ['two letters', { search: 'zz' }],
  ['what is nowhere', { search: 'nowhere at all' }],
] as const)
  await measured(`first page and count: ${what}`, 20, () =>
    listCalls(store, { ...everything, ...part }),
  )
await store.close()
report('the store', [(await stat(file)).size / 1e6], 'MB')
await measured('opened again', 3, async () => {
  store = await open()
  await store.close()
})

const parties = Array.from({ length: sized(2_000, 20) }, (_, i) => ({
  receivingCompanyName: `Firm ${String(i)} Works`,
  receivingAccountNumber: String(7_000_000_000 + i),
  amount: 1.1,
  addendaInformation: `paid to ${String(7_000_000_000 + i)} for invoice ${randomUUID()}`,
}))
const responseBody = JSON.stringify({ list: parties })
await measured(`a body of ${String(Math.round(responseBody.length / 1000))} kB masked`, 5, () =>
  Promise.resolve(callMask({ path: '/list', requestBody: null, responseBody }).body(responseBody)),
)
await rm(folder, { recursive: true, force: true })
