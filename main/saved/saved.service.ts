/** Questions that operators keep under a name, for everybody who works in the profile. */
import { sql } from 'kysely'
import type { Failure } from '../../preload/contract/failures.ts'
import { err, ok, type Result } from '../../preload/contract/result.ts'
import { savedKind, type SavedKind, type SavedRequest } from '../../preload/contract/saved.ts'
import type { DeskContext } from '../profiles/desk-context.ts'
import { byName, sortedPage } from '../storage/sorted-page.ts'
import type { SavedRequestsTable } from '../storage/tables.ts'

/** The kept questions of one open store. */
export interface SavedRequests {
  /** By name. */
  list(request: {
    readonly kind: SavedKind
    readonly cursor: string | null
    readonly limit: number
  }): Promise<{ items: SavedRequest[]; next: string | null; total: number }>
  /** Keeps it, in the place of what had that name; recorded without what it asks. */
  save(
    request: { readonly kind: SavedKind; readonly name: string; readonly request: string },
    operator: string,
  ): Promise<SavedRequest>
  /** Recorded. */
  remove(id: string, operator: string): Promise<Result<void, Failure<'not-found'>>>
}

/** Makes the service. */
export function createSavedRequests(context: DeskContext): SavedRequests {
  const { store, clock, newId, announce } = context
  const shown = ({ actor, kind, ...row }: SavedRequestsTable): SavedRequest => ({
    ...row,
    kind: savedKind.parse(kind),
    operator: context.operatorName(actor),
  })
  const changed = (kind: SavedKind): void => announce('saved', 'changed', { kind })

  return {
    async list({ kind, cursor, limit }) {
      const all = store.read.selectFrom('saved_requests').where('kind', '=', kind)
      const { total } = await all
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const { rows, next } = await sortedPage(
        all.select(['id', 'kind', 'name', 'request', 'at', 'actor']),
        { by: byName(sql`name`, { direction: 'ascending' }), direction: 'ascending', tie: sql`id` },
        { cursor, limit },
      )
      return {
        items: rows.map(({ id, name, request, at, actor }) =>
          shown({ id, kind, name, request, at, actor }),
        ),
        next,
        total,
      }
    },

    async save({ kind, name, request }, actor) {
      const at = clock.now().toISOString()
      const same = store.read.selectFrom('saved_requests').select('id')
      const before = await same.where('kind', '=', kind).where('name', '=', name).executeTakeFirst()
      const row = { id: before?.id ?? newId(), kind, name, request, at, actor }
      const act = { actor, kind: 'saved.kept', subject: row.id, detail: { kind, name } }
      await store.record(act, (tx) =>
        tx
          .insertInto('saved_requests')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['kind', 'name']).doUpdateSet({ request, at, actor }),
          )
          .execute(),
      )
      changed(kind)
      return shown(row)
    },

    async remove(id, actor) {
      const row = await store.read
        .selectFrom('saved_requests')
        .select(['kind', 'name'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row) return err({ code: 'not-found' })
      await store.record({ actor, kind: 'saved.removed', subject: id, detail: row }, (tx) =>
        tx.deleteFrom('saved_requests').where('id', '=', id).execute(),
      )
      changed(savedKind.parse(row.kind))
      return ok(undefined)
    },
  }
}
