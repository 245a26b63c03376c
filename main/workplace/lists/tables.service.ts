/** The layouts of lists as operators arranged them, and exports of lists to files. */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import {
  listView,
  mostExported,
  mostViews,
  tableLayout,
  type ListFormat,
  type ListView,
  type TableLayout,
} from '../../../preload/contract/api/tables.ts'
import { recordUnlessRefused } from '../../store/record-unless-refused.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import type { WrittenRow } from '../../platform/spreadsheets/spreadsheet.ts'
import { writeSpreadsheet } from '../../platform/spreadsheets/write-spreadsheet.ts'
import { createExportDrafts, type ExportDraft, type ExportBegun } from './export-drafts.ts'

type Gone = Failure<'draft-gone'>

/** The service of one open store. */
export interface TablesService {
  /** Returns the operator's layout of each list. A layout that cannot be parsed is left out. */
  layouts(operator: string): Promise<Record<string, TableLayout>>
  /** Saves a layout; null restores the list's default. Recorded. */
  saveLayout(table: string, layout: TableLayout | null, operator: string): Promise<void>
  /** Returns the operator's named views of each list, by name. Unreadable ones are left out. */
  views(operator: string): Promise<Record<string, ListView[]>>
  /**
   * Saves a view in place of one of the same name; fails for a new one above the limit. Recorded.
   */
  saveView(
    table: string,
    view: ListView,
    operator: string,
  ): Promise<Result<void, Failure<'too-many-views'>>>
  /** Removes a view, if there is one of this name. Recorded. */
  removeView(table: string, name: string, operator: string): Promise<void>
  /**
   * Starts an export. Its rows stay in memory for 15 minutes; of several exports, the latest few
   * are kept.
   */
  startExport(begun: ExportBegun, operator: string): { readonly draftId: string }
  /** Returns the new number of rows. */
  addRows(
    draftId: string,
    rows: readonly WrittenRow[],
    operator: string,
  ): Result<{ rows: number }, Gone | Failure<'too-many-rows'>>
  draft(draftId: string, operator: string): Result<ExportDraft, Gone>
  /** Returns the bytes of the file; the export is recorded first. */
  written(draft: ExportDraft, format: ListFormat, operator: string): Promise<Uint8Array>
  discard(draftId: string): void
  /** Drops every export, because the profile is left. */
  forget(): void
}

/** The views of a list are a row beside its layout; no list has an id with a slash. */
const viewsOf = (table: string): string => `${table}/views`
const byName = (a: ListView, b: ListView): number => a.name.localeCompare(b.name, 'en')

function viewsIn(text: string | undefined): ListView[] {
  const rows = z.array(z.unknown()).safeParse(JSON.parse(text ?? '[]'))
  return (rows.data ?? []).flatMap((row) => listView.safeParse(row).data ?? [])
}

interface ViewChange {
  readonly kind: 'table.view-saved' | 'table.view-removed'
  readonly table: string
  readonly name: string
  readonly actor: string
}

export function createTablesService({ store, clock, newId }: SessionContext): TablesService {
  const drafts = createExportDrafts({ clock, newId })

  /** Records other views of a list, by those that it has in the transaction. */
  const changeViews = <F>(
    { kind, table, name, actor }: ViewChange,
    change: (views: readonly ListView[]) => Result<readonly ListView[], F>,
  ): Promise<Result<undefined, F>> =>
    recordUnlessRefused(
      store,
      { actor, kind, subject: table, detail: { name } },
      async (tx): Promise<Result<undefined, F>> => {
        const key = { actor, table_id: viewsOf(table) }
        const row = await tx
          .selectFrom('table_layouts')
          .select('layout')
          .where('actor', '=', actor)
          .where('table_id', '=', key.table_id)
          .executeTakeFirst()
        const views = change(viewsIn(row?.layout))
        if (!views.ok) return views
        const saved = { layout: JSON.stringify(views.value), at: clock.now().toISOString() }
        await tx
          .insertInto('table_layouts')
          .values({ ...key, ...saved })
          .onConflict((conflict) => conflict.columns(['actor', 'table_id']).doUpdateSet(saved))
          .execute()
        return ok(undefined)
      },
    )
  return {
    async layouts(actor) {
      const rows = await store.read
        .selectFrom('table_layouts')
        .select(['table_id', 'layout'])
        .where('actor', '=', actor)
        .execute()
      return Object.fromEntries(
        rows.flatMap((row) => {
          const read = tableLayout.safeParse(JSON.parse(row.layout))
          return read.success ? [[row.table_id, read.data]] : []
        }),
      )
    },

    saveLayout(table, layout, actor) {
      const kind = layout === null ? 'table.reset' : 'table.arranged'
      return store.record({ actor, kind, subject: table, detail: {} }, async (tx) => {
        if (layout === null) {
          await tx
            .deleteFrom('table_layouts')
            .where('actor', '=', actor)
            .where('table_id', '=', table)
            .execute()
          return
        }
        const saved = { layout: JSON.stringify(layout), at: clock.now().toISOString() }
        await tx
          .insertInto('table_layouts')
          .values({ actor, table_id: table, ...saved })
          .onConflict((conflict) => conflict.columns(['actor', 'table_id']).doUpdateSet(saved))
          .execute()
      })
    },

    async views(actor) {
      const rows = await store.read
        .selectFrom('table_layouts')
        .select(['table_id', 'layout'])
        .where('actor', '=', actor)
        .where('table_id', 'like', viewsOf('%'))
        .execute()
      return Object.fromEntries(
        rows.map((row) => [row.table_id.slice(0, -viewsOf('').length), viewsIn(row.layout)]),
      )
    },

    saveView: (table, view, actor) =>
      changeViews({ kind: 'table.view-saved', table, name: view.name, actor }, (views) => {
        const others = views.filter(({ name }) => name !== view.name)
        return others.length >= mostViews
          ? err({ code: 'too-many-views', atMost: mostViews })
          : ok([...others, view].toSorted(byName))
      }),

    async removeView(table, name, actor) {
      await changeViews({ kind: 'table.view-removed', table, name, actor }, (views) => {
        const others = views.filter((view) => view.name !== name)
        return others.length === views.length ? err('no such view') : ok(others)
      })
    },

    startExport: (begun, operator) => ({ draftId: drafts.begin(begun, operator) }),

    addRows(draftId, rows, operator) {
      const draft = drafts.get(draftId, operator)
      if (!draft) return err({ code: 'draft-gone' })
      if (draft.rows.length + rows.length > mostExported || !drafts.hasRoomFor(rows)) {
        return err({ code: 'too-many-rows', atMost: mostExported })
      }
      return ok({ rows: drafts.add(draft, rows) })
    },

    draft(draftId, operator) {
      const draft = drafts.get(draftId, operator)
      return draft ? ok(draft) : err({ code: 'draft-gone' })
    },

    async written({ table, title, columns, rows }, format, actor) {
      const detail = { table, title, rows: rows.length, format }
      await store.note({ actor, kind: 'table.exported', subject: table, detail })
      return writeSpreadsheet({ format, title, columns, rows })
    },

    discard: (draftId) => drafts.discard(draftId),
    forget: () => drafts.forget(),
  }
}
