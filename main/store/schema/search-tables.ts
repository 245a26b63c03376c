/** The tables of search everywhere, as Kysely sees them, fed by triggers alone; the rules are those of `tables.ts`. */
import type { ColumnType } from 'kysely'
import type { FoundKind } from '../../../preload/contract/api/search/search.ts'

/** The number by which the words of a thing know it. Alerts have their own. */
export interface SearchPlacesTable {
  seq: ColumnType<number, never, never>
  kind: ColumnType<Exclude<FoundKind, 'alert'>, never, never>
  id: ColumnType<string, never, never>
}

/** The tables of this file, by their names; the indexes of words are asked in SQL. */
export interface SearchTables {
  search_places: SearchPlacesTable
}
