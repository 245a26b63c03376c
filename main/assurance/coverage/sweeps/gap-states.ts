/**
 * The state of a sweep's gaps after the sweep: healed if everything was queried and answered;
 * partly if a part of their days could not be queried and nobody has checked it, or was not
 * answered.
 */
import type { Transaction } from 'kysely'
import { daysLater } from '../../../../preload/contract/kernel/calendar.ts'
import { networkDay } from '../../../../preload/contract/kernel/banking-days.ts'
import type { Tables } from '../../../store/store.ts'

/** A part that leaves a gap open. */
interface Leftover {
  readonly kind: 'ach' | 'payment' | 'incoming'
  readonly from_day: string | null
  readonly to_day: string | null
}

/**
 * Writes the state of every gap of an ended sweep, inside a transaction. Call again after a part
 * was checked manually.
 */
export async function settleGaps(tx: Transaction<Tables>, sweepId: string): Promise<void> {
  const gaps = await tx
    .selectFrom('alert_gaps')
    .select(['id', 'from_at', 'until_at'])
    .where('sweep_id', '=', sweepId)
    .where('until_at', 'is not', null)
    .execute()
  const left = await tx
    .selectFrom('sweep_parts')
    .select(['kind', 'from_day', 'to_day'])
    .where('sweep_id', '=', sweepId)
    .where((where) =>
      where.or([
        where('state', '=', 'failed'),
        where.and([where('state', '=', 'impossible'), where('checked_at', 'is', null)]),
      ]),
    )
    .execute()
  for (const { id, from_at, until_at } of gaps) {
    const days = { from: networkDay(new Date(from_at)), to: networkDay(new Date(until_at ?? '')) }
    const state = left.some((part) => concerns(part, days)) ? 'partly' : 'healed'
    await tx.updateTable('alert_gaps').set({ state }).where('id', '=', id).execute()
  }
}

/**
 * The zone of the bank's days is not stated, so the list's days may be off by one (bank note 43).
 */
function concerns(part: Leftover, { from, to }: { from: string; to: string }): boolean {
  if (part.from_day === null || part.to_day === null) return true
  const leeway = part.kind === 'ach' ? 1 : 0
  return part.to_day >= daysLater(from, -leeway) && part.from_day <= daysLater(to, leeway)
}
