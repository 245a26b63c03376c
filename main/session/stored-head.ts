/**
 * End of a profile's audit chain and number of sent references, stored in the OS keychain beside
 * its secrets. A store that was replaced by a copied file has fewer, so it is not opened as usual
 * (Promises P1 and P9). The stored head may be behind the store but never ahead: it is written
 * after the data is on the disk.
 */
import { z } from '../../preload/contract/kernel/zod.ts'
import { ok, type Result } from '../../preload/contract/kernel/result.ts'
import { getForSure, type Keychain, type KeychainResult } from '../profile/keychain.ts'
import { countSent } from '../money/sent-references.ts'
import type { Act, Store } from '../store/store.ts'
import type { RealCard } from '../profile/profile-registry.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import { SerialQueue } from '../platform/serial.ts'
import { headOf } from '../store/audit.ts'

const storedHead = z.strictObject({
  seq: z.int().min(0),
  /** Hash of the act with that number. */
  hash: z.string(),
  /** Number of references sent from this computer. */
  sent: z.int().min(0),
  /**
   * Ids of the operators who could administer the profile then; missing if an older version stored
   * it.
   */
  administrators: z.array(z.string()).optional(),
})
export type StoredHead = z.infer<typeof storedHead>

/** The keychain's item of one profile. */
export interface HeadItem {
  /** Null: nothing stored yet, or unreadable. */
  read(): KeychainResult<StoredHead | null>
  write(head: StoredHead): KeychainResult<void>
}

/**
 * Returns the item of one profile: each environment has its own (Promise P7), beside the secrets of
 * the vault.
 */
export function headItem(
  keychain: Keychain,
  { id, environment }: Pick<RealCard, 'id' | 'environment'>,
): HeadItem {
  const item = { service: `Countersign ${environment}`, account: `${id} audit` }
  return {
    async read() {
      const text = await getForSure(keychain, item)
      return text.ok ? ok(headIn(text.value)) : text
    },
    write: (head) => keychain.set(item, JSON.stringify(head)),
  }
}

function headIn(text: string | null): StoredHead | null {
  try {
    return storedHead.safeParse(JSON.parse(text ?? 'null')).data ?? null
  } catch {
    return null
  }
}

/** Saves a head outside the store. */
export type SaveHead = (head: StoredHead) => Promise<Result<void, Failure<'keychain-problem'>>>

/**
 * Returns a function that saves the head as it is when its turn comes, so that an older head never
 * replaces a newer one; without `save` nothing is saved.
 */
export function headSaving(
  store: Store,
  save: SaveHead | undefined,
  beside: () => Omit<StoredHead, 'seq' | 'hash'>,
): () => ReturnType<SaveHead> {
  const saves = new SerialQueue()
  return () => {
    if (!save) return Promise.resolve(ok(undefined))
    return saves.run(async () => {
      const { seq, hash } = await headOf(store)
      return save({ seq, hash, ...beside() })
    })
  }
}

const leftBehind = 'store.head-left-behind'

/**
 * Returns the act of a restore that names the head it discards: a store with this act in its chain
 * does not count as behind that head.
 */
export const leavingBehind = (actor: string, { seq, hash, sent }: StoredHead): Act => ({
  actor,
  kind: leftBehind,
  subject: 'store',
  detail: { seq, hash, sent },
})

/**
 * Returns how many acts a store lacks compared with the stored head; undefined: it is not behind.
 * 0: its chain is complete or a different one, but it does not know all references that were sent.
 */
export async function actsMissing(
  store: Pick<Store, 'read'>,
  sentFile: string,
  keychainHead: StoredHead,
): Promise<number | undefined> {
  const entries = store.read.selectFrom('audit_entries')
  const known = await entries.select('hash').where('seq', '=', keychainHead.seq).executeTakeFirst()
  const isWhole = keychainHead.seq === 0 || known?.hash === keychainHead.hash
  if (isWhole && (await countSent(sentFile, store)) >= keychainHead.sent) return undefined
  const left = await entries.select('detail').where('kind', '=', leftBehind).execute()
  if (left.some(({ detail }) => isSameHead(keychainHead, headIn(detail)))) return undefined
  const { last } = await entries
    .select(({ fn }) => fn.max<number | null>('seq').as('last'))
    .executeTakeFirstOrThrow()
  return Math.max(0, keychainHead.seq - (last ?? 0))
}

/** True if the two heads are equal. */
export const isSameHead = ({ seq, hash, sent }: StoredHead, other: StoredHead | null): boolean =>
  other?.seq === seq && other.hash === hash && other.sent === sent
