/**
 * 100,000 stored alerts and the batch entries that 60,000 of them are about: every start scans all
 * alerts for unmatched ones, and a batch whose numbers become known searches the earlier alerts.
 * How long this takes, and how long it blocks main and the store at once.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BatchContext } from '../../main/money/batch/types.ts'
import { createEntryAlertMatching } from '../../main/money/batch/tracking/match-alerts.ts'
import { systemClock } from '../../main/platform/clock.ts'
import { connect } from '../../main/store/sqlite/cipher.ts'
import { practiceKey } from '../../main/store/store-key.ts'
import { openStore, type Store } from '../../main/store/store.ts'
import { report } from './support/bench.ts'
import { reportBlocked } from './support/blocked.ts'
import { fillWithAlerts, fakeAlert } from './support/many-alerts.ts'
import { fillWithBatches, type FakeEntry } from './support/many-batches.ts'
import { storeThread } from '../../main/store/store-thread.ts'
import { sized } from './support/size.ts'

const alerts = Number(process.env['ALERTS'] ?? sized(100_000, 200))
const perBatch = sized(10_000, 50)
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

/** The entries that the ACH alerts are about: each as its alert shows it. */
const entries = Array.from({ length: alerts }, (_, at) => fakeAlert(at + 1)).flatMap(
  ({ kind, reference, other, party, amount }): FakeEntry[] =>
    kind === 'ach'
      ? [
          {
            traceNumber: reference,
            account: other,
            receiver: party,
            cents: Math.round(Number(amount) * 100),
          },
        ]
      : [],
)
const batches = Array.from({ length: Math.ceil(entries.length / perBatch) }, (_, nth) =>
  entries.slice(nth * perBatch, (nth + 1) * perBatch),
)

await (await open()).close()
const start = performance.now()
fillWithAlerts(file, alerts, alerts)
const orders = fillWithBatches(file, batches)
report(
  `${String(alerts)} alerts and ${String(entries.length)} entries written`,
  [(performance.now() - start) / 1000],
  's',
)

async function measured(what: string, run: 'start' | 'learned'): Promise<void> {
  const store = await open()
  const context = {
    store,
    clock: systemClock,
    report: (where: string, problem: unknown) => {
      throw new Error(where, { cause: problem })
    },
  } as unknown as BatchContext
  const matching = createEntryAlertMatching(context, { matched: () => undefined })
  await reportBlocked(what, store, () =>
    run === 'start' ? matching.start() : matching.matchEarlierAlerts(orders[0] ?? ''),
  )
  await store.close()
}
function directly(statement: string): void {
  const connection = connect(file, practiceKey)
  connection.exec(statement)
  connection.close()
}

await measured('the first start, nothing is stored', 'start')
await measured('a start, all of it is stored', 'start')
directly(`DELETE FROM batch_entry_status_events WHERE entry_id IN (
  SELECT id FROM batch_entries WHERE order_id = '${orders[0] ?? ''}')`)
await measured(`the numbers of ${perBatch.toLocaleString('en-US')} entries become known`, 'learned')
directly('UPDATE batch_entry_status_events SET alert_seq = NULL')
await measured('a start, all of it repeats earlier alerts', 'start')
directly(`UPDATE alerts SET reference = 'X' || reference`)
await measured('a start, no alert is about an entry', 'start')
await rm(folder, { recursive: true, force: true })
