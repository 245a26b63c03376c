/**
 * The actions of operators on items: assign, note, mark done, reopen. Each is an audited act; one
 * act covers many items at once. Typed text stays out of the audit chain. No act changes the thing
 * behind an item.
 */
import type { Transaction, Updateable } from 'kysely'
import {
  closesWithCause,
  type InboxChanged,
  type ShownItem,
} from '../../../preload/contract/api/inbox/inbox.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { InboxItemsTable, InboxEventsTable } from '../../store/tables/inbox.ts'
import type { Tables } from '../../store/store.ts'
import type { ItemRow, InboxContext } from './inbox-list.ts'

type Tx = Transaction<Tables>
type Refusal = InboxChanged['refused'][number]
type Change = Pick<
  Updateable<InboxItemsTable>,
  'assigned_to' | 'note' | 'done_at' | 'done_by' | 'changed_at'
>

/** One action on many items. */
interface ManyAct {
  readonly kind: 'inbox.assigned' | 'inbox.done' | 'inbox.reopened'
  readonly what: InboxEventsTable['what']
  readonly about: string | null
  readonly detail: Readonly<Record<string, string | null>>
  /** Returns why this item is refused; undefined if it is allowed. */
  readonly whyNot: (row: ItemRow) => Refusal['why'] | undefined
  readonly change: (row: ItemRow, at: string) => Change
}

export interface InboxActs {
  /** `not-found`: no operator has this id. */
  assign(
    ids: readonly string[],
    to: string | null,
    actor: string,
  ): Promise<Result<InboxChanged, Failure<'not-found'>>>
  /** `order-changed`: the item has changed since it was read. */
  note(
    given: { readonly id: string; readonly note: string; readonly changedAt: string },
    actor: string,
  ): Promise<Result<undefined, Failure<'not-found'> | Failure<'order-changed'>>>
  /** Marks the items done that are still as they were shown. */
  markDone(
    items: readonly ShownItem[],
    note: string | undefined,
    actor: string,
  ): Promise<InboxChanged>
  reopen(ids: readonly string[], actor: string): Promise<InboxChanged>
}

/** An alert that has joined an item since has been seen by nobody. */
const whyNotDone = (row: ItemRow, shown: ShownItem | undefined): Refusal['why'] | undefined => {
  if (row.done_at !== null) return 'already-done'
  if (closesWithCause(row.kind)) return 'ends-by-itself'
  const isAsShown = row.at === shown?.at && row.title === shown.title && row.things === shown.things
  return isAsShown ? undefined : 'changed'
}

/** Only items that an operator marked done can be reopened; the others closed with their cause. */
const whyNotReopened = (row: ItemRow): Refusal['why'] | undefined => {
  if (row.done_at === null) return 'not-done'
  return row.done_by === 'system' ? 'ends-by-itself' : undefined
}

/** A note that somebody else added meanwhile stays above; unchanged text is not repeated. */
const withNote = (before: string, note: string): string =>
  before === '' || note.startsWith(before) ? note : `${before}\n${note}`

export function createInboxActs(context: InboxContext): InboxActs {
  const many = (ids: readonly string[], act: ManyAct, actor: string) =>
    changeMany(context, [...new Set(ids)], act, actor)
  return {
    async assign(ids, to, actor) {
      const known = to === null ? undefined : context.operatorOf(to)
      if (to !== null && (!known || known.disabled)) return err({ code: 'not-found' })
      const act: ManyAct = {
        kind: 'inbox.assigned',
        what: to === null ? 'unassigned' : 'assigned',
        about: to,
        detail: { to },
        whyNot: ({ done_at }) => (done_at === null ? undefined : 'already-done'),
        change: () => ({ assigned_to: to }),
      }
      return ok(await many(ids, act, actor))
    },
    note: (given, actor) => saveNote(context, given, actor),
    markDone(items, note, actor) {
      const shown = new Map(items.map((item) => [item.id, item]))
      return many(
        [...shown.keys()],
        {
          kind: 'inbox.done',
          what: 'done',
          about: null,
          detail: {},
          whyNot: (row) => whyNotDone(row, shown.get(row.id)),
          change: (row, at) => ({
            done_at: at,
            done_by: actor,
            ...(note !== undefined && note !== '' && { note: withNote(row.note, note) }),
          }),
        },
        actor,
      )
    },
    reopen: (ids, actor) =>
      many(
        ids,
        {
          kind: 'inbox.reopened',
          what: 'reopened',
          about: null,
          detail: {},
          whyNot: whyNotReopened,
          change: () => ({ done_at: null, done_by: null }),
        },
        actor,
      ),
  }
}

/** No item could be changed, so no act is written. */
class NothingChanged extends Error {}
/** Somebody else changed an item between the read and the act. */
class OthersChanged extends Error {}
/** Most attempts; each failed one means that somebody else changed an item. */
const maxTries = 5

async function changeMany(
  context: InboxContext,
  ids: readonly string[],
  act: ManyAct,
  actor: string,
): Promise<InboxChanged> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await changeNow(context, ids, act, actor)
    } catch (problem) {
      if (!(problem instanceof OthersChanged) || attempt === maxTries) throw problem
    }
  }
}

/** The act names only the items that changed; refused items are left out. */
async function changeNow(
  context: InboxContext,
  ids: readonly string[],
  act: ManyAct,
  actor: string,
): Promise<InboxChanged> {
  const { store, clock, emitEvent } = context
  const rows = await store.read
    .selectFrom('inbox_items')
    .selectAll()
    .where('id', 'in', ids)
    .execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  const refused = ids.flatMap((id) => {
    const row = known.get(id)
    const why = row ? act.whyNot(row) : 'not-found'
    return why === undefined ? [] : [refusalOf(context, id, row, why)]
  })
  const isRefused = new Set(refused.map(({ id }) => id))
  const items = ids.filter((id) => !isRefused.has(id))
  if (items.length === 0) return { changed: 0, refused }
  const subject = items.length === 1 ? (items[0] ?? '') : 'inbox'
  const detail = { items, ...act.detail }
  await store.record({ actor, kind: act.kind, subject, detail }, async (tx) => {
    const at = clock.now().toISOString()
    const now = await tx.selectFrom('inbox_items').selectAll().where('id', 'in', items).execute()
    if (now.some((row) => act.whyNot(row) !== undefined)) throw new OthersChanged()
    for (const row of now) {
      await changeOne(tx, row, { ...act.change(row, at), changed_at: at })
      await insertEvent(tx, { item_id: row.id, at, actor, what: act.what, about: act.about })
    }
  })
  emitEvent('inbox', 'changed', {})
  return { changed: items.length, refused }
}

function refusalOf(
  { operatorName }: InboxContext,
  id: string,
  row: ItemRow | undefined,
  why: Refusal['why'],
): Refusal {
  const by = row?.done_by === 'system' ? null : (row?.done_by ?? null)
  return { id, title: row?.title ?? '', why, by: by === null ? null : operatorName(by) }
}

async function saveNote(
  { store, clock, emitEvent }: InboxContext,
  {
    id,
    note,
    changedAt,
  }: { readonly id: string; readonly note: string; readonly changedAt: string },
  actor: string,
): Promise<Result<undefined, Failure<'not-found'> | Failure<'order-changed'>>> {
  const row = await store.read
    .selectFrom('inbox_items')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return err({ code: 'not-found' })
  try {
    await store.record({ actor, kind: 'inbox.noted', subject: id, detail: {} }, async (tx) => {
      const at = clock.now().toISOString()
      const { numUpdatedRows } = await tx
        .updateTable('inbox_items')
        .set({ note, changed_at: at })
        .where('id', '=', id)
        .where('changed_at', '=', changedAt)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new NothingChanged()
      await insertEvent(tx, { item_id: id, at, actor, what: 'noted', about: null })
    })
  } catch (problem) {
    if (problem instanceof NothingChanged) return err({ code: 'order-changed' })
    throw problem
  }
  emitEvent('inbox', 'changed', {})
  return ok(undefined)
}

const changeOne = (tx: Tx, { id }: ItemRow, change: Change) =>
  tx.updateTable('inbox_items').set(change).where('id', '=', id).execute()

const insertEvent = (tx: Tx, event: Omit<InboxEventsTable, 'seq'>) =>
  tx.insertInto('inbox_events').values(event).execute()
