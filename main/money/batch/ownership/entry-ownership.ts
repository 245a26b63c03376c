/**
 * Finds the owners of entries' accounts by the newest check of the same account, bank, name and
 * kind of owner.
 */
import { sql } from 'kysely'
import type { OwnerKind } from '../../../../preload/contract/bank/account-validation.ts'
import type { EntryLine } from '../../../../preload/contract/domain/batches/batch.ts'
import type { PayeeKind } from '../../../../preload/contract/domain/payees/payee.ts'
import { slicesOf } from '../../../platform/slices.ts'
import { readCheck } from '../../order/approval/ownership.ts'
import type { Store } from '../../../store/store.ts'
import type { BatchContext } from '../types.ts'
import { ownerKindsOf, type KindEntry } from './entry-owner-kind.ts'
import { isSameName } from '../../../platform/folded-text.ts'

/** The entry fields that find its check. */
export interface OwnedEntry extends KindEntry {
  readonly receiverName: string
}

const hourMs = 3_600_000

/** Returns the newest check of each entry that has one, by entry id. */
export async function ownershipOf(
  { store, waits, settings }: Pick<BatchContext, 'store' | 'waits' | 'settings'>,
  entries: readonly OwnedEntry[],
): Promise<ReadonlyMap<string, NonNullable<EntryLine['ownership']>>> {
  const threshold = settings.current().scoreThreshold
  const now = waits.latest().getTime()
  const found = new Map<string, NonNullable<EntryLine['ownership']>>()
  const kindOf = await ownerKindsOf(store.read, entries)
  // Grouped by account, because all pairs of entries and checks would be their product.
  const ofAccount = Map.groupBy(entries, ({ account }) => account)
  ofAccount.delete('')
  for (const accounts of slicesOf([...ofAccount.keys()])) {
    const newest = newestByName(await checksOf(store, accounts), kindOf)
    for (const entry of accounts.flatMap((account) => ofAccount.get(account) ?? [])) {
      const check = newest(entry)
      if (!check) continue
      const age = (now - Date.parse(check.at)) / hourMs
      found.set(entry.id, {
        validationId: check.id,
        score: check.score,
        at: check.at,
        ageHours: Math.max(0, age),
        ...readCheck(check, threshold),
      })
    }
  }
  return found
}

/** Returns all checks of these accounts, newest first. */
const checksOf = (store: Store, accounts: readonly string[]) =>
  store.read
    .selectFrom('validations')
    .select(['id', 'at', 'owner_name', 'outcome', 'score', 'account_significant'])
    .select(['account_number', 'routing_number', 'owner_kind'])
    .where(
      sql<boolean>`account_significant IN (SELECT value FROM json_each(${JSON.stringify(accounts)}))`,
    )
    .orderBy('at', 'desc')
    .execute()

interface NamedCheck {
  readonly owner_name: string
  readonly account_significant: string
  readonly routing_number: string
  readonly owner_kind: OwnerKind
}

/**
 * Returns a function for the newest check of an entry's account, name and kind; each name is
 * compared once.
 */
function newestByName<T extends NamedCheck>(
  checks: readonly T[],
  kindOf: (entry: OwnedEntry) => PayeeKind,
): (entry: OwnedEntry) => T | undefined {
  const key = (routing: string, account: string): string => `${routing} ${account}`
  const byAccount = Map.groupBy(checks, (one) => key(one.routing_number, one.account_significant))
  const known = new Map<string, T | undefined>()
  return (entry) => {
    const { account, routingNumber, receiverName } = entry
    const there = byAccount.get(key(routingNumber, account))
    if (!there) return undefined
    const kind = kindOf(entry)
    const about = JSON.stringify([routingNumber, account, receiverName, kind])
    if (!known.has(about))
      known.set(
        about,
        there.find((one) => one.owner_kind === kind && isSameName(one.owner_name, receiverName)),
      )
    return known.get(about)
  }
}
