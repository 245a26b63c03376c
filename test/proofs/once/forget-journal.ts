/**
 * What a store would hold after a kill had the journal not been flushed before the first byte: nothing of the sending
 * that was under way. For the test of the proof alone.
 */
import { join } from 'node:path'
import { sql } from 'kysely'
import { systemClock } from '../../../main/clock.ts'
import { practiceKey } from '../../../main/storage/practice-key.ts'
import { openStore } from '../../../main/storage/store.ts'

/** Takes every sending that a killed program left under way out of its store. */
export async function forgetJournal(folder: string, workerScript: URL): Promise<void> {
  const opened = await openStore({
    ...{ file: join(folder, 'practice.countersign'), key: practiceKey },
    ...{ workerScript, clock: systemClock },
  })
  if (!opened.ok) throw new Error(opened.error.code)
  try {
    const act = { actor: 'proof', kind: 'proof.forgot', subject: folder, detail: {} }
    await opened.value.record(act, async (tx) => {
      await sql`DROP TRIGGER IF EXISTS order_attempts_never_go`.execute(tx)
      await tx.deleteFrom('order_attempts').where('outcome', '=', 'under-way').execute()
      await tx
        .updateTable('orders')
        .set({ state: 'approved' })
        .where('state', '=', 'sending')
        .execute()
    })
  } finally {
    await opened.value.close()
  }
}
