/** Alerts, validations and payees as search results. Accounts and owners are masked. */
import { sql } from 'kysely'
import { maskedAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { AlertLine } from '../../../preload/contract/api/alerts/alert.ts'
import { maskedName } from '../../../preload/contract/domain/owner-name.ts'
import type { Found } from '../../../preload/contract/api/search/search.ts'
import { scoredClasses } from '../../../preload/contract/domain/validation-reading.ts'
import { payeeMask, readDetails } from '../../money/payees/payee-details.ts'
import type { Reader, Store } from '../../store/store.ts'
import { shownLine } from '../../alerts/reading/alert-view.ts'
import { accountsOfAlerts, linesOf } from '../../alerts/alerts.records.ts'
import { detailOf, titleOf } from './result-text.ts'

const alertKinds = { ach: 'ACH', wire: 'Wire', rtp: 'RTP', other: 'Other' } as const

function foundAlert(line: AlertLine): Found {
  const amount = detailOf(line.amount)
  return {
    kind: 'alert',
    id: line.id,
    at: line.receivedAt,
    title: titleOf(
      'No party',
      line.party ?? '',
      [line.currency, amount].filter((part) => part !== null && part !== '').join(' '),
    ),
    detail: detailOf(
      alertKinds[line.kind],
      line.isIncomingCredit ? 'incoming credit' : line.direction,
      line.status,
      line.reference,
      line.account,
    ),
    address: `/alerts/list/${line.id}`,
  }
}

/** Returns the alerts with these numbers, in their order. */
export async function alertsWith(store: Store, seqs: readonly number[]): Promise<Found[]> {
  const [lines, accounts] = await Promise.all([linesOf(store, seqs), accountsOfAlerts(store, seqs)])
  return lines.map((row) => foundAlert(shownLine(row, accounts.get(row.seq) ?? [])))
}

/** Returns the numbers of the newest alerts that the word index finds. */
export async function alertSeqs(reader: Reader, match: string, atMost: number): Promise<number[]> {
  const rows = await reader
    .selectFrom(
      sql<{ seq: number }>`(SELECT rowid AS seq FROM alert_words WHERE alert_words MATCH ${match}
        ORDER BY rowid DESC LIMIT ${atMost})`.as('found'),
    )
    .select('seq')
    .execute()
  return rows.map(({ seq }) => seq)
}

/**
 * Returns the numbers of the alerts whose reference or transaction id begins with the text, highest
 * first.
 */
export async function numberedAlerts(
  reader: Reader,
  beginning: string,
  atMost: number,
): Promise<number[]> {
  const both = await Promise.all(
    (['reference', 'transaction_id'] as const).map((column) =>
      reader
        .selectFrom('alerts')
        .select('seq')
        .where(column, '>=', beginning)
        .where(column, '<', `${beginning}\u{10ffff}`)
        .orderBy(column, 'desc')
        .limit(atMost)
        .execute(),
    ),
  )
  return both.flat().map(({ seq }) => seq)
}

/** The fields of a validation in a result. */
export interface ValidationFacts {
  readonly id: string
  readonly at: string
  readonly owner_name: string
  readonly account_number: string
  readonly routing_number: string
  readonly result_class: string
  readonly score: number | null
}

const scored: readonly string[] = scoredClasses

/** Returns the result of a validation, its owner as the history shows it. */
export const foundValidation = (row: ValidationFacts): Found => ({
  kind: 'validation',
  id: row.id,
  at: row.at,
  title: titleOf('No owner named', maskedName(row.owner_name), maskedAccount(row.account_number)),
  detail: detailOf(
    `routing ${row.routing_number}`,
    row.score === null ? '' : `score ${String(row.score)}`,
    // The score is shown beside the class, because the match depends on the current threshold.
    scored.includes(row.result_class) ? 'account open' : row.result_class.replaceAll('-', ' '),
  ),
  address: `/validation/history/${row.id}`,
})

/** Returns the newest validations that the word index finds. */
export async function validationsOf(
  reader: Reader,
  match: string,
  atMost: number,
): Promise<Found[]> {
  const rows = await reader
    .selectFrom(
      sql<ValidationFacts>`(SELECT v.id, v.at, v.owner_name, v.account_number, v.routing_number, v.result_class,
          v.score
        FROM (SELECT rowid AS seq FROM validation_words WHERE validation_words MATCH ${match}
          ORDER BY rowid DESC LIMIT ${atMost}) AS w
        CROSS JOIN search_places AS p ON p.seq = w.seq CROSS JOIN validations AS v ON v.id = p.id
        ORDER BY w.seq DESC)`.as('found'),
    )
    .selectAll()
    .execute()
  return rows.map(foundValidation)
}

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

function standingOf({ removed_at: removed, approved_version: approved }: PayeeFacts): string {
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
      standingOf(row),
    ),
    address: `/payees/${row.id}`,
  }
}

/** Returns the newest payees that the word index finds. */
export async function payeesOf(reader: Reader, match: string, atMost: number): Promise<Found[]> {
  const rows = await reader
    .selectFrom(
      sql<PayeeFacts>`(SELECT ${payeeFacts}
        FROM (SELECT rowid AS seq FROM payee_words WHERE payee_words MATCH ${match}
          ORDER BY rowid DESC LIMIT ${atMost}) AS w
        CROSS JOIN search_places AS p ON p.seq = w.seq CROSS JOIN payees AS y ON y.id = p.id
        ORDER BY w.seq DESC)`.as('found'),
    )
    .selectAll()
    .execute()
  return rows.map(foundPayee)
}

/** Returns the payees with this current or earlier account, given without leading zeros. */
export async function payeesWithAccount(
  reader: Reader,
  account: string,
  atMost: number,
): Promise<Found[]> {
  const rows = await reader
    .selectFrom(
      sql<PayeeFacts>`(SELECT ${payeeFacts} FROM payees AS y WHERE y.id IN (
        SELECT payee_id FROM payee_versions
        WHERE details IS NOT NULL AND ltrim(json_extract(details, '$.accountNumber'), '0') = ${account})
        ORDER BY y.changed_at DESC LIMIT ${atMost})`.as('found'),
    )
    .selectAll()
    .execute()
  return rows.map(foundPayee)
}
