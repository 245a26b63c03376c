import { rowNumber, table, text, type Row } from './define-table.ts'

/** The row number of a record in the index of words. Alerts have their own. */
export const searchPlaces = table(
  'search_places',
  {
    seq: rowNumber(),
    kind: text({ in: ['payment', 'batch', 'entry', 'validation', 'payee'] }),
    id: text(),
  },
  {
    unique: [['kind', 'id']],
    isReadOnly: true,
  },
)
export type SearchPlacesTable = Row<typeof searchPlaces>
