import { computed, onMounted, watch } from 'vue'
import {
  arrange,
  drawnOf,
  entriesOf,
  placedBefore,
  shownOf,
  withHidden,
  withWidth,
} from './arrangement.ts'
import type { Column, Sort } from './columns.ts'
import { useLayoutMemory } from './layout-memory.ts'
import type { ColumnLayout, TableLayout } from './table-host.ts'

interface Arranged<Row> {
  /** Empty: the table has no stored layout. */
  readonly table: () => string
  readonly columns: () => readonly Column<Row>[]
  /** The columns drawn beside open details; null draws all visible ones. */
  readonly narrow: () => readonly string[] | null
  readonly sort: () => Sort | null
  /** Called with the remembered sort order, or with the list's own. */
  readonly sorted: (sort: Sort | null) => void
}

const sameSort = (a: Sort | null, b: Sort | null): boolean =>
  a?.column === b?.column && a?.direction === b?.direction

/** The columns in the operator's layout, and every action that changes it. */
export function useLayout<Row>({ table, columns, narrow, sort, sorted }: Arranged<Row>) {
  const memory = useLayoutMemory()
  const known = computed(() => (table() === '' ? null : memory.layoutOf(table())))
  const layout = computed(() => known.value ?? null)
  const placed = computed(() => arrange(columns(), layout.value))
  const ownSort = sort()

  function save(part: Partial<TableLayout>): void {
    if (table() === '') return
    const now = { columns: entriesOf(columns(), layout.value), sort: layout.value?.sort ?? null }
    memory.saveLayout(table(), { ...now, ...part })
  }
  const change = (edit: (entries: readonly ColumnLayout[]) => ColumnLayout[]): void =>
    save({ columns: edit(entriesOf(columns(), layout.value)) })

  /** The remembered sort order if its column can still be sorted by, otherwise the list's own. */
  const wanted = computed(() => {
    const { sort: remembered = null } = layout.value ?? {}
    const column = columns().find(({ id }) => id === remembered?.column)
    return column?.sortable === true ? remembered : ownSort
  })
  // Emitted once the list is mounted and listens, and again for an operator with another sort
  // order.
  onMounted(() => {
    watch(
      [wanted, () => known.value !== undefined] as const,
      ([next, isKnown], [before]) => {
        if (table() === '' || !isKnown || sameSort(next, sort())) return
        if (before === undefined || !sameSort(next, before)) sorted(next)
      },
      { immediate: true },
    )
  })

  return {
    placed,
    /** The columns for copies and exports. */
    shown: computed(() => shownOf(placed.value)),
    drawn: computed(() => drawnOf(placed.value, narrow(), sort()?.column)),
    isArranged: computed(() => layout.value !== null),
    trouble: memory.trouble,
    setWidth: (id: string, width: number | null) =>
      change((entries) => withWidth(entries, id, width)),
    setHidden: (id: string, hidden: boolean) =>
      change((entries) => withHidden(entries, id, hidden)),
    moveBefore: (id: string, before: string | null) =>
      change((entries) => placedBefore(entries, id, before)),
    /** The list's own order is not that of any column. */
    hasOwnOrder: ownSort === null,
    rememberSort: (next: Sort | null) => save({ sort: next }),
    reset: () => memory.saveLayout(table(), null),
  }
}
