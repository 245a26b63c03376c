/**
 * Finds whose account each entry of a batch uses, by the payee book, for entries chosen from it,
 * typed, pasted or imported (Nacha 2026, originator fraud monitoring). A former or only proposed
 * account of a payee, or that of a removed one, is shown as theirs, with a warning. Reads only, and links no entry.
 */
import { sql } from 'kysely'
import {
  entryPayeeFlags,
  type EntryPayeeFlag,
} from '../../../../preload/contract/domain/batches/batch.ts'
import type { EntryPayee } from '../../../../preload/contract/domain/batches/drafts.ts'
import type { Reader } from '../../../store/store.ts'
import { isPaidChangeProposed } from '../../payees/payee.records.ts'
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

/** A payee with a present, former or proposed account, or one that was removed. */
interface Holder {
  readonly id: string
  readonly name: string
  readonly account: string
  readonly routing: string
  /** Two people approved exactly this version, and it is in force. */
  readonly isInForce: 0 | 1
  readonly isApproved: 0 | 1
  readonly removed_at: string | null
  /** A change of what is paid, or the removal, waits for a second person. */
  readonly isProposed: boolean
}

/** The finding about an entry, with its place in the batch, from 1. */
export type PlacedPayee = EntryPayee & { readonly number: number }

/** Returns each entry whose account belongs to a payee, as the maker sees it. */
export const payeesOfEntries = async (reader: Reader, orderId: string): Promise<EntryPayee[]> =>
  (await placedPayees(reader, orderId)).map(({ number: _, ...payee }) => payee)

/**
 * Returns each entry that was chosen from the book or whose account belongs to a payee, in order;
 * maker and approver see the same rule. At most four SQL statements, however many entries the batch
 * has.
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

/** Returns the entries with any finding, usually few of a batch. */
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

/**
 * Returns the payees with accounts of the draft, removed ones too: approved and formerly approved
 * versions, proposed ones, and every proposal of payees that nobody approved. The version in force
 * comes first.
 */
async function holdersIn(reader: Reader, orderId: string): Promise<Holder[]> {
  const isApproved = sql<0 | 1>`(p.approved_version > 0)`
  const isInForce = sql<0 | 1>`(v.state = 'approved' AND v.version = p.approved_version)`
  const rows = await reader
    .selectFrom('payees as p')
    .innerJoin('payee_versions as v', 'v.payee_id', 'p.id')
    .leftJoin('payee_versions as a', (join) =>
      join
        .onRef('a.payee_id', '=', 'p.id')
        .onRef('a.version', '=', 'p.approved_version')
        .on('p.proposed_version', 'is not', null),
    )
    .leftJoin('payee_versions as w', (join) =>
      join.onRef('w.payee_id', '=', 'p.id').onRef('w.version', '=', 'p.proposed_version'),
    )
    .select(['p.id', detail('$.name').as('name'), sql<string>`v.account_significant`.as('account')])
    .select([sql<string>`v.routing_number`.as('routing'), isInForce.as('isInForce')])
    .select(isApproved.as('isApproved'))
    .select(['p.removed_at', 'p.proposed_version', 'a.details', 'w.details as proposed'])
    .where('v.details', 'is not', null)
    .where(
      sql<boolean>`(v.state = 'approved' OR v.version IS NOT DISTINCT FROM p.proposed_version OR NOT ${isApproved})`,
    )
    .where(
      sql<boolean>`(v.account_significant, v.routing_number) IN (
        SELECT account_significant, routing_number FROM batch_entries
        WHERE order_id = ${orderId} AND account_significant <> '')`,
    )
    .orderBy(isInForce, 'desc')
    .orderBy('p.id')
    .orderBy('v.version', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, isProposed: isPaidChangeProposed(row) }))
}

/**
 * Returns the holder of the account with the entry's name, otherwise any holder; one that was
 * removed only if there is no other. Undefined if nobody ever had it. Pure.
 */
function typedPayee(entry: Entry, all: readonly Holder[]): Found | undefined {
  const inBook = all.filter(({ removed_at }) => removed_at === null)
  const holders = inBook.length > 0 ? inBook : all
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

function flagsOf(holder: Holder): EntryPayeeFlag[] {
  const { isInForce, isApproved, isProposed } = holder
  if (holder.removed_at !== null) return ['not-in-book']
  if (isApproved === 0) return ['not-approved']
  return [
    ...(isInForce === 0 ? (['differs-from-book'] as const) : []),
    ...(isProposed ? (['change-proposed'] as const) : []),
  ]
}

/** Returns a function for entries chosen from the book: the payee and its present flags. */
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

/** Returns the name in force of each payee, otherwise the latest proposed one. */
async function namesOf(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const names = await reader
    .selectFrom('payees as p')
    .innerJoin('payee_versions as v', 'v.payee_id', 'p.id')
    .select(['p.id', detail('$.name').as('name')])
    .where('v.details', 'is not', null)
    .where(sql<boolean>`p.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    // Later rows overwrite earlier ones, so the version in force remains.
    .orderBy(sql`v.version IS NOT DISTINCT FROM p.approved_version`)
    .orderBy('v.version')
    .execute()
  return new Map(names.map(({ id, name }) => [id, name]))
}
