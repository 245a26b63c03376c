/**
 * The contents of a store after a run: opened as the next start of the workstation would open it,
 * and read to the end.
 */
import { randomUUID } from 'node:crypto'
import { verifyChain } from '../../../main/store/hash-chain.ts'
import { systemClock } from '../../../main/platform/clock.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import { openStore } from '../../../main/store/store.ts'
import { createAlertIntake } from '../../../main/alerts/intake/alert-intake.ts'
import type { StartStoreWorker } from '../../../main/store/store-thread.ts'

/** Reads the pending deliveries, then returns the contents of the store. */
export async function storedIn(file: string, startStoreWorker: StartStoreWorker) {
  const opened = await openStore({
    file,
    key: practiceKey,
    startStoreWorker,
    clock: systemClock,
  })
  if (!opened.ok) throw new Error(`the store does not open: ${JSON.stringify(opened.error)}`)
  const store = opened.value
  const problems: unknown[] = []
  const intake = createAlertIntake({
    store,
    clock: systemClock,
    newId: randomUUID,
    changed: () => undefined,
    report: (_where, problem) => problems.push(problem),
  })
  try {
    await intake.readPending()
    await intake.settled()
    const alerts = await store.read
      .selectFrom('alerts')
      .select(['reference', 'receipts', 'conflict'])
      .execute()
    const deliveries = await store.read
      .selectFrom('alert_deliveries')
      .select(['sha256', 'alerts', 'quarantine_reason', 'problem', 'reader'])
      .execute()
    const entries = await store.read
      .selectFrom('audit_entries')
      .selectAll()
      .orderBy('seq')
      .execute()
    return { alerts, deliveries, chainHolds: verifyChain(entries).ok, problems }
  } finally {
    await store.close()
  }
}
