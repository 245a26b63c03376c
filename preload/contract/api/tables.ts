/**
 * The lists of the product as an operator has arranged them, and what of a list is written to a file. The
 * window holds masked texts only, so that what it hands over for a file is masked as it is on the screen.
 */
import { sortDirections } from '../kernel/list-sort.ts'
import { writtenFile } from './profiles/profile.ts'
import { anyOperator } from '../domain/operators/roles.ts'
import { command, nothing, query } from './verbs.ts'
import { z } from '../kernel/zod.ts'

/** Names a list for good, such as `alerts` or `bulk-rows`. */
const tableId = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/)
const columnId = z.string().min(1).max(200)

/** The columns in their order; one that is not named stands where the list puts it. */
export const tableLayout = z.object({
  columns: z
    .array(
      z.object({
        id: columnId,
        /** In pixels; null: the list's own. */
        width: z.int().min(24).max(4000).nullable(),
        hidden: z.boolean(),
      }),
    )
    .max(300),
  sort: z.object({ column: columnId, direction: z.enum(sortDirections) }).nullable(),
})
export type TableLayout = z.infer<typeof tableLayout>

/** The files that a list can be written to. */
export const exportFormats = ['csv', 'xlsx'] as const
export const exportFormat = z.enum(exportFormats)
export type ExportFormat = z.infer<typeof exportFormat>

/** What the cells of a column are to a spreadsheet: text keeps its leading zeros, a number can be summed. */
export const cellKinds = ['text', 'number'] as const

/** No list that is written is longer. */
export const mostExported = 100_000
/** So many rows cross the border at once. */
export const rowsPerPart = 1_000

/** The verbs of the noun `tables`. */
export const tables = {
  /** How the operator who is here has arranged each list, by its id. */
  getLayouts: query(nothing, z.record(z.string(), tableLayout)),
  /** Null: back to the list's own. */
  saveLayout: command(
    z.object({ table: tableId, layout: tableLayout.nullable() }),
    nothing,
    [],
    anyOperator,
  ),
  /** Begins a file: its title and its columns. What is put into it is kept by main until it is saved. */
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
  /** Writes it where the operator chooses: an audited act. */
  saveExport: command(
    z.object({ draftId: z.string(), format: exportFormat }),
    writtenFile,
    ['draft-gone', 'file-failed'],
    anyOperator,
  ),
  discardExport: command(z.object({ draftId: z.string() }), nothing, [], anyOperator),
} as const
