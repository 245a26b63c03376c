/**
 * Reads alerts, newest first, paged by seq. The full-text index answers every filter that it can;
 * the rows themselves are read for one page only.
 */
import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import {
  mostListed,
  type AlertGroup,
  type AlertLine,
  type AlertListRequest,
  type AlertMark,
} from '../../preload/contract/api/alerts/alert.ts'
import { secCodes } from '../../preload/contract/bank/ach-origination/batch.ts'
import {
  businessStatusOf,
  statusSpelling,
} from '../../preload/contract/bank/codes/payment-business-status.ts'
import type { OrderService } from '../../preload/contract/domain/orders/order.ts'
import { maskedDigits } from '../../preload/contract/domain/personal-names.ts'
import { either, hasWords } from '../store/dialect.ts'
import type { Store } from '../store/store.ts'
import type { AlertsTable } from '../store/tables/alerts.ts'
import { maskedLine, mostAccounts } from '../bank/privacy/mask-alert.ts'
import { matchOf } from './alert-search.ts'
import { during, inSpans, spansOf, surelyOrDuring } from './stored/alert-times.ts'
import { elementsIn, type Element } from './split-delivery.ts'

/** An alert as stored in the table. */
export type AlertRow = Selectable<AlertsTable>

/** Returns the seq of the newest alert; 0 if there is none. */
export async function newestSeq(store: Pick<Store, 'read'>): Promise<number> {
  const { seq } = await store.read
    .selectFrom('alerts')
    .select((select) => select.fn.max<number | null>('seq').as('seq'))
    .executeTakeFirstOrThrow()
  return seq ?? 0
}

/**
 * Returns the seq before the first alert received at or after an instant; that of the newest alert if
 * there is none, or no instant.
 */
export async function seqBefore(
  store: Pick<Store, 'read'>,
  instant: string | null,
): Promise<number> {
  // Read first: an alert that comes between the queries is not passed over.
  const newest = await newestSeq(store)
  if (instant === null) return newest
  const first = await store.read
    .selectFrom('alerts')
    .select((select) => select.fn.min<number | null>('seq').as('seq'))
    .where('at', '>=', instant)
    .executeTakeFirstOrThrow()
  return first.seq === null ? newest : first.seq - 1
}

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
/** The columns of a line of the list, and the place of the alert's own JSON. */
export type LineRow = Pick<AlertRow, (typeof lineColumns)[number]>

const marksOf = (row: LineRow): AlertMark[] => [
  ...(row.conflict === 1 ? (['conflict'] as const) : []),
  ...(row.repeats_seq === null ? [] : (['repeats'] as const)),
  ...(row.old_code === 1 ? (['old-code'] as const) : []),
  ...(row.incomplete === 1 ? (['incomplete'] as const) : []),
  ...(row.unlisted === 1 ? (['unlisted'] as const) : []),
]

/** A line of the list with every account in full. */
export const lineInFull = (row: LineRow): AlertLine => ({
  id: row.id,
  seq: row.seq,
  receivedAt: row.at,
  sentAt: row.sent_at,
  kind: row.kind,
  code: row.code,
  status: row.status,
  direction: row.direction,
  isIncomingCredit: row.incoming === 1,
  amount: row.amount,
  currency: row.currency,
  account: row.account,
  party: row.party,
  reference: row.reference,
  receipts: row.receipts,
  marks: marksOf(row),
})

/** A line of the list, masked by the accounts of its alert. */
export const shownLine = (row: LineRow, accounts: readonly string[]): AlertLine =>
  maskedLine(lineInFull(row), accounts)

/** The filters of the list. */
export type AlertFilter = Omit<AlertListRequest, 'cursor' | 'limit' | 'sort'>

type Sql = RawBuilder<unknown>

/** A filter with what the store knows about it. */
interface Wanted {
  readonly filter: AlertFilter
  /** The spans with alerts of its time range; null: no time range is set. */
  readonly spans: Awaited<ReturnType<typeof spansOf>>
  readonly match: string | null
  /** The filtered status in each received spelling. */
  readonly spellings: readonly string[]
}

async function wantedOf(store: Store, filter: AlertFilter): Promise<Wanted> {
  const { status } = filter
  const spellings = status === null ? [] : await spellingsOf(store, status)
  const spans = await spansOf(store, filter)
  return { filter, spans, match: matchOf(filter, spellings), spellings }
}

/** Alerts that were matched to a payment, or to an entry of a batch; open suggestions are not. */
const matches = sql`SELECT order_id, alert_seq FROM order_alerts WHERE decision = 'counts'
  UNION ALL SELECT e.order_id, v.alert_seq FROM batch_entry_status_events AS v
    JOIN batch_entries AS e ON e.id = v.entry_id WHERE v.alert_seq IS NOT NULL`

/**
 * The condition that an alert is the newest found one of an order, or unmatched. SQLite computes
 * the set of the newest once; the plus keeps it from searching by that set.
 */
const isNewestOfGroup = (seq: Sql, found: Sql): Sql =>
  sql`(+${seq} IN (SELECT max(alert_seq) FROM (${matches}) AS m ${found} GROUP BY order_id)
    OR (NOT EXISTS (SELECT 1 FROM order_alerts AS x
        WHERE x.alert_seq = ${seq} AND x.decision = 'counts')
      AND NOT EXISTS (SELECT 1 FROM batch_entry_status_events AS x WHERE x.alert_seq = ${seq})))`

/**
 * The conditions that the newest alert of a payment has the filtered status: an earlier status is
 * no longer true. A failure stays the event of its line, and a batch counts each of its statuses.
 */
function presentStatus({ filter: { status }, spellings }: Wanted, seq: Sql): readonly Sql[] {
  if (status === null || businessStatusOf(status)?.category === 'Failed') return []
  return [
    sql`NOT EXISTS (SELECT 1 FROM order_alerts AS x
      WHERE x.alert_seq = ${seq} AND x.decision = 'counts' AND coalesce((SELECT n.status
        FROM order_alerts AS y JOIN alerts AS n ON n.seq = y.alert_seq
        WHERE y.order_id = x.order_id AND y.decision = 'counts'
        ORDER BY n.seq DESC LIMIT 1), '') NOT IN (${sql.join(spellings)}))`,
  ]
}

/** The source of the alerts of a filter, its conditions, and its name for their seq. */
interface Source {
  readonly from: Sql
  readonly conditions: readonly Sql[]
  readonly seq: Sql
}

/**
 * Starts from the source that finds the fewest rows: conflicts, which are rare; then the full-text
 * index; then the table.
 */
function sourceOf(wanted: Wanted, below: number | null = null): Source {
  const { from, conditions, seq } = flatSourceOf(wanted, below)
  const { filter, spans, match } = wanted
  if (filter.isGrouped !== true) return { from, conditions, seq }
  // The newest of an order is the same on every page.
  const whole = flatSourceOf(wanted, null)
  const isWhole = match === null && spans === null && filter.mark === null
  const found = isWhole
    ? sql``
    : sql`WHERE alert_seq IN (SELECT ${whole.seq} FROM ${whole.from} ${all(whole.conditions)})`
  return {
    from,
    conditions: [...conditions, isNewestOfGroup(seq, found), ...presentStatus(wanted, seq)],
    seq,
  }
}

const isFound = (match: string): Sql => hasWords('alert_text', match, 'w')

/** The source with a line for each alert. */
function flatSourceOf({ filter, spans, match }: Wanted, below: number | null): Source {
  // The plus keeps SQLite from using the index of the instants in place of the order of the list.
  const instants = during(filter).map((condition) => sql`+${condition}`)
  // SQLite uses only one upper bound for the scan, so the bound of a time range includes that of
  // the page.
  const place = (seq: Sql): Sql[] => {
    if (spans !== null) return inSpans(seq, spans, below)
    return below === null ? [] : [sql`${seq} < ${below}`]
  }
  if (filter.mark === 'conflict' || match === null) {
    const conditions = [
      ...(filter.mark === 'conflict' ? [sql`a.conflict = 1`] : []),
      ...(match === null
        ? []
        : [
            sql`EXISTS (SELECT 1 FROM alert_text AS w WHERE w.rowid = a.seq AND ${isFound(match)})`,
          ]),
      ...place(sql`a.seq`),
      ...instants,
    ]
    return { from: sql`alerts AS a`, conditions, seq: sql`a.seq` }
  }
  // CROSS JOIN fixes the order of the two tables in SQLite's plan.
  const withAlerts = sql`alert_text AS w CROSS JOIN alerts AS a ON a.seq = w.rowid`
  return {
    from: instants.length > 0 ? withAlerts : either(withAlerts, sql`alert_text AS w`),
    conditions: [isFound(match), ...place(sql`w.rowid`), ...instants],
    seq: sql`w.rowid`,
  }
}

const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`

/** The number of alerts that a filter finds, counted up to one more than the list shows. */
export async function countAlerts(store: Store, filter: AlertFilter): Promise<number> {
  const { from, conditions } = countedAt(await wantedOf(store, filter))
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

/** A count needs no order, and of the rows only the time. */
function countedAt(wanted: Wanted): Pick<Source, 'from' | 'conditions'> {
  const { filter, spans, match } = wanted
  if (filter.mark === 'conflict' || filter.isGrouped === true) return sourceOf(wanted)
  if (match === null) return { from: sql`alerts AS a`, conditions: during(filter) }
  const time =
    spans === null ? [] : [...inSpans(sql`w.rowid`, spans, null), surelyOrDuring(filter, spans)]
  return {
    from: sql`alert_text AS w`,
    conditions: [isFound(match), ...time],
  }
}

/** Columns of the newest alerts `a` of a source. PostgreSQL would read each of its alerts before. */
const newestOf = ({ from, conditions, seq }: Source, columns: Sql, atMost: number): Sql =>
  either(
    sql`SELECT ${columns} FROM ${from} ${all(conditions)} ORDER BY ${seq} DESC LIMIT ${atMost}`,
    sql`SELECT ${columns} FROM (SELECT ${seq} AS seq FROM ${from} ${all(conditions)}
      ORDER BY ${seq} DESC LIMIT ${atMost}) AS newest JOIN alerts AS a ON a.seq = newest.seq`,
  )

/** The lines of one page below a seq, newest first, and one extra row if there are more. */
export async function pageOfAlerts(
  store: Store,
  filter: AlertFilter,
  page: { readonly below: number | null; readonly limit: number },
): Promise<readonly LineRow[]> {
  const source = sourceOf(await wantedOf(store, filter), page.below)
  const columns = sql.join(lineColumns.map((column) => sql.ref(`a.${column}`)))
  return store.read
    .selectFrom(sql<LineRow>`(${newestOf(source, columns, page.limit + 1)})`.as('page'))
    .selectAll()
    .orderBy('seq', 'desc')
    .execute()
}

/** The newest alerts of a filter, at most `atMost`, each with its seq and sort key. */
export async function foundAlerts(store: Store, filter: AlertFilter, key: Sql, atMost: number) {
  const source = sourceOf(await wantedOf(store, filter))
  const columns = sql`a.seq AS seq, ${key} AS key`
  return sql<{ seq: number; key: string | number }>`(${newestOf(source, columns, atMost)})`
}

/** The lines of these alerts, in the given order. */
export async function linesOf(store: Store, seqs: readonly number[]): Promise<LineRow[]> {
  if (seqs.length === 0) return []
  const rows = await store.read
    .selectFrom('alerts')
    .select(lineColumns)
    .where('seq', 'in', [...seqs])
    .execute()
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  return seqs.flatMap((seq) => bySeq.get(seq) ?? [])
}

/**
 * The accounts of these alerts, without leading zeros; per alert at most `mostAccounts` and one
 * more.
 */
export async function accountsOfAlerts(
  store: Store,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await store.read
    .selectFrom(
      sql<{ alert_seq: number; account: string }>`(SELECT a.alert_seq, a.account
        FROM json_each(${JSON.stringify(seqs)}) AS s CROSS JOIN alert_accounts AS a
        ON a.alert_seq = CAST(s.value AS bigint) AND a.account IN (SELECT account FROM alert_accounts
          WHERE alert_seq = CAST(s.value AS bigint) ORDER BY account LIMIT ${mostAccounts + 1}))`.as(
        'found',
      ),
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

/** Returns the payments and batches of these alerts, by the seq of the alert. */
export async function groupsOfAlerts(
  store: Store,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, AlertGroup>> {
  interface Row extends Omit<AlertGroup, 'kind' | 'statuses' | 'alerts'> {
    readonly seq: number
    readonly service: OrderService
  }
  const rows = await store.read
    .selectFrom(
      sql<Row>`(SELECT m.alert_seq AS seq, o.id AS "orderId", o.service, o.beneficiary AS title,
          o.currency, o.amount AS minor
        FROM (${matchesIn('alert_seq', seqs)}) AS m JOIN orders AS o ON o.id = m.order_id)`.as(
        'found',
      ),
    )
    .selectAll()
    .orderBy('orderId')
    .execute()
  const statuses = await statusesOfOrders(
    store,
    rows.map(({ orderId }) => orderId),
  )
  return new Map(
    rows.map(({ seq, service, ...group }) => {
      const ofOrder = statuses.get(group.orderId) ?? []
      return [
        seq,
        {
          ...group,
          kind: isBatchService(service) ? 'batch' : 'payment',
          alerts: ofOrder.reduce((sum, { alerts }) => sum + alerts, 0),
          statuses: ofOrder,
        },
      ]
    }),
  )
}

/** The matched alerts among these alerts, or of these orders, through the indexes. */
function matchesIn(column: 'alert_seq' | 'order_id', values: readonly (string | number)[]): Sql {
  const [entry, type] =
    column === 'order_id' ? [sql`e.order_id`, 'text'] : [sql`v.alert_seq`, 'bigint']
  const among = sql`(SELECT CAST(value AS ${sql.raw(type)}) FROM json_each(${JSON.stringify(values)}))`
  return sql`SELECT order_id, alert_seq FROM order_alerts
    WHERE decision = 'counts' AND ${sql.ref(column)} IN ${among}
    UNION SELECT e.order_id, v.alert_seq FROM batch_entry_status_events AS v
      JOIN batch_entries AS e ON e.id = v.entry_id
      WHERE v.alert_seq IS NOT NULL AND ${entry} IN ${among}`
}

/** The number of alerts of each order by their status with their entries, the newest status first. */
async function statusesOfOrders(
  store: Store,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AlertGroup['statuses']>> {
  type Row = AlertGroup['statuses'][number] & { readonly orderId: string; readonly newest: number }
  const rows = await store.read
    .selectFrom(
      sql<Row>`(SELECT m.order_id AS "orderId", a.status, count(*) AS alerts, max(a.seq) AS newest
        FROM (${matchesIn('order_id', ids)}) AS m CROSS JOIN alerts AS a ON a.seq = m.alert_seq
        GROUP BY m.order_id, a.status)`.as('found'),
    )
    .selectAll()
    .orderBy('newest', 'desc')
    .execute()
  const entries = await reportedEntries(store, ids)
  const found = new Map<string, AlertGroup['statuses']>()
  for (const { orderId, status, alerts } of rows) {
    const about = entries.find((one) => one.orderId === orderId && one.status === status)
    const { entries: count = 0, minor = null } = about ?? {}
    found.set(orderId, [...(found.get(orderId) ?? []), { status, alerts, entries: count, minor }])
  }
  return found
}

interface ReportedEntries extends Pick<
  AlertGroup['statuses'][number],
  'status' | 'entries' | 'minor'
> {
  readonly orderId: string
}

/** The entries of these batches by the status that alerts report of them, each once. */
const reportedEntries = (store: Store, ids: readonly string[]): Promise<ReportedEntries[]> =>
  store.read
    .selectFrom(
      sql<ReportedEntries>`(SELECT "orderId", status, count(*) AS entries,
          CASE WHEN count(amount) = count(*) THEN sum(amount) END AS minor
        FROM (SELECT DISTINCT e.order_id AS "orderId", a.status, e.id, e.amount
          FROM json_each(${JSON.stringify(ids)}) AS s
          CROSS JOIN batch_entries AS e ON e.order_id = s.value
          CROSS JOIN batch_entry_status_events AS v ON v.entry_id = e.id
          CROSS JOIN alerts AS a ON a.seq = v.alert_seq) AS reported
        GROUP BY "orderId", status)`.as('found'),
    )
    .selectAll()
    .execute()

/**
 * The status that the line of a batch shows: a return before everything, otherwise the newest.
 * `eventOfLine` of the window chooses the same.
 */
const shownStatus = sql`(SELECT n.status FROM batch_entries AS o2
  JOIN batch_entry_status_events AS w ON w.entry_id = o2.id JOIN alerts AS n ON n.seq = w.alert_seq
  WHERE o2.order_id = o.id
  ORDER BY CASE WHEN upper(trim(n.status)) = 'RETURNED' THEN 0 ELSE 1 END, n.seq DESC LIMIT 1)`

/** The sum of the entries of that status, of the order `o`. */
export const shownAmount = sql`(SELECT sum(d.amount) / 100.0 FROM (SELECT DISTINCT r.id, r.amount
  FROM batch_entries AS r JOIN batch_entry_status_events AS w ON w.entry_id = r.id
  JOIN alerts AS n ON n.seq = w.alert_seq
  WHERE r.order_id = o.id AND n.status IS NOT DISTINCT FROM ${shownStatus}) AS d)`

/** A value of the entry `e` or the order `o` that an alert was matched to; null without one. */
export const ofMatchedEntry = (value: Sql, seq = sql`a.seq`): Sql =>
  sql`(SELECT ${value} FROM batch_entry_status_events AS v JOIN batch_entries AS e ON e.id = v.entry_id
    JOIN orders AS o ON o.id = e.order_id WHERE v.alert_seq = ${seq} ORDER BY e.id LIMIT 1)`
/** The receiver of the entry `e`. */
export const entryReceiver = sql`nullif(trim(json_extract(e.typed, '$.receiverName')), '')`

/** Returns the receivers of the entries that these alerts were matched to, by the alert's seq. */
export async function receiversOfAlerts(
  store: Store,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (seqs.length === 0) return new Map()
  const rows = await store.read
    .selectFrom(
      sql<{
        seq: number
        receiver: string | null
      }>`(SELECT s.seq, ${ofMatchedEntry(entryReceiver, sql`s.seq`)} AS receiver
        FROM (SELECT CAST(value AS bigint) AS seq FROM json_each(${JSON.stringify(seqs)})) AS s)`.as(
        'found',
      ),
    )
    .select(['seq', 'receiver'])
    .execute()
  return new Map(rows.flatMap(({ seq, receiver }) => (receiver ? [[seq, receiver]] : [])))
}

const isBatchService = (service: OrderService): boolean =>
  secCodes.some((secCode) => secCode === service)

/** One alert, or undefined. */
export const findAlert = (store: Store, id: string): Promise<AlertRow | undefined> =>
  store.read.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirst()

/** The body of a delivery, byte for byte. */
export async function bodyOf(store: Store, deliverySeq: number): Promise<Uint8Array> {
  const { body } = await store.read
    .selectFrom('alert_deliveries')
    .select('body')
    .where('seq', '=', deliverySeq)
    .executeTakeFirstOrThrow()
  return body
}

/** Reads one alert as received; undefined if its delivery has none at that place. */
export type ElementOf = (
  row: Pick<AlertRow, 'delivery_seq' | 'place'>,
) => Promise<Element | undefined>

/**
 * Reads alerts in order; each delivery is split once and cached until the next one is requested.
 * Several subscribers read the same alerts soon after each other, so the last split delivery is
 * shared by all readers of this store.
 */
export function elementsOfDeliveries(store: Store): ElementOf {
  let last: { readonly seq: number; readonly elements: readonly Element[] } | undefined
  return async ({ delivery_seq: seq, place }) => {
    if (last?.seq !== seq) last = { seq, elements: await takenApart(store, seq) }
    return last.elements[place - 1]
  }
}

const latest = new WeakMap<
  Store,
  { readonly seq: number; readonly elements: Promise<readonly Element[]> }
>()

function takenApart(store: Store, seq: number): Promise<readonly Element[]> {
  const known = latest.get(store)
  if (known?.seq === seq) return known.elements
  const elements = bodyOf(store, seq).then(elementsIn)
  latest.set(store, { seq, elements })
  // A delivery that could not be read is requested again next time.
  elements.catch(() => {
    if (latest.get(store)?.elements === elements) latest.delete(store)
  })
  return elements
}

/** A bank that delivers one alert many times must not make it impossible to show. */
const mostOthers = 1_000

/** The receipts of an alert, oldest first. */
export const receiptsOf = (store: Store, seq: number) =>
  store.read
    .selectFrom('alert_receipts as r')
    .innerJoin('alert_deliveries as d', 'd.seq', 'r.delivery_seq')
    .select(['d.id', 'd.at', 'd.remote', 'd.answered', 'r.place', 'r.guid', 'r.confirmation'])
    .where('r.alert_seq', '=', seq)
    .orderBy('r.delivery_seq')
    .orderBy('r.place')
    .limit(mostOthers)
    .execute()

/** The other alerts with different content under a guid of this one, the first or a later guid. */
export async function conflictsOf(store: Store, row: AlertRow) {
  const { seq, guid, conflict } = row
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
    .where('content_hash', '!=', row.content_hash)
    .orderBy('seq')
    .limit(mostOthers)
    .execute()
}

/** The id and instant of the alert with this seq. */
export const otherAlert = (store: Store, seq: number) =>
  store.read.selectFrom('alerts').select(['id', 'at']).where('seq', '=', seq).executeTakeFirst()

/** The figures at the head of the screen. */
export async function summaryOf(store: Store) {
  const deliveries = store.read.selectFrom('alert_deliveries')
  const [conflicts, quarantine, unread, last, statuses] = await Promise.all([
    store.read
      .selectFrom('alerts')
      .select((select) => select.fn.countAll<number>().as('total'))
      .where('conflict', '=', 1)
      .where('conflict_seen_at', 'is', null)
      .executeTakeFirstOrThrow(),
    deliveries
      .select((select) => select.fn.countAll<number>().as('total'))
      .where('quarantine_reason', 'is not', null)
      .executeTakeFirstOrThrow(),
    deliveries
      .select((select) => select.fn.countAll<number>().as('total'))
      .where('reader', 'is', null)
      .where('quarantine_reason', 'is', null)
      .executeTakeFirstOrThrow(),
    deliveries.select('at').orderBy('seq', 'desc').limit(1).executeTakeFirst(),
    listStatuses(store),
  ])
  return {
    conflicts: conflicts.total,
    quarantined: quarantine.total,
    unread: unread.total,
    lastReceivedAt: last?.at ?? null,
    statuses,
  }
}

/** The most statuses that the filter offers; a code that differs each time is no status. */
const mostStatuses = 200

/** Returns a status in every spelling that was received, and as it was given. */
async function spellingsOf(store: Store, status: string): Promise<readonly string[]> {
  const wanted = statusSpelling(status)
  const received = await receivedStatuses(store)
  return [...new Set([status, ...received.filter((one) => statusSpelling(one) === wanted)])]
}

/** The statuses for the filter, without any that may be an account: masked it would find nothing. */
const listStatuses = async (store: Store): Promise<string[]> =>
  (await receivedStatuses(store)).filter((status) => maskedDigits(status) === status)

/** PostgreSQL's indexes take no long text: a status of more letters is none that the bank documents. */
const indexedStatus = either(sql`alerts.status`, sql`left(alerts.status, 200)`)

/**
 * Each status once, found through the index from one to the next: a million alerts have a dozen.
 */
async function receivedStatuses(store: Store): Promise<string[]> {
  const rows = await store.read
    .selectFrom(
      sql<{ status: string | null }>`(
        WITH RECURSIVE each (status) AS (
          SELECT min(${indexedStatus}) FROM alerts
          UNION ALL
          SELECT (SELECT min(${indexedStatus}) FROM alerts WHERE ${indexedStatus} > each.status)
          FROM each
          WHERE each.status IS NOT NULL)
        SELECT status FROM each LIMIT ${mostStatuses})`.as('found'),
    )
    .select('status')
    .execute()
  return rows.flatMap(({ status }) => (status === null ? [] : [status]))
}
