/**
 * Main's reads for a batch of 10,000 entries, beside its rules: the owners of the accounts (three
 * checks of each), the payees, similar entries in an earlier batch; and an import of 100,000 rows
 * of a file. How long each takes, and how long it blocks main and the store at once.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { duplicateEntries } from '../../main/money/batch/drafts/duplicate-checks.ts'
import { batchEvidenceMissing } from '../../main/money/batch/ownership/batch-evidence.ts'
import type { BatchContext } from '../../main/money/batch/types.ts'
import { entriesWithProblems } from '../../main/money/batch/drafts/entry-problems.ts'
import { listEntries } from '../../main/money/batch/entries/entry-list.ts'
import { foundInTable } from '../../main/money/batch/import/file-entries.ts'
import { knownOwnership } from '../../main/money/batch/ownership/query.ts'
import { ownershipOfEntries } from '../../main/money/batch/ownership/store.ts'
import { systemClock } from '../../main/platform/clock.ts'
import { openWaitTime } from '../../main/money/order/sending/wait-time.ts'
import { createPayees } from '../../main/money/payees/payees.service.ts'
import { connect } from '../../main/store/sqlite/cipher.ts'
import { practiceKey } from '../../main/store/store-key.ts'
import { openStore, type Store } from '../../main/store/store.ts'
import { defaultAchSettings } from '../../preload/contract/domain/batches/batch-form.ts'
import { maxPage } from '../../preload/contract/kernel/paging.ts'
import { reportBlocked } from './support/blocked.ts'
import { fillWithBatches, type FakeEntry } from './support/many-batches.ts'
import { fillWithChecks, payeeIdOf } from './support/many-checks.ts'
import { storeThread } from '../../main/store/store-thread.ts'
import { sized } from './support/size.ts'

const entries = sized(10_000, 20)
const rows = sized(100_000, 20)
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
const generated = Array.from({ length: entries }, (_, at): FakeEntry => ({
  traceNumber: null,
  account: String(4_471_000 + at),
  cents: 100 + at,
  receiver: `Receiver ${String(at)} Incorporated`,
}))

await (await open()).close()
const [id = '', before = ''] = fillWithBatches(file, [generated, generated])
fillWithChecks(file, generated, 3)
const connection = connect(file, practiceKey)
connection.exec(`UPDATE batch_entries SET
    payee_id = 'payee-' || CAST(position - 1 AS INTEGER),
    typed = json_set(typed, '$.payeeId', 'payee-' || CAST(position - 1 AS INTEGER))`)
connection.exec(`UPDATE orders SET state = 'awaiting-approval' WHERE id = '${before}'`)
connection.close()

const store = await open()
const base = {
  store,
  clock: systemClock,
  waits: await openWaitTime(systemClock, { bankTime: () => null }, store),
  newId: () => '',
  settings: { current: () => ({ scoreThreshold: 81 }) },
  ach: { current: () => ({ settings: defaultAchSettings }) },
  policy: {
    current: () => ({
      policy: { ownership: { from: 0, maxAgeHours: 24 * 365 * 10 }, payeeFromBook: true },
    }),
  },
  operatorOf: () => undefined,
  report: (where: string, problem: unknown) => {
    throw new Error(where, { cause: problem })
  },
} as unknown as BatchContext
const payees = createPayees(base)
const context: BatchContext = { ...base, payees }
const filtered = { id, cursor: null, limit: maxPage, filter: 'owner-differs' } as const

const cases: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['what is known of the owners', () => knownOwnership(context, id)],
  ['the owners for the screen', () => ownershipOfEntries(context, id)],
  ['entries whose owner differs, listed', () => listEntries(context, filtered)],
  ['the status of the payees', () => payees.statusesOf(generated.map((_, at) => payeeIdOf(at)))],
  ['the evidence that is missing', () => batchEvidenceMissing(context, { id })],
  ['entries with problems', () => entriesWithProblems(context, id)],
  ['possible duplicates', () => duplicateEntries(context, id)],
]
for (const [what, run] of cases) {
  await run()
  await reportBlocked(`${entries.toLocaleString('en-US')} entries, ${what}`, store, run)
}

const headers = ['Routing', 'Account', 'Name', 'Amount']
const mapping = {
  routingNumber: 'Routing',
  accountNumber: 'Account',
  receiverName: 'Name',
  amount: 'Amount',
}
const options = {
  secCode: 'PPD' as const,
  creditDebitCode: 'C',
  accountType: 'C',
  transactionType: 'L',
  addendaSeparator: '',
}
const sheet = {
  format: 'csv' as const,
  sheets: [],
  sheet: null,
  headers,
  filled: headers.map(() => rows),
  oddities: [],
  rows: Array.from({ length: rows }, (_, at) => ({
    line: at + 2,
    cells: [
      '041000124',
      String(4_471_000 + at),
      `Receiver ${String(at)}`,
      `${String(at % 9_000)}.25`,
    ],
  })),
}
const monotonicMs = (): number => performance.now()
await reportBlocked(`${rows.toLocaleString('en-US')} rows of a file as entries`, store, () =>
  foundInTable(sheet, mapping, options, monotonicMs),
)
await store.close()
await rm(folder, { recursive: true, force: true })
