/** Reads the payee book, and the acts about payees in the audit chain. */
import { sql, type Selectable } from 'kysely'
import {
  payeeStates,
  type PayeesRequest,
  type PayeeState,
} from '../../../preload/contract/domain/payees/payee.ts'
import { entryHash } from '../../store/hash-chain.ts'
import { folded } from '../../store/collation.ts'
import type { PayeeVersionsTable } from '../../store/tables/payees.ts'
import {
  byName,
  byNumber,
  byOrder,
  byText,
  sortedPage,
  type StoredSort,
} from '../../store/sorted-page.ts'
import type { Reader, Store } from '../../store/store.ts'
import { paidText, readDetails } from '../payee-details.ts'
import { paid, paidToPayee, type Paid } from '../payee-payments.ts'
import type { OperatorFacts } from '../../profile/operators.service.ts'
import type { SessionContext } from '../../profile/session-context.ts'

export interface PayeesContext extends SessionContext {
  readonly operatorOf: (id: string) => OperatorFacts | undefined
}

export type VersionRow = Selectable<PayeeVersionsTable>

/** A payee with its shown version: the approved one, otherwise the latest proposal. */
export interface PayeeRow {
  readonly id: string
  readonly state: PayeeState
  readonly approved_version: number
  readonly approved_at: string | null
  readonly proposed_version: number | null
  readonly removed_at: string | null
  readonly changed_at: string
  /** The stored text of the shown version. */
  readonly details: string
  readonly payments: number
  readonly last_paid_at: string | null
  /** Minor units and currency of the last payment, such as `120450 USD`. */
  readonly last_amount: string | null
}

/** Something that was paid to a payee. */
export type PaidRow = Pick<Paid, 'amount' | 'currency' | 'at'>

const stateOf = sql<PayeeState>`CASE
  WHEN removed_at IS NOT NULL THEN 'removed'
  WHEN proposed_version IS NOT NULL AND (SELECT details FROM payee_versions
    WHERE payee_id = id AND version = proposed_version) IS NULL THEN 'removal-proposed'
  WHEN approved_version > 0 AND proposed_version IS NOT NULL THEN 'change-proposed'
  WHEN approved_version > 0 THEN 'approved'
  WHEN proposed_version IS NOT NULL THEN 'new'
  ELSE 'refused' END`
/** For a payee that was never approved, the latest proposed details. A removal has none. */
const shownDetailsOf = sql<string>`(SELECT details FROM payee_versions
  WHERE payee_id = id AND details IS NOT NULL
  ORDER BY version = approved_version DESC, version DESC LIMIT 1)`
const paidToThem = paid(paidToPayee(sql.ref('payees.id')))
const paymentsOf = sql<number>`(SELECT count(*) FROM ${paidToThem} AS paid)`
const lastPaidOf = sql<string | null>`(SELECT max(at) FROM ${paidToThem} AS paid)`
const lastAmountOf = sql<string | null>`(SELECT amount || ' ' || currency
  FROM ${paidToThem} AS paid ORDER BY at DESC LIMIT 1)`

const allPayees = (reader: Reader) =>
  reader
    .selectFrom('payees')
    .select([
      'id',
      'approved_version',
      'approved_at',
      'proposed_version',
      'removed_at',
      'changed_at',
    ])
    .select([
      stateOf.as('state'),
      shownDetailsOf.as('details'),
      paymentsOf.as('payments'),
      lastPaidOf.as('last_paid_at'),
      lastAmountOf.as('last_amount'),
    ])

const views: Readonly<Record<PayeesRequest['view'], ReturnType<typeof sql<boolean>>>> = {
  all: sql<boolean>`true`,
  usable: sql<boolean>`approved_version > 0 AND removed_at IS NULL`,
  waiting: sql<boolean>`proposed_version IS NOT NULL`,
  removed: sql<boolean>`removed_at IS NOT NULL`,
}

function orderOf(sort: NonNullable<PayeesRequest['sort']>): StoredSort {
  const detail = (path: string) => sql`json_extract(${shownDetailsOf}, ${path})`
  const by = {
    name: byName(detail('$.name'), sort),
    state: byOrder(stateOf, payeeStates, sort),
    bank: byName(detail('$.bank.name'), sort),
    payments: byNumber(paymentsOf, sort),
    'last-paid': byText(lastPaidOf, sort),
    changed: sql`changed_at`,
  }
  return { by: by[sort.column], direction: sort.direction, tie: sql`id` }
}

/**
 * Returns one page of the book, by name or sorted, and the total count. Every word of a search must
 * match.
 */
export async function listPayees(
  store: Store,
  { view, search = '', sort, ...page }: PayeesRequest,
): Promise<{ rows: PayeeRow[]; next: string | null; total: number }> {
  const words = folded(search).split(/\s+/).filter(Boolean)
  const matches = sql<boolean>`${sql.join(
    [views[view], ...words.map((word) => sql`instr(search_text, ${word}) > 0`)],
    sql` AND `,
  )}`
  const { total } = await store.read
    .selectFrom('payees')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where(matches)
    .executeTakeFirstOrThrow()
  const order = orderOf(sort ?? { column: 'name', direction: 'ascending' })
  const { rows, next } = await sortedPage(allPayees(store.read).where(matches), order, page)
  return { rows, next, total }
}

export const findPayee = (reader: Reader, id: string): Promise<PayeeRow | undefined> =>
  allPayees(reader).where('id', '=', id).executeTakeFirst()

/** Returns the last wire or RTP payment to a payee; undefined if there was none. */
export const lastPayment = (reader: Reader, id: string): Promise<PaidRow | undefined> =>
  reader
    .selectFrom(paid({ ...paidToPayee(sql`${id}`), entries: sql`false` }).as('paid'))
    .select(['amount', 'currency', 'at'])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns all versions ever proposed, newest first. */
export const versionsOf = (reader: Reader, id: string): Promise<VersionRow[]> =>
  reader
    .selectFrom('payee_versions')
    .selectAll()
    .where('payee_id', '=', id)
    .orderBy('version', 'desc')
    .execute()

/**
 * Returns the accounts of all payees that were not removed: approved and proposed ones, and every
 * one of a payee that was never approved.
 */
export const accountsInBook = (store: Store): Promise<{ aba: string; accountNumber: string }[]> =>
  store.read
    .selectFrom('payee_versions as v')
    .innerJoin('payees as p', 'p.id', 'v.payee_id')
    .select([
      sql<string>`json_extract(v.details, '$.bank.aba')`.as('aba'),
      sql<string>`json_extract(v.details, '$.accountNumber')`.as('accountNumber'),
    ])
    .where('p.removed_at', 'is', null)
    .where('v.details', 'is not', null)
    .where(
      sql<boolean>`(p.approved_version = 0 OR v.version IN (p.approved_version, p.proposed_version))`,
    )
    .execute()

/**
 * Returns the payees, not removed, whose approved account and bank are those of a validation, in any
 * spelling (bank note 36).
 */
export async function idsAtValidated(store: Store, validationId: string): Promise<string[]> {
  const found = await store.read
    .selectFrom('payees as p')
    .innerJoin('payee_versions as v', (join) =>
      join.onRef('v.payee_id', '=', 'p.id').onRef('v.version', '=', 'p.approved_version'),
    )
    .innerJoin('validations as checked', (join) =>
      join.on('checked.id', '=', validationId).on('checked.account_significant', '<>', ''),
    )
    .select('p.id')
    .where('p.removed_at', 'is', null)
    .where(
      sql<boolean>`(v.account_significant = checked.account_significant
        AND v.routing_number = checked.routing_number)`,
    )
    .execute()
  return found.map(({ id }) => id)
}

/** The approved version of a payee, by the table. */
export interface ApprovedRow {
  readonly id: string
  readonly removed_at: string | null
  readonly proposed_version: number | null
  readonly approved_version: number
  readonly approved_at: string | null
  /** The stored text of the approved version. */
  readonly details: string | null
  /** The stored text of the proposal that waits; null for none and for a removal. */
  readonly proposed: string | null
}

/** Returns the payees among these ids, with one SQL statement. */
export const approvedRows = (reader: Reader, ids: readonly string[]): Promise<ApprovedRow[]> =>
  reader
    .selectFrom('payees as p')
    .leftJoin('payee_versions as v', (join) =>
      join.onRef('v.payee_id', '=', 'p.id').onRef('v.version', '=', 'p.approved_version'),
    )
    .leftJoin('payee_versions as w', (join) =>
      join.onRef('w.payee_id', '=', 'p.id').onRef('w.version', '=', 'p.proposed_version'),
    )
    .select(['p.id', 'p.removed_at', 'p.proposed_version', 'p.approved_version', 'p.approved_at'])
    .select(['v.details', 'w.details as proposed'])
    .where(sql<boolean>`p.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .execute()

/**
 * Returns whether a proposal waits that would change what is paid, or remove the payee. One that
 * changes only a note, a kind or usual services does not matter to those who pay.
 */
export const isPaidChangeProposed = ({
  proposed_version: version,
  proposed,
  details,
}: Pick<ApprovedRow, 'proposed_version' | 'proposed' | 'details'>): boolean =>
  version !== null &&
  (proposed === null ||
    details === null ||
    paidText(readDetails(proposed)) !== paidText(readDetails(details)))

/** The content of an audit act about a version. */
export interface VersionAct {
  readonly version: number
  /** Null for a removal. */
  readonly detailsSha256: string | null
}

type ActKind = 'payee.proposed' | 'payee.approved'

/**
 * Returns the last act of a kind about a payee; undefined if there is none, or its entry does not
 * match its own hash. The table counts only where this act agrees (Promise P3).
 */
export const lastAct = async (
  reader: Reader,
  id: string,
  kind: ActKind,
): Promise<VersionAct | undefined> => (await lastActs(reader, [id], kind)).get(id)

/** Does the same for many payees, with one SQL statement. */
export async function lastActs(
  reader: Reader,
  ids: readonly string[],
  kind: ActKind,
): Promise<ReadonlyMap<string, VersionAct>> {
  const entries = await reader
    .selectFrom('audit_entries')
    .selectAll()
    .where(
      sql<boolean>`seq IN (SELECT (SELECT max(a.seq) FROM audit_entries AS a
          WHERE a.subject = wanted.value AND a.kind = ${kind})
        FROM json_each(${JSON.stringify(ids)}) AS wanted)`,
    )
    .execute()
  return new Map(
    entries.flatMap((entry): [string, VersionAct][] =>
      entry.hash === entryHash(entry)
        ? [[entry.subject, JSON.parse(entry.detail) as VersionAct]]
        : [],
    ),
  )
}
