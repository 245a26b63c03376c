/** Queries that operators save under a name, shared by all operators of the profile. */
import { sql } from 'kysely'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import {
  savedKind,
  type SavedKind,
  type SavedLine,
  type SavedRequest,
} from '../../../preload/contract/api/saved.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { byName, sortedPage } from '../../store/sorted-page.ts'
import type { SavedRequestsTable } from '../../store/tables/profile.ts'
import { aboutOf, storedText } from './saved-question.ts'

/** The saved queries of one open store. */
export interface SavedRequests {
  /** Returns the queries by name, each with its masked description. */
  list(request: {
    readonly kind: SavedKind
    readonly cursor: string | null
    readonly limit: number
  }): Promise<{ items: SavedLine[]; next: string | null; total: number }>
  /**
   * Saves the query without its owner's numbers, replacing one of the same name; the audit act does
   * not hold the query. Throws RangeError for text that is no query of its kind: the handler has
   * checked.
   */
  save(
    request: { readonly kind: SavedKind; readonly name: string; readonly request: string },
    operator: string,
  ): Promise<SavedLine>
  /** Returns the full query; the operator who took it is recorded. */
  take(id: string, operator: string): Promise<Result<SavedRequest, Failure<'not-found'>>>
  /** Removes the query and records it. */
  remove(id: string, operator: string): Promise<Result<void, Failure<'not-found'>>>
}

export function createSavedRequests(context: SessionContext): SavedRequests {
  const { store, clock, newId, emitEvent } = context
  const shown = ({ id, name, at, ...row }: SavedRequestsTable): SavedLine => {
    const kind = savedKind.parse(row.kind)
    const operator = context.operatorName(row.actor)
    return { id, kind, name, about: aboutOf(kind, row.request), at, operator }
  }
  const rowOf = (id: string) =>
    store.read
      .selectFrom('saved_requests')
      .select(['kind', 'name', 'request'])
      .where('id', '=', id)
      .executeTakeFirst()
  const changed = (kind: SavedKind): void => emitEvent('saved', 'changed', { kind })

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

    async save({ kind, name, request: saved }, actor) {
      const request = storedText(kind, saved)
      const at = clock.now().toISOString()
      const same = store.read.selectFrom('saved_requests').select('id')
      const before = await same.where('kind', '=', kind).where('name', '=', name).executeTakeFirst()
      const row = { id: before?.id ?? newId(), kind, name, request, at, actor }
      const act = { actor, kind: 'saved.stored', subject: row.id, detail: { kind, name } }
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

    async take(id, actor) {
      const row = await rowOf(id)
      if (!row) return err({ code: 'not-found' })
      const { name, request } = row
      const kind = savedKind.parse(row.kind)
      await store.note({ actor, kind: 'saved.taken', subject: id, detail: { kind, name } })
      return ok({ id, kind, name, request })
    },

    async remove(id, actor) {
      const row = await rowOf(id)
      if (!row) return err({ code: 'not-found' })
      const { kind, name } = row
      const act = { actor, kind: 'saved.removed', subject: id, detail: { kind, name } }
      await store.record(act, (tx) =>
        tx.deleteFrom('saved_requests').where('id', '=', id).execute(),
      )
      changed(savedKind.parse(kind))
      return ok(undefined)
    },
  }
}
