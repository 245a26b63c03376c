/**
 * Where a profile's audit chain ended and how much was sent, kept in the OS keychain beside its secrets: a store that was
 * put back by copying a file knows less, and is not opened as if nothing had happened (promises P1 and P9). What is
 * kept may lag behind the store, and never leads: it is written after what it tells of is on the disk.
 */
import { z } from '../../preload/contract/kernel/zod.ts'
import { ok } from '../../preload/contract/kernel/result.ts'
import { getForSure, type Keychain, type Kept } from '../profile/keychain/keychain.ts'
import { countSent } from '../money/order/sending/sent-references.ts'
import type { Act, Store } from '../store/store.ts'
import type { RealCard } from '../profile/profile-registry.ts'

const keptHead = z.strictObject({
  seq: z.int().min(0),
  /** Of the act with that number. */
  hash: z.string(),
  /** How many references were sent from here. */
  sent: z.int().min(0),
  /** Who could administer the profile then, by id; missing where an older version kept it. */
  administrators: z.array(z.string()).optional(),
})
/** What the keychain keeps. */
export type StoredHead = z.infer<typeof keptHead>

/** The keychain's item of one profile. */
export interface HeadItem {
  /** Null: nothing was kept yet, or nothing that can be read. */
  read(): Kept<StoredHead | null>
  write(head: StoredHead): Kept<void>
}

/** The item of one profile: each environment has its own (design P7), beside the secrets of the vault. */
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
    return keptHead.safeParse(JSON.parse(text ?? 'null')).data ?? null
  } catch {
    return null
  }
}

const leftBehind = 'store.head-left-behind'

/** The act of a restore that knows what it leaves behind: with it in its chain a store is not behind that. */
export const leavingBehind = (actor: string, { seq, hash, sent }: StoredHead): Act => ({
  actor,
  kind: leftBehind,
  subject: 'store',
  detail: { seq, hash, sent },
})

/**
 * How many acts a store lacks of what is kept; undefined: it is not behind. 0: its chain is whole or another one, and
 * what was sent is not known to it any more.
 */
export async function actsMissing(
  store: Pick<Store, 'read'>,
  sentFile: string,
  kept: StoredHead,
): Promise<number | undefined> {
  const entries = store.read.selectFrom('audit_entries')
  const known = await entries.select('hash').where('seq', '=', kept.seq).executeTakeFirst()
  const isWhole = kept.seq === 0 || known?.hash === kept.hash
  if (isWhole && (await countSent(sentFile, store)) >= kept.sent) return undefined
  const left = await entries.select('detail').where('kind', '=', leftBehind).execute()
  if (left.some(({ detail }) => isSameHead(kept, headIn(detail)))) return undefined
  const { last } = await entries
    .select(({ fn }) => fn.max<number | null>('seq').as('last'))
    .executeTakeFirstOrThrow()
  return Math.max(0, kept.seq - (last ?? 0))
}

/** Whether both say the same. */
export const isSameHead = ({ seq, hash, sent }: StoredHead, other: StoredHead | null): boolean =>
  other?.seq === seq && other.hash === hash && other.sent === sent
