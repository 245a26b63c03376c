/** Payees as search results. Accounts are masked. */
import { sql } from 'kysely'
import { maskedAccount } from '../../../../preload/contract/kernel/account-number.ts'
import type { Found } from '../../../../preload/contract/api/search/search.ts'
import { payeeMask, readDetails } from '../../../money/payee-details.ts'
import { hasWords } from '../../../store/dialect.ts'
import type { Reader } from '../../../store/store.ts'
import { detailOf, titleOf } from '../result-text.ts'

/** The fields of a payee in a result. */
export interface PayeeFacts {
  readonly id: string
  readonly changed_at: string
  readonly removed_at: string | null
  readonly approved_version: number
  /** The stored details of the approved version, else of the latest proposal. */
  readonly details: string | null
}

/** The columns read of a payee `y`. */
export const payeeFacts = sql`y.id, y.changed_at, y.removed_at, y.approved_version,
  (SELECT details FROM payee_versions WHERE payee_id = y.id AND details IS NOT NULL
    ORDER BY version = y.approved_version DESC, version DESC LIMIT 1) AS details`

function stateOf({ removed_at: removed, approved_version: approved }: PayeeFacts): string {
  if (removed !== null) return 'removed'
  return approved > 0 ? 'approved' : 'not approved'
}

/** Returns the result of a payee. */
export function foundPayee(row: PayeeFacts): Found {
  const details = row.details === null ? undefined : readDetails(row.details)
  const mask = payeeMask(details ? [details] : [], false)
  return {
    kind: 'payee',
    id: row.id,
    at: row.changed_at,
    title: titleOf('No name', mask.text(details?.name ?? '')),
    detail: detailOf(
      details && maskedAccount(details.accountNumber),
      details && mask.text(details.bank.name),
      stateOf(row),
    ),
    address: `/payees/${row.id}`,
  }
}

/** Returns the newest payees that the word index finds. */
export async function payeesOf(reader: Reader, match: string, atMost: number): Promise<Found[]> {
  const rows = await reader
    .selectFrom(
      sql<PayeeFacts>`(SELECT ${payeeFacts}
        FROM (SELECT rowid AS seq FROM payee_text WHERE ${hasWords('payee_text', match)}
          ORDER BY rowid DESC LIMIT ${atMost}) AS w
        CROSS JOIN search_places AS p ON p.seq = w.seq CROSS JOIN payees AS y ON y.id = p.id
        ORDER BY w.seq DESC)`.as('found'),
    )
    .selectAll()
    .execute()
  return rows.map(foundPayee)
}

/** Returns the payees with this current or earlier account, given by its comparing key. */
export async function payeesWithAccount(
  reader: Reader,
  account: string,
  atMost: number,
): Promise<Found[]> {
  const rows = await reader
    .selectFrom(
      sql<PayeeFacts>`(SELECT ${payeeFacts} FROM payees AS y WHERE y.id IN (
        SELECT payee_id FROM payee_versions
        WHERE details IS NOT NULL AND account_significant = ${account})
        ORDER BY y.changed_at DESC LIMIT ${atMost})`.as('found'),
    )
    .selectAll()
    .execute()
  return rows.map(foundPayee)
}
