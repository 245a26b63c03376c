/**
 * Whose account each entry of a batch goes to, by the payee book: of entries that were chosen from it as of those that
 * were typed, pasted or imported (domain rules, Nacha 2026, originator fraud monitoring). An account that a payee had,
 * or that somebody only proposed, is told as theirs and warned of. Nothing is changed here, and no entry is linked.
 */
import { sql } from 'kysely'
import {
  entryPayeeFlags,
  type EntryPayeeFlag,
} from '../../../../preload/contract/domain/batches/batch.ts'
import type { EntryPayee } from '../../../../preload/contract/domain/batches/drafts.ts'
import type { Reader } from '../../../store/store.ts'
import { chosenPayeeFlags } from '../drafts/chosen-payees.ts'
import { isSameName } from '../../../platform/folded-text.ts'

/** An entry that was chosen from the book, or whose account is in it. */
interface Entry {
  readonly id: string
  /** Its place in the batch, from 1. */
  readonly number: number
  readonly name: string
  readonly payee: string | null
  readonly account: string
  readonly routing: string
}

/** A payee who has, had or is to have an account. */
interface Holder {
  readonly id: string
  readonly name: string
  readonly account: string
  readonly routing: string
  /** Two people agreed about this very version, and it is the one in force. */
  readonly isInForce: 0 | 1
  readonly isApproved: 0 | 1
  readonly isProposed: 0 | 1
}

/** What is told of an entry, with its place in the batch, from 1. */
export type PlacedPayee = EntryPayee & { readonly number: number }

/** Of each entry whose account is a payee's, as the maker is told. */
export const payeesOfEntries = async (reader: Reader, orderId: string): Promise<EntryPayee[]> =>
  (await placedPayees(reader, orderId)).map(({ number: _, ...told }) => told)

/**
 * Of each entry that was chosen from the book or whose account is a payee's, in their order: the one rule for maker and
 * approver. At most four statements for all of them, however many entries the batch has.
 */
export async function placedPayees(reader: Reader, orderId: string): Promise<PlacedPayee[]> {
  const known = await holdersIn(reader, orderId)
  const holders = Map.groupBy(known, accountOf)
  const entries = await entriesOf(reader, orderId, known)
  const chosen = await chosenPayees(reader, entries)
  return entries.flatMap((entry): PlacedPayee[] => {
    const { id: entryId, number } = entry
    if (entry.payee !== null) return [{ entryId, number, ...chosen(entry, entry.payee) }]
    const found = typedPayee(entry, holders.get(accountOf(entry)) ?? [])
    return found ? [{ entryId, number, ...found }] : []
  })
}

type Found = Omit<EntryPayee, 'entryId'>

const accountOf = ({ account, routing }: Pick<Entry, 'account' | 'routing'>): string =>
  `${routing} ${account}`

/** The entries of which something can be told: mostly few of those that a batch has. */
function entriesOf(reader: Reader, orderId: string, known: readonly Holder[]): Promise<Entry[]> {
  const accounts = JSON.stringify(known.map(({ routing, account: of }) => [routing, of]))
  const placed = sql<Entry>`(SELECT id, account_significant AS account, routing_number AS routing,
      json_extract(typed, '$.receiverName') AS name, json_extract(typed, '$.payeeId') AS payee,
      row_number() OVER (ORDER BY position, id) AS number
    FROM batch_entries WHERE order_id = ${orderId})`
  return reader
    .selectFrom(placed.as('e'))
    .selectAll()
    .where(
      sql<boolean>`(payee IS NOT NULL OR (routing, account) IN (
        SELECT value ->> 0, value ->> 1 FROM json_each(${accounts})))`,
    )
    .orderBy('number')
    .execute()
}

const detail = (path: string) => sql<string>`trim(json_extract(v.details, ${sql.lit(path)}))`
const account = sql<string>`ltrim(${detail('$.accountNumber')}, '0')`

/**
 * The payees of the book by the accounts of the draft: what is or was approved, what is proposed, and of those whom
 * nobody approved whatever was proposed. The version in force comes first.
 */
function holdersIn(reader: Reader, orderId: string): Promise<Holder[]> {
  const isApproved = sql<0 | 1>`(p.approved_version > 0)`
  const isInForce = sql<0 | 1>`(v.state = 'approved' AND v.version = p.approved_version)`
  return reader
    .selectFrom('payees as p')
    .innerJoin('payee_versions as v', 'v.payee_id', 'p.id')
    .select(['p.id', detail('$.name').as('name'), account.as('account')])
    .select([detail('$.bank.aba').as('routing'), isInForce.as('isInForce')])
    .select(isApproved.as('isApproved'))
    .select(sql<0 | 1>`(p.proposed_version IS NOT NULL)`.as('isProposed'))
    .where('p.removed_at', 'is', null)
    .where('v.details', 'is not', null)
    .where(
      sql<boolean>`(v.state = 'approved' OR v.version IS p.proposed_version OR NOT ${isApproved})`,
    )
    .where(
      sql<boolean>`(${account}, ${detail('$.bank.aba')}) IN (
        SELECT account_significant, routing_number FROM batch_entries
        WHERE order_id = ${orderId} AND account_significant <> '')`,
    )
    .orderBy(isInForce, 'desc')
    .orderBy('p.id')
    .orderBy('v.version', 'desc')
    .execute()
}

/** Whoever has the account under the entry's name, else whoever has it; undefined: nobody of the book. Pure. */
function typedPayee(entry: Entry, holders: readonly Holder[]): Found | undefined {
  const named = holders.filter(({ name }) => isSameName(name, entry.name))
  const those = [...Map.groupBy(named.length > 0 ? named : holders, ({ id }) => id).values()]
  const [first, second] = those.flatMap(([newest]) => (newest ? [newest] : []))
  if (!first) return undefined
  const flags = those.flatMap(([newest]) => (newest ? flagsOf(newest) : []))
  return {
    payee: second ? null : { id: first.id, name: first.name },
    isChosen: false,
    flags: entryPayeeFlags.filter((flag) => flags.includes(flag)),
  }
}

function flagsOf({ isInForce, isApproved, isProposed }: Holder): EntryPayeeFlag[] {
  if (isApproved === 0) return ['not-approved']
  return [
    ...(isInForce === 0 ? (['differs-from-book'] as const) : []),
    ...(isProposed === 1 ? (['change-proposed'] as const) : []),
  ]
}

/** Of entries that were chosen from the book: their payee, and how it stands now. */
async function chosenPayees(
  reader: Reader,
  entries: readonly Entry[],
): Promise<(entry: Entry, payeeId: string) => Found> {
  const ids = [...new Set(entries.flatMap(({ payee }) => (payee === null ? [] : [payee])))]
  const flagsOfChosen = await chosenPayeeFlags(reader, ids)
  const names = ids.length === 0 ? new Map<string, string>() : await namesOf(reader, ids)
  return (entry, id) => ({
    payee: { id, name: names.get(id) ?? '' },
    isChosen: true,
    flags: flagsOfChosen(entry, id),
  })
}

/** What is in force of a payee, else what was proposed last. */
async function namesOf(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const names = await reader
    .selectFrom('payees as p')
    .innerJoin('payee_versions as v', 'v.payee_id', 'p.id')
    .select(['p.id', detail('$.name').as('name')])
    .where('v.details', 'is not', null)
    .where(sql<boolean>`p.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    // The last one is kept.
    .orderBy(sql`v.version IS p.approved_version`)
    .orderBy('v.version')
    .execute()
  return new Map(names.map(({ id, name }) => [id, name]))
}
