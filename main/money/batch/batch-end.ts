/**
 * Ends an accepted batch once every entry that the bank may have has settled or come back, and the
 * network's return period has passed (Nacha returns; bank notes 49 and 83). Until then the batch is
 * under way.
 */
import { sql, type Transaction } from 'kysely'
import { secCodes } from '../../../preload/contract/bank/ach-origination/batch.ts'
import type { Reader, Tables } from '../../store/store.ts'
import { Superseded, unlessSuperseded } from '../../store/superseded.ts'
import type { BatchContext } from './types.ts'
import { effectiveDateOf, mayBeThere } from './tracking/tracked-batch.ts'
import { networkDay } from '../../../preload/contract/kernel/banking-days.ts'
import { SerialQueue } from '../../platform/serial.ts'
import { returnPossibleUntil } from '../network-deadlines.ts'
import { findSummary } from '../order/order-records.ts'
import { findBatch } from './batch-records.ts'

/**
 * How a profile's entries settle: consolidated entries are never reported SETTLED one by one (bank
 * note 49).
 */
export interface Settling {
  readonly isConsolidated: boolean
}

/** Returns whether the batch is over now; false if it is not accepted, or ended before. */
async function isDone(
  reader: Reader,
  orderId: string,
  now: Date,
  { isConsolidated }: Settling,
): Promise<boolean> {
  const order = await findSummary(reader, orderId)
  const batch = await findBatch(reader, orderId)
  if (!batch || order?.state !== 'accepted' || order.is_final === 1) return false
  // A prenotification settles no money, and a consolidated entry is never reported as settled.
  const collectedIsEnd = isConsolidated ? sql`true` : sql`amount = 0`
  const directions = await reader
    .selectFrom('batch_entries')
    .select('direction')
    .select(
      // What only an alert reports is no end: the bank's inquiry has to show it.
      sql<number>`sum(CASE WHEN bank_status = 'unclear' OR return_reported_at IS NOT NULL THEN 1
        WHEN shown_bank_status = 'settled' THEN 0
        WHEN shown_bank_status = 'collected' AND coalesce(${collectedIsEnd}, false) THEN 0
        ELSE 1 END)`.as('open'),
    )
    .where('order_id', '=', orderId)
    .where('returned_at', 'is', null)
    .where(mayBeThere)
    .groupBy('direction')
    .execute()
  const [today, effectiveDate] = [networkDay(now), effectiveDateOf({ batch, order })]
  return directions.every(({ direction: creditDebitCode, open }) => {
    const until = returnPossibleUntil({ secCode: batch.sec_code, creditDebitCode, effectiveDate })
    return open === 0 && until !== null && today > until
  })
}

/**
 * Ends an accepted batch if it is over, for lists and counts. Returns whether it did. Later status
 * updates are still stored with its entries.
 */
export async function endBatchWhereDone(
  tx: Transaction<Tables>,
  orderId: string,
  now: Date,
  settling: Settling,
): Promise<boolean> {
  if (!(await isDone(tx, orderId, now, settling))) return false
  await tx.updateTable('orders').set({ is_final: 1 }).where('id', '=', orderId).execute()
  return true
}

export interface BatchEnding {
  /** Call after a status update of this batch. */
  readonly check: (orderId: string) => void
  /** Call as time passes; checks all batches under way. */
  readonly checkAll: () => void
  settled(): Promise<unknown>
}

/** Creates the service. Ending a batch is an audit act of the workstation itself. */
export function createBatchEnding(context: BatchContext): BatchEnding {
  const { store, waits, profile, emitEvent, background } = context
  const looks = new SerialQueue()
  const inTurn = (work: () => Promise<void>): void => {
    background.add('batches.ending', looks.run(work))
  }

  async function endOne(id: string): Promise<void> {
    const settling = { isConsolidated: profile().details?.settlement === 'consolidated' }
    const now = waits.earliest()
    if (!(await isDone(store.read, id, now, settling))) return
    const act = { actor: 'system', kind: 'batch.ended', subject: id, detail: {} }
    const isEnded = await unlessSuperseded(() =>
      store.record(act, async (tx) => {
        // Changed meanwhile: the batch is checked again later and no end is announced.
        if (!(await endBatchWhereDone(tx, id, now, settling))) throw new Superseded()
        return true
      }),
    )
    if (!isEnded) return
    emitEvent('orders', 'changed', { id, state: 'accepted' })
    emitEvent('orders', 'countsChanged', {})
  }

  return {
    check: (id) => inTurn(() => endOne(id)),
    checkAll: () =>
      inTurn(async () => {
        const underWay = await store.read
          .selectFrom('orders')
          .select('id')
          .where('state', '=', 'accepted')
          .where('is_final', '=', 0)
          .where('service', 'in', secCodes)
          .execute()
        for (const { id } of underWay) await endOne(id)
      }),
    settled: () => looks.settled(),
  }
}
