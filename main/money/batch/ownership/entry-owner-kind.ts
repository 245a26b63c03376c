/**
 * Decides whether the owner of an entry's account is a person or a business, because a check of one
 * kind never answers for the other. The entry's payee decides, or the payee with that account in
 * the book; otherwise PPD means a person, CCD and CTX a business (Nacha, SEC codes).
 */
import { sql } from 'kysely'
import type { SecCode } from '../../../../preload/contract/bank/ach-origination/batch.ts'
import type { PayeeKind } from '../../../../preload/contract/domain/payees/payee.ts'
import type { Reader } from '../../../store/store.ts'

/** The entry fields that decide its kind. */
export interface KindEntry {
  readonly id: string
  readonly orderId: string
  readonly payeeId: string | null
  /** Without leading zeros. */
  readonly account: string
  readonly routingNumber: string
}

/** Returns the kind of receivers that the payee book does not know. */
export const kindOfReceivers = (secCode: SecCode | undefined): PayeeKind =>
  secCode === 'PPD' ? 'person' : 'business'

interface Approved {
  readonly id: string
  readonly account: string
  readonly routing: string
  readonly kind: PayeeKind
}

const accountOf = (routing: string, account: string): string => `${routing} ${account}`

/**
 * Reads the book once for all of these entries, with two SQL statements. Returns a function for the
 * owner kind of an entry.
 */
export async function ownerKindsOf(
  reader: Reader,
  entries: readonly KindEntry[],
): Promise<(entry: KindEntry) => PayeeKind> {
  const [approved, secCodes] = await Promise.all([
    approvedOf(reader, entries),
    secCodesOf(reader, entries),
  ])
  const ofPayee = new Map(approved.map(({ id, kind }) => [id, kind]))
  const holders = Map.groupBy(approved, (one) => accountOf(one.routing, one.account))
  /** An account shared by payees of both kinds decides nothing. */
  const kindOfAccount = (key: string): PayeeKind | undefined => {
    const kinds = new Set(holders.get(key)?.map(({ kind }) => kind))
    return kinds.size === 1 ? [...kinds][0] : undefined
  }
  return ({ orderId, payeeId, account, routingNumber }) =>
    (payeeId === null ? undefined : ofPayee.get(payeeId)) ??
    kindOfAccount(accountOf(routingNumber, account)) ??
    kindOfReceivers(secCodes.get(orderId))
}

const kind = sql<PayeeKind>`json_extract(v.details, '$.kind')`

/**
 * Returns approved payees with a kind: those that entries were chosen from, and those with their
 * accounts.
 */
function approvedOf(reader: Reader, entries: readonly KindEntry[]): Promise<Approved[]> {
  const ids = new Set(entries.flatMap(({ payeeId }) => payeeId ?? []))
  const accounts = new Set(entries.map((one) => one.account).filter((one) => one !== ''))
  return reader
    .selectFrom('payees as p')
    .innerJoin('payee_versions as v', (join) =>
      join
        .onRef('v.payee_id', '=', 'p.id')
        .onRef('v.version', '=', 'p.approved_version')
        .on('v.state', '=', 'approved'),
    )
    .select([
      'p.id',
      sql<string>`v.account_significant`.as('account'),
      sql<string>`v.routing_number`.as('routing'),
      kind.as('kind'),
    ])
    .where('p.removed_at', 'is', null)
    .where(sql<boolean>`${kind} IS NOT NULL`)
    .where(
      sql<boolean>`(p.id IN (SELECT value FROM json_each(${JSON.stringify([...ids])}))
        OR v.account_significant IN (SELECT value FROM json_each(${JSON.stringify([...accounts])})))`,
    )
    .execute()
}

async function secCodesOf(
  reader: Reader,
  entries: readonly KindEntry[],
): Promise<ReadonlyMap<string, SecCode>> {
  const ids = JSON.stringify([...new Set(entries.map(({ orderId }) => orderId))])
  const rows = await reader
    .selectFrom('batches')
    .select(['order_id', 'sec_code'])
    .where(sql<boolean>`order_id IN (SELECT value FROM json_each(${ids}))`)
    .execute()
  return new Map(rows.map(({ order_id: id, sec_code: secCode }) => [id, secCode]))
}
