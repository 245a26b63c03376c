/**
 * After a restore, nothing that moves money is sent until two people have confirmed operators and
 * policy.
 */
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { Act, Reader } from '../store/store.ts'

const confirmed = 'store.restore-confirmed'

/**
 * Returns why money is held: the store was restored, and two people have not yet confirmed who may
 * sign in and which policy applies. Undefined when money may leave.
 */
export async function restoreHold(
  reader: Reader,
): Promise<Failure<'restore-unconfirmed'> | undefined> {
  const act = await reader
    .selectFrom('audit_entries')
    .select(['kind', 'at'])
    .where('subject', '=', 'store')
    .where('kind', 'in', ['store.restored', confirmed])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return act?.kind === 'store.restored'
    ? { code: 'restore-unconfirmed', restoredAt: act.at }
    : undefined
}

/** Returns the audit act that ends the hold. */
export const restoreConfirmed = (actor: string): Act => ({
  actor,
  kind: confirmed,
  subject: 'store',
  detail: {},
})
