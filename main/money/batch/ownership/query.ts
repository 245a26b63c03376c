/**
 * The question whose an entry's account is, by the kind of its payee (`2-validation-and-ach-inquiry.md`, AcctOwner
 * fields; trap 28).
 */
import { significantAccount } from '../../../../preload/contract/kernel/account-number.ts'
import {
  accountInquiry,
  type AccountInquiry,
} from '../../../../preload/contract/bank/account-validation.ts'
import type { TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import { personIn } from '../../../../preload/contract/domain/owner-name.ts'
import type { PayeeKind } from '../../../../preload/contract/domain/payees/payee.ts'
import { nameOf } from '../../../inquiry/validation/save-validation.ts'
import { sql } from 'kysely'
import type { ResultClass } from '../../../../preload/contract/domain/validation-reading.ts'
import { slicesOf } from '../../../platform/slices.ts'
import { type KeptCheck, readCheck } from '../../order/approval/ownership.ts'
import type { OrderContext } from '../../order/types.ts'
import type { Store } from '../../../store/store.ts'
import { ownerKindsOf } from './entry-owner-kind.ts'
import { nameKeys } from '../../../platform/folded-text.ts'

/** The question of an entry; null where it cannot be asked: no name, or an account or a bank that is none. */
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

/** Tells questions apart: two with the same key ask the same. */
export const ownerKey = ({ routingNumber, accountNumber, ownerKind, owner }: AccountInquiry) =>
  [
    routingNumber,
    significantAccount(accountNumber),
    ownerKind,
    nameOf({ ownerKind, owner }).toLowerCase(),
  ].join('\u0000')

/*
 * What is known already of whose the accounts of a batch are: of each entry the newest check of its account at its bank
 * under its name and of its kind of owner (trap 36). Checks are read by their accounts, some at once, so that nobody waits for thousands.
 */

type Context = Pick<OrderContext, 'store' | 'clock' | 'settings'>

/** A check that is about an entry. */
export interface KnownCheck {
  readonly validationId: string
  /** ISO UTC. */
  readonly at: string
  readonly resultClass: ResultClass
  readonly score: number | null
  readonly ageHours: number
}

/** Of each entry its newest check; null: nobody ever asked. */
export type KnownOwnership = ReadonlyMap<string, KnownCheck | null>

const hourMs = 3_600_000

/**
 * Reads it; `from`: only entries to accounts that get so many cents or more of this batch in all, however they are
 * split, and entries whose amount cannot be read.
 */
export async function knownOwnership(
  { store, clock, settings }: Context,
  orderId: string,
  from = 0,
): Promise<KnownOwnership> {
  const isAsked = sql<boolean>`(routing_number, account_significant) IN (
    SELECT routing_number, account_significant FROM batch_entries WHERE order_id = ${orderId}
    GROUP BY routing_number, account_significant HAVING sum(coalesce(amount, ${from})) >= ${from})`
  const entries = await store.read
    .selectFrom('batch_entries')
    .select(['id', 'order_id as orderId', 'payee_id as payeeId', 'routing_number'])
    .select(['account_significant', 'account_significant as account'])
    .select('routing_number as routingNumber')
    .select(sql<string>`json_extract(typed, '$.receiverName')`.as('name'))
    .where('order_id', '=', orderId)
    .where(isAsked)
    .execute()
  const { scoreThreshold } = settings.current()
  const now = clock.now().getTime()
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
    // The newest comes first, and is kept.
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

type FoundCheck = Awaited<ReturnType<typeof checksOf>>[number] & KeptCheck

/** All checks of these accounts, the newest first. */
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

/** What is made of the same thing once. */
function remembered<K, V>(make: (of: K) => V): (of: K) => V {
  const made = new Map<K, V>()
  return (of) => {
    const known = made.get(of)
    if (known !== undefined) return known
    const value = make(of)
    made.set(of, value)
    return value
  }
}

const accountOf = (one: {
  readonly routing_number: string
  readonly account_significant: string
}): string => `${one.routing_number} ${one.account_significant}`
