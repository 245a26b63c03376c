import { computed, watch, type Ref } from 'vue'
import type { Column } from './columns.ts'
import { pickKeys } from './pick-keys.ts'
import type { RowWindow } from './rows.ts'
import { sumsOf, sumTexts } from './sums.ts'
import { usePicking } from './use-picking.ts'
import type { useRowCursor } from './use-row-cursor.ts'
import { useTableActs } from './use-table-acts.ts'

interface PickedOptions<Row> {
  /** Empty: nothing can be picked. */
  readonly table: () => string
  readonly title: () => string
  readonly source: Readonly<Ref<RowWindow<Row>>>
  readonly rowKey: (row: Row) => string
  readonly need: (from: number, to: number) => void
  readonly drawn: () => readonly Column<Row>[]
  readonly columns: () => readonly Column<Row>[]
  readonly loadAll: () => ((signal?: AbortSignal) => Promise<void>) | null
  readonly picked: (now: ReadonlyMap<string, Row>) => void
  readonly cursor: ReturnType<typeof useRowCursor>
}

/** How a press picks; undefined if it only selects the row, as a plain press does. */
function wayOf(event: MouseEvent): 'range' | 'one' | undefined {
  if (event.shiftKey) return 'range'
  const isOnBox = event.target instanceof Element && event.target.closest('[data-pick]') !== null
  return isOnBox || event.ctrlKey || event.metaKey ? 'one' : undefined
}

/** Picking by keys and presses, the totals of the picked rows, and the actions on them. */
export function usePickedRows<Row>(options: PickedOptions<Row>) {
  const { source, cursor } = options
  const picking = usePicking<Row>(options)
  const { picked } = picking
  const acts = useTableActs<Row>({
    ...options,
    picking,
    active: () => ({
      row: source.value.rowAt(cursor.activeIndex.value),
      cell: cursor.activeCell.value,
    }),
  })
  const extent = computed(() => {
    if (picked.value.size === 0) return 'none'
    const isAll = picked.value.size - picking.elsewhere.value === source.value.count
    return isAll ? 'all' : 'some'
  })
  const canPick = (): boolean => options.table() !== ''

  // The message about earlier picks does not apply to these.
  watch(picked, (now, before) => {
    if (now.size !== before.size) acts.message.value = undefined
    options.picked(now)
  })

  /** Cancels the work in progress, otherwise clears the picks; false if there was neither. */
  function escape(): boolean {
    if (acts.giveUp()) return true
    if (picked.value.size === 0) return false
    picking.clear()
    return true
  }

  const takesKey = pickKeys({
    toggle: () => picking.toggle(cursor.activeIndex.value),
    pickAll: () => void acts.pickAll(),
    copy: acts.copy,
  })

  /** A press that picks makes the row active, but does not open it. */
  function onMousedown(event: MouseEvent, index: number): void {
    cursor.activeCell.value = -1
    if (!canPick() || event.button !== 0 || wayOf(event) === undefined) return
    // Otherwise the press would mark text from the last one to here.
    event.preventDefault()
    const from = cursor.activeIndex.value
    cursor.setActive(index)
    if (wayOf(event) === 'range') picking.extend(from, index)
    else picking.toggle(index)
    ;(event.currentTarget as HTMLElement).focus({ preventScroll: true })
  }

  return {
    picked,
    escape,
    clear: picking.clear,
    copy: acts.copy,
    giveUp: acts.giveUp,
    exportRows: (...order: Parameters<typeof acts.exportRows>) => void acts.exportRows(...order),
    pickAll: () => void acts.pickAll(),
    turnAll: () => (extent.value === 'all' ? picking.clear() : void acts.pickAll()),
    leave: picking.setAnchor,
    extend: (from: number, to: number): boolean => {
      if (canPick()) picking.extend(from, to)
      return canPick()
    },
    takes: (event: KeyboardEvent) => canPick() && takesKey(event),
    onMousedown,
    /** Whether the press before this click has already picked. */
    hasPicked: (event: MouseEvent) => canPick() && wayOf(event) !== undefined,
    /** Escape from the tools around the rows. */
    onKeydownAround(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.defaultPrevented || !escape()) return
      event.preventDefault()
      event.stopPropagation()
    },
    extent,
    footer: computed(() => ({
      count: source.value.count,
      picked: picked.value.size,
      elsewhere: picking.elsewhere.value,
      sums: sumTexts(sumsOf(options.columns(), picked.value.values())),
      work: acts.work.value,
      message: acts.message.value,
      canExport: acts.canExport,
    })),
  }
}
