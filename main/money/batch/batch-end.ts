/**
 * When an accepted batch is over: every entry that the bank may have has settled or come back, and the network's time
 * for returns has passed (domain rules, returns; traps 49 and 83). Until then it is under way.
 */
import { sql, type Transaction } from 'kysely'
import { secCodes } from '../../../preload/contract/bank/ach-origination/batch.ts'
import type { Reader, Tables } from '../../store/store.ts'
import type { BatchContext } from './types.ts'
import { effectiveDateOf, mayBeThere } from './tracking/tracked-batch.ts'
import { networkDay, returnPossibleUntil } from './tracking/network-deadlines.ts'

/** How a profile's entries settle: consolidated ones are never called SETTLED one by one (trap 49). */
export interface Settling {
  readonly isConsolidated: boolean
}

/** Whether it is over at this moment; false for what is no accepted batch, or was over before. */
async function isDone(
  reader: Reader,
  orderId: string,
  now: Date,
  { isConsolidated }: Settling,
): Promise<boolean> {
  const found = { order: reader.selectFrom('orders'), batch: reader.selectFrom('batches') }
  const order = await found.order.selectAll().where('id', '=', orderId).executeTakeFirst()
  const batch = await found.batch.selectAll().where('order_id', '=', orderId).executeTakeFirst()
  if (!batch || order?.state !== 'accepted' || order.is_final === 1) return false
  // No money settles of a prenotification, and of a consolidated entry nobody says that it did.
  const collectedIsEnd = isConsolidated ? sql`1` : sql`amount = 0`
  const directions = await reader
    .selectFrom('batch_entries')
    .select('direction')
    .select(
      sql<number>`sum(standing <> 'settled' AND NOT (standing = 'collected'
        AND coalesce(${collectedIsEnd}, 0)))`.as('open'),
    )
    .where('order_id', '=', orderId)
    .where('standing', '<>', 'returned')
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
 * Ends an accepted batch where it is over, for lists and counts; answers whether it did. What is heard afterwards is
 * still kept with its entries.
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

/** The ending of the batches of one store. */
export interface BatchEnding {
  /** Something was heard of this batch. */
  readonly look: (orderId: string) => void
  /** Time has passed: all that are under way. */
  readonly lookAtAll: () => void
  settled(): Promise<unknown>
}

/** Makes it. An end is an act of the workstation's own. */
export function createBatchEnding(context: BatchContext): BatchEnding {
  const { store, clock, profile, announce, report, background } = context
  let looks: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): void => {
    const look = looks.then(work).catch((problem: unknown) => report('batches.ending', problem))
    looks = look
    background.add('batches.ending', look)
  }

  async function endOne(id: string): Promise<void> {
    const settling = { isConsolidated: profile().details?.settlement === 'consolidated' }
    const now = clock.now()
    if (!(await isDone(store.read, id, now, settling))) return
    const act = { actor: 'system', kind: 'batch.ended', subject: id, detail: {} }
    await store.record(act, async (tx) => {
      // Heard of meanwhile: then it is looked at again, and no end is told of.
      if (!(await endBatchWhereDone(tx, id, now, settling))) throw new RangeError('not over')
    })
    announce('orders', 'changed', { id, state: 'accepted' })
    announce('orders', 'countsChanged', {})
  }

  return {
    look: (id) => inTurn(() => endOne(id)),
    lookAtAll: () =>
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
    settled: () => looks,
  }
}
