/** The audit chain as a list: newest first or sorted, searched in its visible columns. */
import { sql, type RawBuilder, type Selectable } from 'kysely'
import {
  auditEntry,
  type AuditEntry,
  type AuditRequest,
} from '../../../preload/contract/api/audit/channels.ts'
import { folded } from '../../store/collation.ts'
import { workstationName } from '../../store/membership.ts'
import { fieldsOf } from '../../store/named-row.ts'
import { homeIn, homeKey } from '../../store/others-acts.ts'
import { byName, byText, sortedPage, type StoredSort } from '../../store/sorted-page.ts'
import type { Store } from '../../store/store.ts'
import type { AuditEntriesTable } from '../../store/tables/audit.ts'
import { headOf } from '../../store/audit.ts'
import type { EarlierName } from '../../profile/operators.service.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { ofNamedOrder, ordersOf } from './subject-orders.ts'

type Row = Selectable<AuditEntriesTable>
type Direction = Pick<StoredSort, 'direction'>

/** The names in the audit: the chain stores ids only. */
export type AuditNames = Pick<SessionContext, 'operatorName' | 'earlierNames'>

/** The name that an act is shown with: the one that its actor had at that time. */
function shownName(actors: readonly AuditActor[], earlier: readonly EarlierName[]) {
  const names = JSON.stringify(Object.fromEntries(actors.map(({ id, name }) => [id, name])))
  const present = sql`coalesce((SELECT value FROM json_each(${names}) WHERE key = actor), actor)`
  if (earlier.length === 0) return present
  const whens = earlier.map(
    ({ id, name, until }) => sql`WHEN actor = ${id} AND at < ${until} THEN ${name}`,
  )
  return sql`CASE ${sql.join(whens, sql` `)} ELSE ${present} END`
}

/** The acts whose shown name holds a text. */
function isNamed(
  term: string,
  actors: readonly AuditActor[],
  earlier: readonly EarlierName[],
): RawBuilder<unknown> {
  const holds = ({ name }: { readonly name: string }): boolean =>
    folded(name).includes(folded(term))
  const lastUntil = new Map(earlier.map(({ id, until }) => [id, until]))
  const present = actors.filter(holds).map(({ id }) => {
    const from = lastUntil.get(id)
    return from === undefined ? sql`actor = ${id}` : sql`(actor = ${id} AND at >= ${from})`
  })
  const before = earlier.map((one, place) => {
    const previous = earlier.slice(0, place).findLast(({ id }) => id === one.id)
    return holds(one)
      ? [sql`(actor = ${one.id} AND at >= ${previous?.until ?? ''} AND at < ${one.until})`]
      : []
  })
  return sql`(${sql.join([sql`false`, ...present, ...before.flat()], sql` OR `)})`
}

/** Instants in the chain's format, so that they compare as text. */
const instant = (text: string): string => new Date(text).toISOString()

const columns = (sort: Direction, name: RawBuilder<unknown>) => ({
  seq: sql`seq`,
  at: sql`at`,
  actor: byName(name, sort),
  kind: byText(sql`kind`, sort),
  subject: byText(sql`subject`, sort),
})

/** Returns the entries of a filter. Operators are found by their visible names. */
function wanted(
  store: Store,
  request: AuditRequest,
  actors: readonly AuditActor[],
  earlier: readonly EarlierName[],
) {
  const { actor, kind, subject, from, to } = request
  const term = request.search?.trim().toLowerCase() ?? ''
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
  // Plain `lower`, because folding a million details letter by letter would block the store for
  // work on money.
  const holds = [sql`kind`, sql`subject`, sql`detail`].map(
    (text) => sql`instr(lower(${text}), ${term}) > 0`,
  )
  const isSeq = /^\d{1,15}$/.test(term) ? [sql`seq = ${Number(term)}`] : []
  const at = store.membership
    .workstations()
    .filter(({ name }) => folded(name).includes(folded(term)))
    .map(({ id }) => sql`instr(detail, ${`"${homeKey}":${JSON.stringify(id)}`}) > 0`)
  const found = [...isSeq, isNamed(term, actors, earlier), ofNamedOrder(term), ...holds, ...at]
  return base.where(sql<boolean>`(${sql.join(found, sql` OR `)})`)
}

/**
 * Returns one page of the chain, newest first or sorted, and the number of matches. Rejects with
 * SyntaxError for a cursor that this list did not issue.
 */
export async function listEntries(
  store: Store,
  names: AuditNames,
  request: AuditRequest,
  facets: AuditFacets,
): Promise<{ items: AuditEntry[]; next: string | null; total: number }> {
  const { sort } = request
  const needsNames = sort?.column === 'actor' || (request.search?.trim() ?? '') !== ''
  const actors = needsNames ? (await facets.read()).actors : []
  const earlier = names.earlierNames()
  const base = wanted(store, request, actors, earlier)
  const { total } = await base
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const order: StoredSort = sort
    ? {
        by: columns(sort, shownName(actors, earlier))[sort.column],
        direction: sort.direction,
        tie: sql`seq`,
      }
    : { by: sql`seq`, direction: 'descending', tie: sql`seq` }
  const { rows, next } = await sortedPage(base.selectAll(), order, request)
  const orders = await ordersOf(
    store,
    rows.map(({ subject }) => subject),
  )
  const { membership } = store
  const workstationOf = ({ detail }: Row): string | null =>
    membership.home === null ? null : workstationName(membership, homeIn(detail))
  const items = rows.map((row) => ({
    ...shown(row, names, orders),
    workstation: workstationOf(row),
  }))
  return { items, next, total }
}

const shown = (
  row: Row,
  { operatorName }: AuditNames,
  orders: ReadonlyMap<string, AuditEntry['subjectOrder']>,
): Omit<AuditEntry, 'workstation'> => ({
  subjectOrder: orders.get(row.subject) ?? null,
  ...fieldsOf(row, auditEntry),
  actorName: operatorName(row.actor, row.at),
})

/** An operator who has acted. */
export interface AuditActor {
  readonly id: string
  readonly name: string
}

/** The values that the list can be filtered by. */
export interface AuditFacets {
  /** Every kind and every actor in the chain, in order. */
  read(): Promise<{ kinds: string[]; actors: AuditActor[] }>
}

/** Entries scanned at once; other store requests run in between. */
const scannedAtOnce = 5_000

/** Scans the chain once, and later only its new entries, because stored entries never change. */
export function createFacets(
  store: Store,
  { operatorName }: Pick<AuditNames, 'operatorName'>,
): AuditFacets {
  const kinds = new Set<string>()
  const actors = new Set<string>()
  let seen = 0
  let reading: Promise<void> | undefined

  async function readOn(): Promise<void> {
    const { seq: end } = await headOf(store)
    while (seen < end) {
      const upTo = Math.min(seen + scannedAtOnce, end)
      const rows = await store.read
        .selectFrom('audit_entries')
        .select(['kind', 'actor'])
        .distinct()
        .where('seq', '>', seen)
        .where('seq', '<=', upTo)
        .execute()
      for (const { kind, actor } of rows) {
        kinds.add(kind)
        actors.add(actor)
      }
      seen = upTo
    }
  }
  return {
    async read() {
      reading ??= readOn().finally(() => (reading = undefined))
      await reading
      const named = [...actors].map((id) => ({ id, name: operatorName(id) }))
      return {
        kinds: [...kinds].sort(),
        actors: named.sort((a, b) => a.name.localeCompare(b.name, 'en')),
      }
    },
  }
}
