/** The chain as a list: newest first or sorted, searched in what it shows. */
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { AuditEntry, AuditRequest } from '../../preload/contract/audit/verbs.ts'
import { folded, foldedInSql } from '../storage/folded.ts'
import { byName, byText, sortedPage, type StoredSort } from '../storage/sorted-page.ts'
import type { Store } from '../storage/store.ts'
import type { AuditEntriesTable } from '../storage/tables.ts'

type Row = Selectable<AuditEntriesTable>
type Direction = Pick<StoredSort, 'direction'>

/** The names of everybody who has acted, by their ids, as JSON: the chain knows the ids alone. */
async function actorNames(store: Store, nameOf: (id: string) => string): Promise<string> {
  const rows = await store.read.selectFrom('audit_entries').select('actor').distinct().execute()
  return JSON.stringify(Object.fromEntries(rows.map(({ actor }) => [actor, nameOf(actor)])))
}

const nameIn = (names: string): RawBuilder<unknown> =>
  sql`coalesce((SELECT value FROM json_each(${names}) WHERE key = actor), actor)`

/** As the chain writes instants, so that they compare as text. */
const instant = (text: string): string => new Date(text).toISOString()

const columns = (sort: Direction, names: string) => ({
  seq: sql`seq`,
  at: sql`at`,
  actor: byName(nameIn(names), sort),
  kind: byText(sql`kind`, sort),
  subject: byText(sql`subject`, sort),
})

/** The entries of a filter. `names` is for the search: people are found by the names that are shown. */
function wanted(store: Store, request: AuditRequest, names: string) {
  const { actor, kind, subject, from, to } = request
  const term = folded(request.search?.trim() ?? '')
  let base = store.read.selectFrom('audit_entries')
  if (actor !== undefined) base = base.where('actor', '=', actor)
  if (subject !== undefined) base = base.where('subject', '=', subject)
  if (from !== undefined) base = base.where('at', '>=', instant(from))
  if (to !== undefined) base = base.where('at', '<', instant(to))
  if (kind !== undefined)
    base = base.where(
      sql<boolean>`(kind = ${kind} OR substr(kind, 1, ${kind.length + 1}) = ${`${kind}.`})`,
    )
  if (term === '') return base
  const holds = [sql`kind`, sql`subject`, nameIn(names), sql`detail`].map(
    (text) => sql`instr(${foldedInSql(text)}, ${term}) > 0`,
  )
  const isSeq = /^\d{1,15}$/.test(term) ? [sql`seq = ${Number(term)}`] : []
  return base.where(sql<boolean>`(${sql.join([...holds, ...isSeq], sql` OR `)})`)
}

/**
 * One page of the chain, newest first or sorted, and how many entries fit. Rejects with SyntaxError for a cursor
 * that was not given.
 */
export async function listEntries(
  store: Store,
  nameOf: (id: string) => string,
  request: AuditRequest,
): Promise<{ items: AuditEntry[]; next: string | null; total: number }> {
  const { sort } = request
  const needsNames = sort?.column === 'actor' || (request.search?.trim() ?? '') !== ''
  const names = needsNames ? await actorNames(store, nameOf) : '{}'
  const base = wanted(store, request, names)
  const { total } = await base
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const order: StoredSort = sort
    ? { by: columns(sort, names)[sort.column], direction: sort.direction, tie: sql`seq` }
    : { by: sql`seq`, direction: 'descending', tie: sql`seq` }
  const { rows, next } = await sortedPage(base.selectAll(), order, request)
  return { items: rows.map((row) => shown(row, nameOf)), next, total }
}

const shown = (row: Row, nameOf: (id: string) => string): AuditEntry => ({
  ...{ seq: row.seq, at: row.at, actor: row.actor, actorName: nameOf(row.actor) },
  ...{ kind: row.kind, subject: row.subject, detail: row.detail },
  ...{ previousHash: row.previous_hash, hash: row.hash },
})

/** What the list can be narrowed to: every kind and everybody there is in the chain, in order. */
export async function facetsOf(
  store: Store,
  nameOf: (id: string) => string,
): Promise<{ kinds: string[]; actors: { id: string; name: string }[] }> {
  const distinct = (column: 'kind' | 'actor') =>
    store.read.selectFrom('audit_entries').select(column).distinct().execute() as Promise<
      Record<string, string>[]
    >
  const [kinds, actors] = await Promise.all([distinct('kind'), distinct('actor')])
  return {
    kinds: kinds.map(({ kind = '' }) => kind).sort(),
    actors: actors
      .map(({ actor: id = '' }) => ({ id, name: nameOf(id) }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en')),
  }
}
