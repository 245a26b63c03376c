/**
 * Whose account each entry of a draft goes to, by the payee book: of entries that were chosen from it as of those that
 * were typed, pasted or imported (domain rules, Nacha 2026, originator fraud monitoring). An account that a payee had,
 * or that somebody only proposed, is told as theirs and warned of. Nothing is changed here, and no entry is linked.
 */
import { sql } from 'kysely'
import { entryPayeeFlags, type EntryPayeeFlag } from '../../preload/contract/batches/batch.ts'
import type { EntryPayee } from '../../preload/contract/batches/drafts.ts'
import { isSameName } from '../orders/ownership.ts'
import type { Reader } from '../storage/store.ts'
import { payeeFlaggedEntries } from './batch-payee-flags.ts'

/** An entry of the draft. */
interface Entry {
  readonly id: string
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

/** Of each entry whose account is a payee's; at most five statements for all of them, however many entries it has. */
export async function payeesOfEntries(reader: Reader, orderId: string): Promise<EntryPayee[]> {
  const entries = await entriesOf(reader, orderId)
  const holders = Map.groupBy(await holdersIn(reader, orderId), accountOf)
  const chosen = await chosenPayees(reader, orderId)
  return entries.flatMap((entry): EntryPayee[] => {
    if (entry.payee !== null) return [{ entryId: entry.id, ...chosen(entry.id, entry.payee) }]
    const found = typedPayee(entry, holders.get(accountOf(entry)) ?? [])
    return found ? [{ entryId: entry.id, ...found }] : []
  })
}

type Found = Omit<EntryPayee, 'entryId'>

const accountOf = ({ account, routing }: Pick<Entry, 'account' | 'routing'>): string =>
  `${routing} ${account}`

const entriesOf = (reader: Reader, orderId: string): Promise<Entry[]> =>
  reader
    .selectFrom('batch_entries')
    .select(['id', 'account_significant as account', 'routing_number as routing'])
    .select(sql<string>`json_extract(typed, '$.receiverName')`.as('name'))
    .select(sql<string | null>`json_extract(typed, '$.payeeId')`.as('payee'))
    .where('order_id', '=', orderId)
    .orderBy('position')
    .orderBy('id')
    .execute()

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
  orderId: string,
): Promise<(entryId: string, payeeId: string) => Found> {
  const flagged = await payeeFlaggedEntries(reader, orderId)
  const flags = new Map(flagged.map((one) => [one.id, one.flags]))
  const names = await reader
    .selectFrom('payees as p')
    .innerJoin('payee_versions as v', 'v.payee_id', 'p.id')
    .select(['p.id', detail('$.name').as('name')])
    .where('v.details', 'is not', null)
    .where(
      sql<boolean>`p.id IN (SELECT json_extract(typed, '$.payeeId') FROM batch_entries
        WHERE order_id = ${orderId})`,
    )
    // The last one is kept: what is in force, else what was proposed last.
    .orderBy(sql`v.version IS p.approved_version`)
    .orderBy('v.version')
    .execute()
  const named = new Map(names.map(({ id, name }) => [id, name]))
  return (entryId, payeeId) => ({
    payee: { id: payeeId, name: named.get(payeeId) ?? '' },
    isChosen: true,
    flags: [...(flags.get(entryId) ?? [])],
  })
}
