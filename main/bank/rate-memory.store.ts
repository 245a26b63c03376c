/** The rate budget's memory in the store: it outlives a killed process because every write reaches the disk. */
import type { Clock } from '../clock.ts'
import type { Store } from '../storage/store.ts'
import type { RateMemory } from './rate-memory.ts'

const asDate = (text: string | null): Date | undefined =>
  text === null ? undefined : new Date(text)

/**
 * The memory of one bank and consumer key.
 *
 * @param budgetKey names both without holding the consumer key, which is a credential.
 */
export function rateMemoryIn(
  store: Store,
  budgetKey: string,
  clock: Pick<Clock, 'now'>,
): RateMemory {
  return {
    async load() {
      const row = await store.read
        .selectFrom('rate_budgets')
        .selectAll()
        .where('budget_key', '=', budgetKey)
        .executeTakeFirst()
      if (!row) return {}
      const pausedUntil = asDate(row.paused_until)
      const lastCallAt = asDate(row.last_call_at)
      return {
        ...(pausedUntil && { pausedUntil }),
        ...(lastCallAt && { lastCallAt }),
        ...(row.transit_allowance_ms !== null && { transitAllowanceMs: row.transit_allowance_ms }),
      }
    },
    async save({ pausedUntil, lastCallAt, transitAllowanceMs }) {
      const row = {
        budget_key: budgetKey,
        paused_until: pausedUntil?.toISOString() ?? null,
        last_call_at: lastCallAt?.toISOString() ?? null,
        transit_allowance_ms: transitAllowanceMs ?? null,
        at: clock.now().toISOString(),
        actor: 'system',
      }
      const detail = { pausedUntil: row.paused_until, lastCallAt: row.last_call_at }
      const act = { actor: 'system', kind: 'rate.remembered', subject: 'rate-budget', detail }
      await store.record(act, async (tx) => {
        await tx
          .insertInto('rate_budgets')
          .values(row)
          .onConflict((conflict) => conflict.column('budget_key').doUpdateSet(row))
          .execute()
      })
    },
  }
}
