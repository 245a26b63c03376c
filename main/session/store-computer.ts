/**
 * Which computer a profile's store was last used on, in its audit chain. A store that came to another
 * one together with the keychain (a roaming profile, a home folder on a server, a copied disk) is
 * whole by its stored head, and its first computer may go on with the same orders: it is met as one
 * that was replaced by copying a file (Promise P1).
 */
import { createHmac } from 'node:crypto'
import { z } from '../../preload/contract/kernel/zod.ts'
import type { ReadComputerId } from '../platform/computer-id.ts'
import type { Store } from '../store/store.ts'

const recorded = 'store.computer-recorded'
const detailOf = z.object({ computer: z.string() })

/** This computer, as one profile's store names it; undefined if the system does not tell its id. */
export async function computerOf(
  readComputerId: ReadComputerId,
  profileId: string,
): Promise<string | undefined> {
  const id = await readComputerId()
  // As sd_id128_get_machine_app_specific(3): the id is the key, so nobody finds it from the hash.
  return id && createHmac('sha256', id).update(`Countersign ${profileId}`).digest('hex')
}

async function lastComputer({ read }: Pick<Store, 'read'>): Promise<string | undefined> {
  const act = await read
    .selectFrom('audit_entries')
    .select('detail')
    .where('subject', '=', 'store')
    .where('kind', '=', recorded)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return act && detailOf.parse(JSON.parse(act.detail)).computer
}

/** False if either computer is unknown: then nothing is compared. */
export async function wasUsedElsewhere(
  store: Pick<Store, 'read'>,
  computer: string | undefined,
): Promise<boolean> {
  const last = await lastComputer(store)
  return last !== undefined && computer !== undefined && last !== computer
}

/** From now on the store belongs to this computer. Writes nothing if it does already. */
export async function recordComputer(
  store: Pick<Store, 'read' | 'note'>,
  actor: string,
  computer: string | undefined,
): Promise<void> {
  if (computer === undefined || (await lastComputer(store)) === computer) return
  await store.note({ actor, kind: recorded, subject: 'store', detail: { computer } })
}
