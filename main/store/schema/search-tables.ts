/**
 * The tables of the global search, as Kysely sees them, filled by triggers only, under the rules of
 * `tables.ts`.
 */
import type { ColumnType } from 'kysely'
import type { FoundKind } from '../../../preload/contract/api/search/search.ts'

/** The row number of a record in the index of words. Alerts have their own. */
export interface SearchPlacesTable {
  seq: ColumnType<number, never, never>
  kind: ColumnType<Exclude<FoundKind, 'alert'>, never, never>
  id: ColumnType<string, never, never>
}

/** The indexes of words are queried in SQL. */
export interface SearchTables {
  search_places: SearchPlacesTable
}
