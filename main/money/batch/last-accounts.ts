/** The own accounts that batches were last drawn on, as the choice for the next one. Only reads. */
import { sql } from 'kysely'
import { secCodes, type SecCode } from '../../../preload/contract/bank/ach-origination/batch.ts'
import type { BatchContext } from './types.ts'
import { mayBePaid } from '../may-bank-have.ts'

/**
 * Returns the id of the own account of the last submitted batch of each SEC code; none if there is
 * no such batch, or its account is gone.
 */
export async function lastAccounts({
  store,
  profile,
}: Pick<BatchContext, 'store' | 'profile'>): Promise<Partial<Record<SecCode, string>>> {
  const found = await Promise.all(
    secCodes.map(async (secCode) => {
      const last = await store.read
        .selectFrom('orders as o')
        .innerJoin('batches as b', 'b.order_id', 'o.id')
        .select('o.debit_account')
        .where('o.service', '=', secCode)
        .where('o.submitted_at', 'is not', null)
        .where(mayBePaid('o'))
        // A batch that follows another one has its account.
        .where('b.reversal_of', 'is', null)
        .where('b.reentry_of', 'is', null)
        .orderBy(sql`o.submitted_at`, 'desc')
        .orderBy('o.id', 'desc')
        .limit(1)
        .executeTakeFirst()
      const own = profile().accounts.find(
        ({ account_number }) => account_number === last?.debit_account,
      )
      return own ? [[secCode, own.id] as const] : []
    }),
  )
  return Object.fromEntries(found.flat())
}
