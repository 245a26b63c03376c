/** Columns of a table of entries that nothing reads, as text. */
import type { UnusedColumn } from '../../../../../preload/contract/domain/batches/drafts.ts'

const notes: Readonly<Record<UnusedColumn['kind'], string>> = {
  unknown: '',
  ambiguous: ' (values unclear)',
  harmless: ' (not needed)',
}
const order = Object.keys(notes)

/** Returns each header with what is known about its column; those that are not needed come last. */
export const unusedHeaders = (columns: readonly UnusedColumn[]): string[] =>
  columns
    .toSorted((column, other) => order.indexOf(column.kind) - order.indexOf(other.kind))
    .map(({ header, kind }) => `${header}${notes[kind]}`)
