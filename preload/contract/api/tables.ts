/**
 * Table layouts of each operator, and export of a table to a file. The window has only masked
 * texts, so an exported file is masked like the screen.
 */
import { sortDirections } from '../kernel/list-sort.ts'
import { writtenFile } from './profiles/profile.ts'
import { maskedDigits } from '../domain/personal-names.ts'
import { anyOperator } from '../domain/operators/roles.ts'
import { command, nothing, query } from './define-channel.ts'
import { z } from '../kernel/zod.ts'

/** Permanent id of a list, such as `alerts` or `bulk-rows`. */
const tableId = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/)
const columnId = z.string().min(1).max(200)

/** Columns in order; an unnamed column appears at its default place. */
export const tableLayout = z.object({
  columns: z
    .array(
      z.object({
        id: columnId,
        /** In pixels; null for the default width. */
        width: z.int().min(24).max(4000).nullable(),
        hidden: z.boolean(),
      }),
    )
    .max(300),
  sort: z.object({ column: columnId, direction: z.enum(sortDirections) }).nullable(),
})
export type TableLayout = z.infer<typeof tableLayout>

/** Most named views of one list. */
export const mostViews = 50

/**
 * Returns whether a filter field may hold an account number, which is never saved: five digits or
 * more in an account field, and in a search any text that privacy masks.
 */
export const mayHoldAccount = (field: string, value: string): boolean => {
  const text = `${field} ${value}`
  return maskedDigits(text) !== text
}

/** A list as an operator saved it under a name: its filter, and its layout with the sort order. */
export const listView = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: 'A name of 1 to 60 characters' })
    .max(60, { error: 'A name of 1 to 60 characters' })
    .refine((name) => !mayHoldAccount('name', name), { error: 'No account number' }),
  filter: z
    .record(z.string().max(40), z.union([z.string().max(200), z.boolean()]))
    .refine(
      (filter) =>
        Object.entries(filter).every(
          ([field, value]) => typeof value === 'boolean' || !mayHoldAccount(field, value),
        ),
      { error: 'No account number' },
    ),
  /** Null for the default layout. */
  layout: tableLayout.nullable(),
})
export type ListView = z.infer<typeof listView>

/** File formats of an export. */
export const exportFormats = ['csv', 'xlsx'] as const
export const exportFormat = z.enum(exportFormats)
export type ExportFormat = z.infer<typeof exportFormat>
/** Of a list: `csv` is guarded for Excel, `csv-plain` has exact values for programs. */
export const listFormats = [...exportFormats, 'csv-plain'] as const
export type ListFormat = (typeof listFormats)[number]

/** Cell type in a spreadsheet: text keeps leading zeros, numbers can be summed. */
export const cellKinds = ['text', 'number'] as const

/** Most rows in one export. */
export const mostExported = 100_000
/** Most rows in one call. */
export const rowsPerPart = 1_000

/** Channels of `tables`. */
export const tables = {
  /** Layouts of the signed-in operator by list id. */
  getLayouts: query(nothing, z.record(z.string(), tableLayout)),
  /** Null restores the default layout. */
  saveLayout: command(
    z.object({ table: tableId, layout: tableLayout.nullable() }),
    nothing,
    [],
    anyOperator,
  ),
  /** Named views of the signed-in operator by list id, in order of name. */
  getViews: query(nothing, z.record(z.string(), z.array(listView))),
  /** Replaces a view of the same name. */
  saveView: command(
    z.object({ table: tableId, view: listView }),
    nothing,
    ['too-many-views'],
    anyOperator,
  ),
  removeView: command(z.object({ table: tableId, name: z.string() }), nothing, [], anyOperator),
  /** Starts an export with its title and columns. Main stores the added rows until saved. */
  startExport: command(
    z.object({
      table: tableId,
      title: z.string().trim().min(1).max(120),
      columns: z
        .array(z.object({ title: z.string().max(300), holds: z.enum(cellKinds) }))
        .min(1)
        .max(300),
    }),
    z.object({ draftId: z.string() }),
    [],
    anyOperator,
  ),
  addRows: command(
    z.object({
      draftId: z.string(),
      rows: z.array(z.array(z.string().max(100_000).nullable()).max(300)).max(rowsPerPart),
    }),
    z.object({ rows: z.int() }),
    ['draft-gone', 'too-many-rows'],
    anyOperator,
  ),
  /** Writes the export to a file that the operator chooses: an audited act. */
  saveExport: command(
    z.object({ draftId: z.string(), format: z.enum(listFormats) }),
    writtenFile,
    ['draft-gone', 'file-failed'],
    anyOperator,
  ),
  discardExport: command(z.object({ draftId: z.string() }), nothing, [], anyOperator),
} as const
