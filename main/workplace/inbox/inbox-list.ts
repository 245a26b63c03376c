/**
 * Items for lists: filtered, searched and sorted by their visible columns, as one operator sees
 * them.
 */
import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import {
  inboxItem,
  inboxKinds,
  type InboxCounts,
  type InboxItem,
  type InboxKind,
  type InboxRecord,
  type InboxRequest,
} from '../../../preload/contract/api/inbox/inbox.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import { ordersToApprove, payeesToDecide } from '../../money/deciders.ts'
import { folded, foldedInSql } from '../../store/collation.ts'
import { fieldsOf } from '../../store/named-row.ts'
import type { InboxItemsTable } from '../../store/tables/inbox.ts'
import {
  byName,
  byNumber,
  byOrder,
  byText,
  sortedPage,
  type StoredSort,
} from '../../store/sorted-page.ts'
import type { OperatorFacts } from '../../profile/operators.service.ts'
import type { PolicyService } from '../../profile/policy.service.ts'
import type { SessionContext } from '../../profile/session-context.ts'

/** The session context, extended by the facts that decide whose approval counts. */
export interface InboxContext extends SessionContext {
  readonly policy: PolicyService
  readonly operatorOf: (id: string) => OperatorFacts | undefined
}

export type ItemRow = Selectable<InboxItemsTable>
type Column = NonNullable<NonNullable<InboxRequest['sort']>['column']>

/** Items that wait for an approval are visible only to operators whose approval would count. */
async function seenBy(context: InboxContext, operator: Operator): Promise<RawBuilder<SqlBool>> {
  const orders = await ordersToApprove(context, operator)
  const proposals = await payeesToDecide(context, operator)
  const mine = JSON.stringify([
    ...orders.map((id) => `order/${id}`),
    ...proposals.map((id) => `payee/${id}`),
  ])
  return sql<SqlBool>`(kind <> 'awaiting-me' OR done_at IS NOT NULL
    OR subject IN (SELECT value FROM json_each(${mine})))`
}

/**
 * Returns the new items that this operator sees; without an operator, all except items waiting for
 * an approval.
 */
export async function seenAmong<T extends { readonly id: string; readonly kind: InboxKind }>(
  context: InboxContext,
  items: readonly T[],
  operator: Operator | undefined,
): Promise<readonly T[]> {
  const awaiting = items.filter(({ kind }) => kind === 'awaiting-me')
  if (awaiting.length === 0) return items
  if (operator === undefined) return items.filter(({ kind }) => kind !== 'awaiting-me')
  const ids = JSON.stringify(awaiting.map(({ id }) => id))
  const rows = await context.store.read
    .selectFrom('inbox_items')
    .select('id')
    .where(sql<SqlBool>`id IN (SELECT value FROM json_each(${ids}))`)
    .where(await seenBy(context, operator))
    .execute()
  const seen = new Set(rows.map(({ id }) => id))
  return items.filter(({ id, kind }) => kind !== 'awaiting-me' || seen.has(id))
}

/** Counts the open items, as this operator sees them. */
export async function countItems(context: InboxContext, operator: Operator): Promise<InboxCounts> {
  const rows = await context.store.read
    .selectFrom('inbox_items')
    .select('kind')
    .select((select) => [
      select.fn.countAll<number>().as('items'),
      sql<number>`sum(coalesce(assigned_to, '') = ${operator.id})`.as('mine'),
    ])
    .where('done_at', 'is', null)
    .where(await seenBy(context, operator))
    .groupBy('kind')
    .execute()
  const byKind = Object.fromEntries(inboxKinds.map((kind) => [kind, 0])) as Record<
    InboxKind,
    number
  >
  for (const { kind, items } of rows) byKind[kind] = items
  return {
    open: rows.reduce((sum, { items }) => sum + items, 0),
    mine: rows.reduce((sum, { mine }) => sum + mine, 0),
    byKind,
  }
}

/** The sort column of assignees: the visible names, since the store knows ids only. */
async function assigneeNames({ store, operatorName }: InboxContext): Promise<string> {
  const rows = await store.read
    .selectFrom('inbox_items')
    .select('assigned_to as id')
    .distinct()
    .where('assigned_to', 'is not', null)
    .execute()
  return JSON.stringify(
    Object.fromEntries(rows.map(({ id }) => [id ?? '', operatorName(id ?? '')])),
  )
}

function orderOf(sort: InboxRequest['sort'], names: string): StoredSort {
  const tie = sql`seq`
  if (!sort) return { by: sql`at`, direction: 'descending', tie }
  const columns: Record<Column, RawBuilder<unknown>> = {
    at: sql`at`,
    kind: byOrder(sql`kind`, inboxKinds, sort),
    title: byName(sql`title`, sort),
    amount: byNumber(sql`amount`, sort),
    assignee: byName(sql`(SELECT value FROM json_each(${names}) WHERE key = assigned_to)`, sort),
    deadline: byText(sql`deadline`, sort),
  }
  return { by: columns[sort.column], direction: sort.direction, tie }
}

/**
 * Returns one page of items and their number. Rejects with SyntaxError for a cursor from another
 * program run.
 */
export async function listItems(
  context: InboxContext,
  request: InboxRequest,
  operator: Operator,
): Promise<{ items: InboxItem[]; next: string | null; total: number }> {
  const { kind, whose, state, search } = request
  let base = context.store.read
    .selectFrom('inbox_items')
    .where('done_at', state === 'open' ? 'is' : 'is not', null)
    .where(await seenBy(context, operator))
  if (kind !== 'all') base = base.where('kind', '=', kind)
  if (whose === 'mine') base = base.where('assigned_to', '=', operator.id)
  if (whose === 'unassigned') base = base.where('assigned_to', 'is', null)
  const term = folded(search?.trim() ?? '')
  if (term !== '') base = base.where(sql<SqlBool>`instr(${foldedInSql(sql`title`)}, ${term}) > 0`)
  const { total } = await base
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const order = orderOf(request.sort, await assigneeNames(context))
  const { rows, next } = await sortedPage(base.selectAll(), order, request)
  return { items: rows.map((row) => shownItem(context, row)), next, total }
}

const someone = ({ operatorName }: Pick<InboxContext, 'operatorName'>, id: string | null) =>
  id === null || id === 'system' ? null : { id, name: operatorName(id) }

/** Returns an item as the window shows it. */
export const shownItem = (context: InboxContext, row: ItemRow): InboxItem => ({
  ...fieldsOf(row, inboxItem),
  assignedTo: someone(context, row.assigned_to),
  done: row.done_at === null ? null : { at: row.done_at, by: someone(context, row.done_by) },
})

/** Returns one item with its history; undefined if it does not exist. */
export async function readItem(
  context: InboxContext,
  id: string,
): Promise<InboxRecord | undefined> {
  const { store } = context
  const row = await store.read
    .selectFrom('inbox_items')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const events = await store.read
    .selectFrom('inbox_events')
    .selectAll()
    .where('item_id', '=', id)
    .orderBy('seq')
    .execute()
  const history = events.map(({ at, what, actor, about }) => ({
    at,
    what,
    by: someone(context, actor),
    to: someone(context, about),
  }))
  return { item: shownItem(context, row), history }
}
