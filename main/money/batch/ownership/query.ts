/**
 * The ownership inquiry for an entry's account, by the kind of its payee (bank document 2,
 * AcctOwner fields; bank note 28), and the newest known check of each entry: of its account, bank,
 * name and kind of owner (bank note 36).
 */
import { significantAccount } from '../../../../preload/contract/kernel/account-number.ts'
import {
  accountInquiry,
  type AccountInquiry,
} from '../../../../preload/contract/bank/account-validation.ts'
import type { TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import { personIn } from '../../../../preload/contract/domain/owner-name.ts'
import type { PayeeKind } from '../../../../preload/contract/domain/payees/payee.ts'
import { nameOf } from '../../../inquiry/save-validation.ts'
import { sql } from 'kysely'
import type { ResultClass } from '../../../../preload/contract/domain/validation-reading.ts'
import { slicesOf } from '../../../platform/slices.ts'
import { type StoredCheck, readCheck } from '../../order/approval/ownership.ts'
import type { OrderContext } from '../../order/types.ts'
import type { Store } from '../../../store/store.ts'
import { ownerKindsOf } from './entry-owner-kind.ts'
import { nameKeys } from '../../../platform/folded-text.ts'

/**
 * Returns the inquiry for an entry; null if it cannot be made: no name, or an invalid account or
 * bank.
 */
export function ownerQuestion(entry: TypedEntry, kind: PayeeKind): AccountInquiry | null {
  const name = entry.receiverName.trim()
  const owner = kind === 'person' ? personIn(name) : { businessName: name }
  if (owner === null) return null
  const read = accountInquiry.safeParse({
    apiVersion: 'v1',
    routingNumber: entry.routingNumber,
    accountNumber: entry.accountNumber.trim(),
    ownerKind: kind,
    owner,
  })
  return read.success ? read.data : null
}

/** Returns a key of an inquiry; two with the same key are the same inquiry. */
export const ownerKey = ({ routingNumber, accountNumber, ownerKind, owner }: AccountInquiry) =>
  [
    routingNumber,
    significantAccount(accountNumber),
    ownerKind,
    nameOf({ ownerKind, owner }).toLowerCase(),
  ].join('\u0000')

type Context = Pick<OrderContext, 'store' | 'clock' | 'waits' | 'settings'>

/** A check about an entry. */
export interface KnownCheck {
  readonly validationId: string
  /** ISO UTC. */
  readonly at: string
  readonly resultClass: ResultClass
  readonly score: number | null
  readonly ageHours: number
}

/** The newest check of each entry; null if there is none. */
export type KnownOwnership = ReadonlyMap<string, KnownCheck | null>

const hourMs = 3_600_000

/**
 * Reads the checks by account, in slices, so that thousands block nobody. `from` limits them to entries whose accounts receive that many cents or more in
 * this batch, however split, and to entries with an unreadable amount.
 */
export async function knownOwnership(
  { store, waits, settings }: Context,
  orderId: string,
  from = 0,
): Promise<KnownOwnership> {
  const isQueried = sql<boolean>`(routing_number, account_significant) IN (
    SELECT routing_number, account_significant FROM batch_entries WHERE order_id = ${orderId}
    GROUP BY routing_number, account_significant HAVING sum(coalesce(amount, ${from})) >= ${from})`
  const entries = await store.read
    .selectFrom('batch_entries')
    .select(['id', 'order_id as orderId', 'payee_id as payeeId', 'routing_number'])
    .select(['account_significant', 'account_significant as account'])
    .select('routing_number as routingNumber')
    .select(sql<string>`json_extract(typed, '$.receiverName')`.as('name'))
    .where('order_id', '=', orderId)
    .where(isQueried)
    .execute()
  const { scoreThreshold } = settings.current()
  const now = waits.latest().getTime()
  const kindOf = await ownerKindsOf(store.read, entries)
  const keysOf = remembered(nameKeys)
  const shown = remembered((check: FoundCheck): KnownCheck => ({
    validationId: check.id,
    at: check.at,
    score: check.score,
    resultClass: readCheck(check, scoreThreshold).resultClass,
    ageHours: (now - Date.parse(check.at)) / hourMs,
  }))
  const known = new Map<string, KnownCheck | null>(entries.map(({ id }) => [id, null]))
  const ofAccount = Map.groupBy(entries, (one) => one.account_significant)
  ofAccount.delete('')
  for (const accounts of slicesOf([...ofAccount.keys()])) {
    const checks = await checksOf(store, accounts)
    // Checks are sorted newest first, so the first one counts.
    const newest = new Map<string, number>()
    for (const [at, check] of checks.entries())
      for (const key of keysOf(check.owner_name)) {
        const place = `${accountOf(check)} ${check.owner_kind} ${key}`
        if (!newest.has(place)) newest.set(place, at)
      }
    for (const entry of accounts.flatMap((account) => ofAccount.get(account) ?? [])) {
      const account = `${accountOf(entry)} ${kindOf(entry)}`
      const places = keysOf(entry.name).map((key) => newest.get(`${account} ${key}`))
      const found = checks[Math.min(...places.map((at) => at ?? checks.length))]
      if (found) known.set(entry.id, shown(found))
    }
  }
  return known
}

type FoundCheck = Awaited<ReturnType<typeof checksOf>>[number] & StoredCheck

/** Returns all checks of these accounts, newest first. */
const checksOf = (store: Store, accounts: readonly string[]) =>
  store.read
    .selectFrom('validations')
    .select(['id', 'at', 'owner_name', 'account_number', 'routing_number', 'account_significant'])
    .select(['owner_kind', 'outcome', 'score'])
    .where(
      sql<boolean>`account_significant IN (SELECT value FROM json_each(${JSON.stringify(accounts)}))`,
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Caches a function by its argument. */
function remembered<K, V>(make: (of: K) => V): (of: K) => V {
  const cache = new Map<K, V>()
  return (of) => {
    const known = cache.get(of)
    if (known !== undefined) return known
    const value = make(of)
    cache.set(of, value)
    return value
  }
}

const accountOf = (one: {
  readonly routing_number: string
  readonly account_significant: string
}): string => `${one.routing_number} ${one.account_significant}`
