/** What a table asks of the program around it: to remember how it is arranged, and to write its rows to a file. */
import type { InjectionKey, Ref } from 'vue'
import type { Sort } from './columns.ts'

/** One column as somebody arranged it. */
export interface ColumnLayout {
  readonly id: string
  /** In pixels; null: the list's own. */
  readonly width: number | null
  readonly hidden: boolean
}

/** A table as somebody arranged it: columns in their order. */
export interface TableLayout {
  readonly columns: readonly ColumnLayout[]
  /** Null: the list's own. */
  readonly sort: Sort | null
}

/** The files that rows can be written to. */
export type ExportFormat = 'csv' | 'xlsx'

/** Rows that are to be written to a file. */
export interface ExportOrder {
  readonly table: string
  readonly title: string
  readonly format: ExportFormat
  readonly columns: readonly { readonly title: string; readonly holds: 'text' | 'number' }[]
  readonly count: number
  /** Read only once, from first to last. */
  readonly rows: Iterable<readonly (string | null)[]>
  readonly progress: (written: number) => void
  /** Ends it between two parts; what was begun is let go. */
  readonly signal: AbortSignal
}

/** What became of a file. */
export type ExportOutcome =
  | { readonly kind: 'written'; readonly file: string }
  /** Nobody chose a place, or it was given up. */
  | { readonly kind: 'not-written' }
  | { readonly kind: 'failed'; readonly title: string; readonly reason: string }

/** The program around the table. */
export interface TableHost {
  /** Undefined while it is not known yet; null: the list's own. Reactive. */
  readonly layoutOf: (table: string) => TableLayout | null | undefined
  /** Null: back to the list's own. */
  readonly saveLayout: (table: string, layout: TableLayout | null) => void
  /** Why an arrangement is not remembered; empty when it is. */
  readonly trouble: Readonly<Ref<string>>
  readonly exportRows: (order: ExportOrder) => Promise<ExportOutcome>
}

/** Provided by the window; a table without it remembers nothing and writes no file. */
export const tableHostKey: InjectionKey<TableHost> = Symbol('table host')
