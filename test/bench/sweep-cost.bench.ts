/**
 * Cost of a sweep: 1,000,000 stored alerts, five own accounts, a gap of three days in which 2,000
 * of 22,000 alerts were missed. Measures calls per found item, and how long main and the store are
 * blocked.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListRow } from '../../main/money/batch/types.ts'
import { systemClock } from '../../main/platform/clock.ts'
import type { SweptLists } from '../../main/assurance/coverage/sweeps/fetch-list.ts'
import { createSweeps } from '../../main/assurance/coverage/sweeps/sweeps.ts'
import { Background } from '../../main/platform/in-flight.ts'
import type { SessionContext } from '../../main/profile/session-context.ts'
import { practiceKey } from '../../main/store/store-key.ts'
import { openStore, type Store } from '../../main/store/store.ts'
import { emptyDetails } from '../../preload/contract/api/profiles/profile-details.ts'
import { ok } from '../../preload/contract/kernel/result.ts'
import { report } from './support/bench.ts'
import { reportBlocked } from './support/blocked.ts'
import { moveUpTo } from './support/big-store.ts'
import { fillWithAlerts, fakeAlert } from './support/many-alerts.ts'
import { storeThread } from '../../main/store/store-thread.ts'
import { sized } from './support/size.ts'

const alerts = Number(process.env['ALERTS'] ?? sized(1_000_000, 1_000))
const [matchedItems, missedItems] = [sized(20_000, 200), sized(2_000, 20)]
const pageRows = sized(1_000, 50)
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

/**
 * Rows of the lists by account and search: the newest stored alerts, and the missed ones in
 * addition.
 */
const lists = new Map<string, ListRow[]>()
const accounts = new Set<string>()
let [matched, missed] = [0, 0]
function addRow(seq: number): boolean {
  const { kind, account, other, status, reference, amount, isRepeat, party } = fakeAlert(seq)
  if (kind !== 'ach' || isRepeat) return false
  accounts.add(account)
  const key = `${status} ${account}`
  const rows = lists.get(key) ?? []
  lists.set(key, rows)
  rows.push({
    parNumber: `PAR${String(seq)}`,
    transactionStatus: status,
    traceNumber: reference,
    transactionAmount: amount,
    settlementDate: null,
    returnDate: null,
    transactionCode: '22',
    returnReasonCode: null,
    returnReasonDescription: null,
    receivingAccount: { accountNumber: other, bankNumber: null, routingNumber: null },
    originatingAccount: { accountNumber: account, bankNumber: null, routingNumber: null },
    receivingParty: { customerId: null, companyName: party, customerName: null },
    originatingParty: null,
    notificationOfChangeAddendaCount: '0',
  } as unknown as ListRow)
  return true
}
for (let seq = alerts; seq > 0 && matched < matchedItems; seq -= 1) matched += Number(addRow(seq))
for (let seq = alerts + 1; missed < missedItems; seq += 1) missed += Number(addRow(seq))

let calls = 0
const bank: SweptLists = {
  list({ accountNumber, dateSearchType = '' }, { pageNumber }) {
    calls += 1
    const all = lists.get(`${dateSearchType} ${accountNumber}`) ?? []
    const from = (pageNumber - 1) * pageRows
    const metadata = {
      messages: [],
      page: {
        pageNumber: String(pageNumber),
        pageSize: String(pageRows),
        totalPages: null,
        totalRows: String(all.length),
        lastPage: String(from + pageRows >= all.length),
      },
    }
    const reading = { transactions: all.slice(from, from + pageRows), metadata }
    const answer = { kind: 'answered', reading, warnings: [], beside: [], trace: {} }
    const requested = { answer, callId: `call-${String(calls)}`, raw: null, isBase64: false }
    return Promise.resolve({ ...requested, paging: null } as never)
  },
  detail: () => Promise.reject(new Error('no entry is ours')),
}

await (await open()).close()
fillWithAlerts(file, alerts, alerts)
const now = new Date()
// The listed alerts take nine days; only those of the gap's days match.
moveUpTo(file, now, 0.25)
const store = await open()
const unforeseen = (where: string, problem: unknown): never => {
  throw new Error(where, { cause: problem })
}
const context = {
  store,
  clock: systemClock,
  newId: () => crypto.randomUUID(),
  connection: { pausedUntil: () => null, open: () => undefined },
  callBlockFor: () => undefined,
  profile: () => ({
    details: emptyDetails,
    accounts: [...accounts].map((number) => ({
      id: number,
      account_number: number,
      account_significant: number,
      name: 'Own',
      routing_number: '041000124',
      bank_number: '',
      currency: 'USD',
      use: 'both',
      company_id: '',
      legal_name: '',
      address: '',
    })),
  }),
  report: unforeseen,
  background: new Background(unforeseen),
} as unknown as SessionContext
await store.record(
  { actor: 'system', kind: 'bench.gap', subject: 'gap', detail: {} },
  async (tx) => {
    await tx
      .insertInto('alert_gaps')
      .values({
        id: 'gap',
        cause: 'not-running',
        state: 'waiting',
        sweep_id: null,
        from_at: new Date(now.getTime() - 3 * 86_400_000).toISOString(),
        until_at: now.toISOString(),
        found_at: now.toISOString(),
      })
      .execute()
  },
)
let ended = (): void => undefined
const end = new Promise<void>((resolve) => (ended = resolve))
const sweeps = createSweeps(
  context,
  {
    orders: {
      inquireForSweep: () =>
        Promise.resolve(
          ok({ state: 'accepted', answered: true, isStatusKnown: true, isTooSlow: false }),
        ),
      inquireSoon: () => undefined,
    },
    batches: {
      applySweepRows: ({ rows }) =>
        Promise.resolve({ entries: rows.map(() => null), changes: [], isDone: true, batches: [] }),
    },
    changed: () => sweeps.running() ?? ended(),
  },
  { lists: () => bank },
)
const rows = (matchedItems + missedItems).toLocaleString('en-US')
const without = missedItems.toLocaleString('en-US')
await reportBlocked(
  `a sweep over ${rows} rows, ${without} of them without an alert`,
  store,
  async () => {
    await sweeps.start()
    await end
  },
)
await sweeps.stop()
const [row] = await store.read.selectFrom('sweeps').selectAll().execute()
const healed = row?.healed ?? 0
if (healed !== missedItems) throw new Error(`found ${String(healed)}, missed were ${without}`)
report('calls', [row?.calls ?? 0], 'calls')
report('calls for 1,000 items found', [((row?.calls ?? 0) * 1_000) / healed], 'calls')
await store.close()
await rm(folder, { recursive: true, force: true })
