/**
 * Links entries of a file to payees, where account, bank and name match exactly one approved payee.
 * If anything differs or several match, none is linked and a person chooses.
 */
import { sql } from 'kysely'
import {
  significantAccount,
  significantRouting,
} from '../../../../preload/contract/kernel/account-number.ts'
import type { Store } from '../../../store/store.ts'
import type { FileEntry } from '../import/table-rows.ts'
import { isSameName } from '../../../platform/folded-text.ts'

type Receiver = Pick<FileEntry, 'accountNumber' | 'routingNumber' | 'receiverName'>
interface Approved {
  readonly id: string
  readonly account: string
  readonly routing: string
  readonly name: string
}

const detail = (path: string) => sql<string>`trim(json_extract(v.details, ${sql.lit(path)}))`

/**
 * Reads the book once for all entries. Returns a function for the payee id of an entry; null if
 * none.
 */
export async function payeeLinks(
  { read }: Pick<Store, 'read'>,
  receivers: readonly Receiver[],
): Promise<(receiver: Receiver) => string | null> {
  const accounts = new Set(receivers.map(significantOf).filter((one) => one !== ''))
  const wanted = JSON.stringify([...accounts])
  const approved: Approved[] = await read
    .selectFrom('payees as p')
    .innerJoin('payee_versions as v', (join) =>
      join.onRef('v.payee_id', '=', 'p.id').onRef('v.version', '=', 'p.approved_version'),
    )
    .select([
      'p.id',
      sql<string>`v.account_significant`.as('account'),
      sql<string>`v.routing_number`.as('routing'),
    ])
    .select(detail('$.name').as('name'))
    .where('p.removed_at', 'is', null)
    .where('v.details', 'is not', null)
    .where(sql<boolean>`v.account_significant IN (SELECT value FROM json_each(${wanted}))`)
    .execute()
  const sharing = Map.groupBy(approved, keyOf)
  return (receiver) => {
    const routing = significantRouting(receiver.routingNumber)
    const those = sharing.get(keyOf({ account: significantOf(receiver), routing })) ?? []
    const [only, second] = those.filter(({ name }) => isSameName(name, receiver.receiverName))
    return only && !second ? only.id : null
  }
}

const significantOf = ({ accountNumber }: Receiver): string => significantAccount(accountNumber)
const keyOf = ({ account, routing }: Pick<Approved, 'account' | 'routing'>): string =>
  JSON.stringify([account, routing])
