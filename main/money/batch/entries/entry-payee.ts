/** Finds the payee of an entry, and the correction that was proposed for it. */
import { sql } from 'kysely'
import type { BatchEntry } from '../../../../preload/contract/domain/batches/batch.ts'
import type { Store } from '../../../store/store.ts'
import type { EntryRow } from '../types.ts'
import { typedIn } from '../../batch-facts.ts'
import { storedCorrection } from './entry-correction.ts'
import { isSameName } from '../../../platform/folded-text.ts'

/** Returns the proposed correction of an entry; null if none. */
export function correctionIn(row: Pick<EntryRow, 'correction'>) {
  const { payeeId, version } = storedCorrection(row)
  return payeeId === undefined || version === undefined ? null : { payeeId, version }
}

/** Returns the state of that proposal; null if there is none. */
export async function proposalOf(
  store: Store,
  row: Pick<EntryRow, 'correction'>,
): Promise<NonNullable<BatchEntry['change']>['proposal']> {
  const proposed = correctionIn(row)
  if (!proposed) return null
  const found = await store.read
    .selectFrom('payee_versions')
    .select('state')
    .where('payee_id', '=', proposed.payeeId)
    .where('version', '=', proposed.version)
    .executeTakeFirst()
  return found ? { ...proposed, state: found.state } : null
}

/** The present details of a payee: the approved ones, otherwise the latest proposal. */
const current = (column: 'details' | 'account_significant' | 'routing_number') =>
  sql<string>`(SELECT ${sql.ref(`v.${column}`)} FROM payee_versions AS v
    WHERE v.payee_id = p.id AND v.details IS NOT NULL
    ORDER BY v.version = p.approved_version DESC, v.version DESC LIMIT 1)`
const name = sql<string>`json_extract(${current('details')}, '$.name')`

/**
 * Returns the payee that the entry was chosen from, otherwise the only payee of its name with its
 * account and bank; none if there are several. An account alone identifies nobody: two people may
 * share one, and a number may be wrong.
 */
export async function payeeOfEntry(
  store: Store,
  row: Pick<EntryRow, 'payee_id' | 'account_significant' | 'routing_number' | 'typed'>,
): Promise<NonNullable<BatchEntry['change']>['payee']> {
  const inBook = store.read
    .selectFrom('payees as p')
    .select(['p.id', name.as('name')])
    .where('p.removed_at', 'is', null)
  if (row.payee_id !== null) {
    const own = await inBook.where('p.id', '=', row.payee_id).executeTakeFirst()
    if (own) return own
  }
  if (row.account_significant === '') return null
  const sharing = await inBook
    .where(current('account_significant'), '=', row.account_significant)
    .where(current('routing_number'), '=', row.routing_number)
    .execute()
  const { receiverName } = typedIn(row)
  const [only, second] = sharing.filter(({ name }) => isSameName(name, receiverName))
  return only && !second ? only : null
}
