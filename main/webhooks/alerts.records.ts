/**
 * Reads of the alerts: newest first, paged by seq. Whatever the index of words can answer it answers; the
 * rows themselves are read for one page only.
 */
import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import { mostListed, type AlertListRequest } from '../../preload/contract/alerts/alert.ts'
import { maskedDigits } from '../../preload/contract/personal-names.ts'
import type { Store } from '../storage/store.ts'
import type { AlertsTable } from '../storage/tables.ts'
import { mostAccounts } from './alert-masking.ts'
import { matchOf } from './alert-search.ts'

/** An alert as the table has it. */
export type AlertRow = Selectable<AlertsTable>

const lineColumns = [
  'seq',
  'id',
  'at',
  'sent_at',
  'kind',
  'code',
  'status',
  'direction',
  'incoming',
  'amount',
  'currency',
  'account',
  'party',
  'reference',
  'receipts',
  'conflict',
  'repeats_seq',
  'old_code',
  'incomplete',
  'unlisted',
  'delivery_seq',
  'place',
] as const
/** What a line of the list needs, and where the alert's own JSON is. */
export type LineRow = Pick<AlertRow, (typeof lineColumns)[number]>

/** What the list is narrowed to. */
export type AlertFilter = Omit<AlertListRequest, 'cursor' | 'limit'>

type Sql = RawBuilder<unknown>

/** Behind every alert. */
const last = Number.MAX_SAFE_INTEGER

/**
 * So far the computer's clock may have been set back between two alerts: around the ends of a time the order
 * of receipt is not that of the instants.
 */
const clockSlackMs = 2 * 60 * 60 * 1_000
/** As the table has it, whatever fraction of a second was given. */
const instant = (at: string, laterMs = 0): string =>
  new Date(Date.parse(at) + laterMs).toISOString()

/** The instants of receipt, which decide. */
const during = ({ from, to }: AlertFilter): Sql[] => [
  ...(from === null ? [] : [sql`a.at >= ${instant(from)}`]),
  ...(to === null ? [] : [sql`a.at < ${instant(to)}`]),
]

/**
 * The stretch of the list that holds the time: behind the last alert that is surely earlier, and before the
 * first that is surely later.
 */
const stretch = ({ from, to }: AlertFilter, seq: Sql, below: number = last): Sql[] => [
  ...(from === null
    ? []
    : [
        sql`${seq} > coalesce((SELECT seq FROM alerts WHERE at < ${instant(from, -clockSlackMs)}
          ORDER BY at DESC, seq DESC LIMIT 1), 0)`,
      ]),
  ...(to === null
    ? []
    : [
        sql`${seq} < min(${below}, coalesce((SELECT seq FROM alerts
          WHERE at >= ${instant(to, clockSlackMs)} ORDER BY at, seq LIMIT 1), ${below}))`,
      ]),
]

/**
 * The same for a count, which asks the rows themselves for their instants only around the ends of the time:
 * what stands behind the first alert that is surely in it and before the last needs no look.
 */
function surelyOrDuring(filter: AlertFilter): Sql {
  const { from, to } = filter
  const first =
    from === null
      ? sql`0`
      : sql`coalesce((SELECT seq FROM alerts WHERE at >= ${instant(from, clockSlackMs)}
          ORDER BY at, seq LIMIT 1), ${Number.MAX_SAFE_INTEGER})`
  const until =
    to === null
      ? sql`${Number.MAX_SAFE_INTEGER}`
      : sql`coalesce((SELECT seq FROM alerts WHERE at < ${instant(to, -clockSlackMs)}
          ORDER BY at DESC, seq DESC LIMIT 1), 0)`
  const itself = sql.join([sql`a.seq = w.rowid`, ...during(filter)], sql` AND `)
  return sql`(w.rowid BETWEEN ${first} AND ${until}
    OR EXISTS (SELECT 1 FROM alerts AS a WHERE ${itself}))`
}

/** Where the alerts of a filter are found, what they meet, and what their number is called there. */
interface Source {
  readonly from: Sql
  readonly conditions: readonly Sql[]
  readonly seq: Sql
}

/** By what leads to the fewest: alarms, which are rare; then the index of words; then the table. */
function sourceOf(filter: AlertFilter, below: number = last): Source {
  const match = matchOf(filter)
  const isFound = sql`w.alert_words MATCH ${match}`
  // With the plus the instants do not tempt SQLite away from the order of the list.
  const instants = during(filter).map((condition) => sql`+${condition}`)
  if (filter.mark === 'conflict' || match === null) {
    const conditions = [
      ...(filter.mark === 'conflict' ? [sql`a.conflict = 1`] : []),
      ...(match === null
        ? []
        : [sql`EXISTS (SELECT 1 FROM alert_words AS w WHERE w.rowid = a.seq AND ${isFound})`]),
      ...stretch(filter, sql`a.seq`, below),
      ...instants,
    ]
    return { from: sql`alerts AS a`, conditions, seq: sql`a.seq` }
  }
  return {
    // CROSS JOIN holds SQLite to the order of the two.
    from: sql`alert_words AS w CROSS JOIN alerts AS a ON a.seq = w.rowid`,
    conditions: [isFound, ...stretch(filter, sql`w.rowid`, below), ...instants],
    seq: sql`w.rowid`,
  }
}

const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`

/** How many alerts a filter finds, counted to one more than the list shows. */
export async function countAlerts(store: Store, filter: AlertFilter): Promise<number> {
  const { from, conditions } = countedAt(filter)
  const { total } = await store.read
    .selectFrom(
      sql<{ one: 1 }>`(SELECT 1 AS one FROM ${from} ${all(conditions)} LIMIT ${mostListed + 1})`.as(
        'found',
      ),
    )
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Counting needs no order, and of the rows nothing but the time. */
function countedAt(filter: AlertFilter): Pick<Source, 'from' | 'conditions'> {
  const source = sourceOf(filter)
  const hasTime = filter.from !== null || filter.to !== null
  const match = matchOf(filter)
  if (filter.mark === 'conflict') return source
  if (match === null) return { from: sql`alerts AS a`, conditions: during(filter) }
  const time = hasTime ? [...stretch(filter, sql`w.rowid`), surelyOrDuring(filter)] : []
  return { from: sql`alert_words AS w`, conditions: [sql`w.alert_words MATCH ${match}`, ...time] }
}

/** The lines of one page below a seq, newest first, and one more when there is more. */
export async function pageOfAlerts(
  store: Store,
  filter: AlertFilter,
  page: { readonly below: number | null; readonly limit: number },
): Promise<readonly LineRow[]> {
  const { from, conditions, seq } = sourceOf(filter, page.below ?? undefined)
  // SQLite walks by one upper bound only: that of a time holds this one too.
  const isBounded = page.below === null || filter.to !== null
  const below = isBounded ? [] : [sql`${seq} < ${page.below}`]
  const columns = sql.join(lineColumns.map((column) => sql.ref(`a.${column}`)))
  return store.read
    .selectFrom(
      sql<LineRow>`(SELECT ${columns} FROM ${from} ${all([...conditions, ...below])}
        ORDER BY ${seq} DESC LIMIT ${page.limit + 1})`.as('page'),
    )
    .selectAll()
    .orderBy('seq', 'desc')
    .execute()
}

/** The accounts of these alerts, without leading zeros; of one alert at most so many, and one more. */
export async function accountsOfAlerts(
  store: Store,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await store.read
    .selectFrom(
      sql<{ alert_seq: number; account: string }>`(SELECT a.alert_seq, a.account
        FROM json_each(${JSON.stringify(seqs)}) AS s CROSS JOIN alert_accounts AS a
        ON a.alert_seq = s.value AND a.account IN (SELECT account FROM alert_accounts
          WHERE alert_seq = s.value ORDER BY account LIMIT ${mostAccounts + 1}))`.as('found'),
    )
    .select(['alert_seq', 'account'])
    .execute()
  const found = new Map<number, string[]>()
  for (const { alert_seq: seq, account } of rows) {
    const accounts = found.get(seq)
    if (accounts) accounts.push(account)
    else found.set(seq, [account])
  }
  return found
}

/** One alert, or undefined. */
export const findAlert = (store: Store, id: string): Promise<AlertRow | undefined> =>
  store.read.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirst()

/** What a delivery's body was, byte for byte. */
export async function bodyOf(store: Store, deliverySeq: number): Promise<Uint8Array> {
  const { body } = await store.read
    .selectFrom('alert_deliveries')
    .select('body')
    .where('seq', '=', deliverySeq)
    .executeTakeFirstOrThrow()
  return body
}

/** A bank that delivers one alert again and again must not make it unshowable. */
const mostOthers = 1_000

/** When an alert was received, the first time first. */
export const receiptsOf = (store: Store, seq: number) =>
  store.read
    .selectFrom('alert_receipts as r')
    .innerJoin('alert_deliveries as d', 'd.seq', 'r.delivery_seq')
    .select(['d.id', 'd.at', 'd.remote', 'r.place', 'r.guid', 'r.confirmation'])
    .where('r.alert_seq', '=', seq)
    .orderBy('r.delivery_seq')
    .orderBy('r.place')
    .limit(mostOthers)
    .execute()

/** The other alerts that came under a guid of this one, the first or a later, and say something else. */
export async function conflictsOf(store: Store, { seq, guid, conflict }: AlertRow) {
  if (conflict === 0) return []
  const guids = sql`(SELECT ${guid} AS guid UNION
    SELECT guid FROM alert_receipts WHERE alert_seq = ${seq} AND is_other_guid = 1)`
  const under = sql<SqlBool>`seq IN (
    SELECT seq FROM alerts WHERE guid IN ${guids} UNION
    SELECT alert_seq FROM alert_receipts WHERE is_other_guid = 1 AND guid IN ${guids})`
  return store.read
    .selectFrom('alerts')
    .select(['seq', 'id', 'at'])
    .where(under)
    .where('seq', '!=', seq)
    .orderBy('seq')
    .limit(mostOthers)
    .execute()
}

/** The alert with this seq, as others tell of it. */
export const otherAlert = (store: Store, seq: number) =>
  store.read.selectFrom('alerts').select(['id', 'at']).where('seq', '=', seq).executeTakeFirst()

/** What stands at the head of the screen. */
export async function summaryOf(store: Store) {
  const deliveries = store.read.selectFrom('alert_deliveries')
  const [conflicts, held, unread, last, statuses] = await Promise.all([
    store.read
      .selectFrom('alerts')
      .select((select) => select.fn.countAll<number>().as('total'))
      .where('conflict', '=', 1)
      .where('conflict_seen_at', 'is', null)
      .executeTakeFirstOrThrow(),
    deliveries
      .select((select) => select.fn.countAll<number>().as('total'))
      .where('held', 'is not', null)
      .executeTakeFirstOrThrow(),
    deliveries
      .select((select) => select.fn.countAll<number>().as('total'))
      .where('reader', 'is', null)
      .where('held', 'is', null)
      .executeTakeFirstOrThrow(),
    deliveries.select('at').orderBy('seq', 'desc').limit(1).executeTakeFirst(),
    listStatuses(store),
  ])
  return {
    conflicts: conflicts.total,
    quarantined: held.total,
    unread: unread.total,
    lastReceivedAt: last?.at ?? null,
    statuses,
  }
}

/** A code that differs each time would be no status: the filter offers so many. */
const mostStatuses = 200

/** Each status once, from one to the next by the index: a million alerts have a dozen. */
async function listStatuses(store: Store): Promise<string[]> {
  const rows = await store.read
    .selectFrom(
      sql<{ status: string | null }>`(
        WITH RECURSIVE each (status) AS (
          SELECT min(status) FROM alerts
          UNION ALL
          SELECT (SELECT min(status) FROM alerts WHERE status > each.status) FROM each
          WHERE each.status IS NOT NULL)
        SELECT status FROM each LIMIT ${mostStatuses})`.as('found'),
    )
    .select('status')
    .execute()
  // One that may be an account is not offered: masked it would find nothing.
  return rows.flatMap(({ status }) =>
    status === null || maskedDigits(status) !== status ? [] : [status],
  )
}
