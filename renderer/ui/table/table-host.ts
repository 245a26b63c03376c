/**
 * The services that a table needs from the program: to remember its layout, and to write its rows
 * to a file.
 */
import type { InjectionKey, Ref } from 'vue'
import type { Sort } from './columns.ts'

/** One column in a layout. */
export interface ColumnLayout {
  readonly id: string
  /** In pixels; null: the list's own width. */
  readonly width: number | null
  readonly hidden: boolean
}

/** The layout of a table: its columns in order. */
export interface TableLayout {
  readonly columns: readonly ColumnLayout[]
  /** Null: the list's own order. */
  readonly sort: Sort | null
}

/** `csv` is guarded for spreadsheets, `csv-plain` has exact values for programs. */
export type ExportFormat = 'csv' | 'csv-plain' | 'xlsx'

/** The rows and settings of one export. */
export interface ExportOrder {
  readonly table: string
  readonly title: string
  readonly format: ExportFormat
  readonly columns: readonly { readonly title: string; readonly holds: 'text' | 'number' }[]
  readonly count: number
  /** Read only once, from first to last. */
  readonly rows: Iterable<readonly (string | null)[]>
  readonly progress: (written: number) => void
  /** Cancels the export between two parts; the unfinished file is discarded. */
  readonly signal: AbortSignal
}

/** The result of an export. */
export type ExportOutcome =
  | { readonly kind: 'written'; readonly file: string }
  /** The operator chose no place, or cancelled. */
  | { readonly kind: 'not-written' }
  | { readonly kind: 'failed'; readonly title: string; readonly reason: string }

export interface TableHost {
  /** Undefined while not known yet; null: the list's own layout. Reactive. */
  readonly layoutOf: (table: string) => TableLayout | null | undefined
  /** Null: back to the list's own layout. */
  readonly saveLayout: (table: string, layout: TableLayout | null) => void
  /** Why a layout is not remembered; empty if it is. */
  readonly trouble: Readonly<Ref<string>>
  readonly exportRows: (order: ExportOrder) => Promise<ExportOutcome>
}

/** Provided by the window; a table without it remembers nothing and exports nothing. */
export const tableHostKey: InjectionKey<TableHost> = Symbol('table host')

/** An export of the screen itself, in the menu after those of the table. */
export interface OwnExport {
  readonly id: string
  readonly label: string
  readonly hint: string
  /** A separator line above it. */
  readonly separated?: boolean | undefined
}
