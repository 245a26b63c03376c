/** After a restore nothing that moves money leaves until two people have confirmed operators and policy. */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Act, Reader } from '../../store/store.ts'

const confirmed = 'store.restore-confirmed'

/**
 * Why nothing that moves money may leave: the store was restored, and two people have not confirmed who may sign in and
 * which policy holds (safety review, H2). Undefined: it may. Restores of older versions hold nothing.
 */
export async function heldAfterRestore(
  reader: Reader,
): Promise<Failure<'restore-unconfirmed'> | undefined> {
  const act = await reader
    .selectFrom('audit_entries')
    .select(['kind', 'at', 'detail'])
    .where('subject', '=', 'store')
    .where('kind', 'in', ['store.restored', confirmed])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (act?.kind !== 'store.restored') return undefined
  const { isHeld } = JSON.parse(act.detail) as { readonly isHeld?: boolean }
  return isHeld === true ? { code: 'restore-unconfirmed', restoredAt: act.at } : undefined
}

/** The act that lets money leave again. */
export const restoreConfirmed = (actor: string): Act => ({
  actor,
  kind: confirmed,
  subject: 'store',
  detail: {},
})
