/**
 * Reads of the bank calls: newest first, paginated by cursor. Bodies are read for one call at a
 * time.
 */
import { sql, type Selectable, type SqlBool } from 'kysely'
import { either, hasParts } from '../../store/dialect.ts'
import {
  callFacts,
  searchedFacts,
  type StatusClass,
  type TrafficListRequest,
} from '../../../preload/contract/api/traffic.ts'
import { columnOf, type ColumnOf } from '../../store/named-row.ts'
import { byNumber, byText, sortedPage, type StoredSort } from '../../store/sorted-page.ts'
import type { Store } from '../../store/store.ts'
import type { BankCallsTable } from '../../store/tables/calls.ts'
import { indexLatestCalls, readSearch } from './traffic-search.ts'

export type CallRow = Selectable<BankCallsTable>

const ownColumns = ['id', 'at', 'actor', 'started_at', 'finished_at'] as const
type FactColumn = ColumnOf<CallRow, keyof typeof callFacts.shape>
/**
 * A line of the list, with the data that masks its path: bodies only if the path could hold an
 * account.
 */
export type LineRow = Pick<
  CallRow,
  (typeof ownColumns)[number] | FactColumn | 'request_body' | 'response_body'
>

const inClass: Record<StatusClass, ReturnType<typeof sql<SqlBool>>> = {
  '2xx': sql<SqlBool>`status BETWEEN 200 AND 298`,
  '299': sql<SqlBool>`status = 299`,
  '4xx': sql<SqlBool>`status BETWEEN 400 AND 499`,
  '5xx': sql<SqlBool>`status BETWEEN 500 AND 599`,
  other: sql<SqlBool>`(status < 200 OR status BETWEEN 300 AND 399 OR status > 599)`,
  'no-answer': sql<SqlBool>`status IS NULL`,
}

/**
 * The visible columns, where words of one or two letters are searched. Longer words use the index,
 * which covers everything.
 */
const shown = sql`lower(concat_ws(${'\n'}, ${sql.raw(searchedFacts.map(columnOf).join(', '))}))`

async function matching(store: Store, request: Omit<TrafficListRequest, 'cursor' | 'limit'>) {
  const { long, short } = readSearch(request.search)
  if (long.length > 0) await store.work(indexLatestCalls, null)
  let query = store.read.selectFrom('bank_calls')
  if (long.length > 0) {
    // The plus keeps the list's order: without it, a common word would make SQLite sort every
    // matching call.
    query = query.where(
      sql<SqlBool>`+seq IN (SELECT rowid FROM bank_call_text WHERE ${hasParts(long)})`,
    )
  }
  for (const word of short) query = query.where(sql<SqlBool>`instr(${shown}, ${word}) > 0`)
  if (request.purpose !== null) query = query.where('purpose', '=', request.purpose)
  if (request.outcome !== null) query = query.where('outcome', '=', request.outcome)
  if (request.lane !== null) query = query.where('lane', '=', request.lane)
  if (request.statusClass !== null) query = query.where(inClass[request.statusClass])
  if (request.from !== null) query = query.where('at', '>=', request.from)
  if (request.to !== null) query = query.where('at', '<', request.to)
  return query
}

interface Cursor {
  readonly at: string
  readonly id: string
}
const written = ({ at, id }: Cursor): string => `${at}|${id}`
function read(cursor: string): Cursor {
  const [at = '', id = ''] = cursor.split('|')
  return { at, id }
}

type TrafficSort = NonNullable<TrafficListRequest['sort']>

function sortOf(sort: TrafficSort): StoredSort {
  const by = {
    at: sql`at`,
    what: byText(sql`purpose`, sort),
    call: byText(sql`method || ' ' || path`, sort),
    lane: byText(sql`lane`, sort),
    wait: byNumber(sql`waited_ms`, sort),
    took: sql`CAST(round((julianday(finished_at) - julianday(started_at)) * 86400000) AS bigint)`,
    status: byNumber(sql`status`, sort),
    correlation: byText(sql`correlation_id`, sort),
  }
  return { by: by[sort.column], direction: sort.direction, tie: sql`id` }
}

/** Returns one page of the calls, newest first or sorted, and the total number of matches. */
export async function listCalls(store: Store, request: TrafficListRequest) {
  const base = await matching(store, request)
  const { total } = await base
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  // Four or more digits, adjacent or not: as many as the shortest account that is searched for by
  // its value.
  const withDigits = either(
    sql`path GLOB '*[0-9]*[0-9]*[0-9]*[0-9]*'`,
    sql`path ~ '[0-9].*[0-9].*[0-9].*[0-9]'`,
  )
  const lines = base
    .select(ownColumns)
    .select(Object.keys(callFacts.shape).map(columnOf) as FactColumn[])
    .select([
      sql<string | null>`CASE WHEN ${withDigits} THEN request_body END`.as('request_body'),
      sql<
        string | null
      >`CASE WHEN ${withDigits} AND response_body_base64 = 0 THEN response_body END`.as(
        'response_body',
      ),
    ])
  if (request.sort) return { ...(await sortedPage(lines, sortOf(request.sort), request)), total }
  let paged = lines
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(request.limit + 1)
  if (request.cursor !== null) {
    const { at, id } = read(request.cursor)
    paged = paged.where(sql<SqlBool>`(at, id) < (${at}, ${id})`)
  }
  const rows: readonly LineRow[] = await paged.execute()
  const items = rows.slice(0, request.limit)
  const last = items.at(-1)
  const next = rows.length > request.limit && last ? written(last) : null
  return { rows: items, next, total }
}

/** Returns each purpose of the calls once. */
export async function listPurposes(store: Store): Promise<string[]> {
  const rows = await store.read
    .selectFrom('bank_calls')
    .select('purpose')
    .distinct()
    .orderBy('purpose')
    .execute()
  return rows.map(({ purpose }) => purpose)
}

/** Returns one call, or undefined. */
export const findCall = (store: Store, id: string): Promise<CallRow | undefined> =>
  store.read.selectFrom('bank_calls').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns how many characters the bodies of these calls have together. */
export async function sizeOfCalls(store: Store, ids: readonly string[]): Promise<number> {
  const { size } = await store.read
    .selectFrom('bank_calls')
    .select(
      sql<number>`coalesce(sum(coalesce(length(request_body), 0) + coalesce(length(response_body), 0)), 0)`.as(
        'size',
      ),
    )
    .where('id', 'in', [...ids])
    .executeTakeFirstOrThrow()
  return size
}

/** Returns these calls, earliest first; ids that do not exist are left out. */
export const findCalls = (store: Store, ids: readonly string[]): Promise<CallRow[]> =>
  store.read
    .selectFrom('bank_calls')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('at')
    .orderBy('id')
    .execute()
