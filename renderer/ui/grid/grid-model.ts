/**
 * The rows of an editable grid, independent of the screen. An edit is a step with the rows before
 * and after, so every edit can be undone. Nothing here is deeply reactive: `revision` grows, and
 * the screen reads the rows again.
 */
import { readonly, shallowRef, type Ref } from 'vue'
import { changeOf, placesBetween, reversed, stepped, type GridStep } from './grid-steps.ts'
import type { RowPatch } from './grid-steps.ts'
import type { GridChange, GridColumn, GridEdit, GridRow, PlacedGridRow } from './grid-types.ts'

interface ModelOptions {
  /** Options are accepted by their labels too; a function if the columns change. */
  readonly columns: readonly GridColumn[] | (() => readonly GridColumn[])
  /** Returns a new row with its own key and its initial values. */
  readonly newRow: () => GridRow
  /** How typed or pasted text is stored; default: trimmed, and an option by its value. */
  readonly normalize?: ((text: string, column: GridColumn) => string) | undefined
}

export interface GridModel {
  /** Grows with every change; read it in code that draws rows. */
  readonly revision: Readonly<Ref<number>>
  readonly canUndo: Readonly<Ref<boolean>>
  readonly canRedo: Readonly<Ref<boolean>>
  readonly count: () => number
  readonly rowAt: (index: number) => PlacedGridRow | undefined
  /** -1 if there is no such row. */
  readonly indexOf: (key: string) => number
  /** All rows in their order. */
  readonly rows: () => readonly PlacedGridRow[]
  /** Writes cells as one step; `typed`: a person typed into a single cell. */
  readonly write: (edits: readonly GridEdit[], typed?: 'typed') => void
  /**
   * Inserts rows before this index as one step: these rows, or a number of new ones. Returns their
   * keys.
   */
  readonly insert: (at: number, rows: number | readonly GridRow[]) => readonly string[]
  readonly remove: (keys: readonly string[]) => void
  /** Undoes the last step, or redoes it; returns the keys of the changed rows. */
  readonly undo: () => readonly string[]
  readonly redo: () => readonly string[]
  /** Replaces all rows: no step remains to undo, and no listener is called. */
  readonly reset: (rows: readonly (GridRow & { readonly position?: number })[]) => void
  /** Calls the listener on every change from now on; returns the unsubscribe function. */
  readonly onChange: (listener: (change: GridChange) => void) => () => void
}

/** The maximum number of steps for undo. */
const mostSteps = 500

const oneLine = (text: string): string => text.replaceAll(/[\t\r\n]+/g, ' ').trim()

/**
 * A text as stored: one line, trimmed, and the value of an option if it is an option's value or
 * label.
 */
export function normalizedText(text: string, column: GridColumn): string {
  const clean = oneLine(text)
  const same = (offered: string): boolean => offered.toLowerCase() === clean.toLowerCase()
  const option =
    column.options?.find(({ value }) => same(value)) ??
    column.options?.find(({ label }) => same(label))
  return option?.value ?? clean
}

const placed = (
  rows: readonly (GridRow & { readonly position?: number })[],
): readonly PlacedGridRow[] =>
  rows
    .map((row, index) => ({ ...row, position: row.position ?? index + 1 }))
    .sort((a, b) => a.position - b.position)

/** The rows, their order, and the steps applied to them. */
function createRowStore(begin: readonly PlacedGridRow[]) {
  let rows = begin
  let indexes: Map<string, number> | undefined
  const indexOf = (key: string): number => {
    indexes ??= new Map(rows.map((row, index) => [row.key, index]))
    return indexes.get(key) ?? -1
  }
  return {
    rows: () => rows,
    indexOf,
    set: (next: readonly PlacedGridRow[]) => {
      rows = next
      indexes = undefined
    },
    take: (step: GridStep) => {
      const next = stepped(rows, step, indexOf)
      rows = next.rows
      if (next.isReordered) indexes = undefined
    },
  }
}

/**
 * The patches that insert rows before this index; if position numbers are too close together, all
 * rows are numbered again.
 */
function patchesToInsert(
  rows: readonly PlacedGridRow[],
  at: number,
  fresh: readonly GridRow[],
): readonly RowPatch[] {
  const places = placesBetween(rows[at - 1]?.position, rows[at]?.position, fresh.length)
  if (places) {
    return fresh.map((row, index) => ({
      before: undefined,
      after: { ...row, position: places[index] ?? 0 },
    }))
  }
  const all = [...rows.slice(0, at), ...fresh, ...rows.slice(at)]
  const before = new Map(rows.map((row) => [row.key, row]))
  return all.map((row, index) => ({
    before: before.get(row.key),
    after: { ...row, position: index + 1 },
  }))
}

/** The row with these cells; the same row if nothing changes. */
function written<Row extends GridRow>(row: Row, cells: Readonly<Record<string, string>>): Row {
  const isChanged = Object.entries(cells).some(([id, text]) => (row.cells[id] ?? '') !== text)
  return isChanged ? { ...row, cells: { ...row.cells, ...cells } } : row
}

/** Merges further typing in the same cell with the step before. */
function joined(last: GridStep | undefined, next: GridStep): GridStep | undefined {
  if (last?.typedInto === undefined || last.typedInto !== next.typedInto) return undefined
  const [from, to] = [last.patches[0], next.patches[0]]
  return from && to ? { ...next, patches: [{ before: from.before, after: to.after }] } : undefined
}

/** Creates the model of a grid; rows without a position keep the given order. */
export function createGridModel(
  begin: readonly (GridRow & { readonly position?: number })[],
  { columns, newRow, normalize = normalizedText }: ModelOptions,
): GridModel {
  const store = createRowStore(placed(begin))
  const revision = shallowRef(0)
  const canUndo = shallowRef(false)
  const canRedo = shallowRef(false)
  const listeners = new Set<(change: GridChange) => void>()
  let done: GridStep[] = []
  let undone: GridStep[] = []

  function notify(step: GridStep | undefined): void {
    canUndo.value = done.length > 0
    canRedo.value = undone.length > 0
    if (step) for (const listener of listeners) listener(changeOf(step))
    revision.value += 1
  }
  function act(step: GridStep): void {
    if (step.patches.length === 0) return
    store.take(step)
    const both = joined(done.at(-1), step)
    done = [...(both ? done.slice(0, -1) : done), both ?? step].slice(-mostSteps)
    undone = []
    notify(step)
  }

  function normalizedCells(cells: GridEdit['cells']): GridEdit['cells'] {
    const known = new Map(
      (typeof columns === 'function' ? columns() : columns).map((column) => [column.id, column]),
    )
    return Object.fromEntries(
      Object.entries(cells).flatMap(([id, text]) => {
        const column = known.get(id)
        if (column?.computedFact) return []
        return [[id, column ? normalize(text, column) : text]]
      }),
    )
  }

  function write(edits: readonly GridEdit[], typed?: 'typed'): void {
    const rows = store.rows()
    const byIndex = new Map<number, GridEdit['cells']>()
    for (const { index, cells } of edits) {
      byIndex.set(index, { ...byIndex.get(index), ...normalizedCells(cells) })
    }
    const patches: RowPatch[] = []
    for (const [index, cells] of byIndex) {
      const before = rows[index]
      const after = before && written(before, cells)
      if (after !== before) patches.push({ before, after })
    }
    const last = Math.max(-1, ...indicesWithText(byIndex))
    const fresh = Array.from({ length: Math.max(0, last + 1 - rows.length) }, (_, extra) =>
      written(newRow(), byIndex.get(rows.length + extra) ?? {}),
    )
    patches.push(...patchesToInsert(rows, rows.length, fresh))
    const [only] = edits
    const key = only && rows[only.index]?.key
    const cell = only && Object.keys(only.cells)[0]
    const isTyping = typed !== undefined && key !== undefined && cell !== undefined
    act({ patches, typedInto: isTyping ? `${key}/${cell}` : undefined })
  }

  function insert(at: number, rows: number | readonly GridRow[]): readonly string[] {
    const fresh = typeof rows === 'number' ? Array.from({ length: rows }, () => newRow()) : rows
    const place = Math.min(Math.max(0, at), store.rows().length)
    act({ patches: patchesToInsert(store.rows(), place, fresh) })
    return fresh.map(({ key }) => key)
  }

  function remove(keys: readonly string[]): void {
    const rows = store.rows()
    const here = [...new Set(keys.map(store.indexOf))].filter((index) => index >= 0)
    act({ patches: here.map((index) => ({ before: rows[index], after: undefined })) })
  }

  const keysOf = ({ patches }: GridStep): readonly string[] =>
    patches.flatMap(({ before, after }) => (after ?? before)?.key ?? [])
  function undo(): readonly string[] {
    const step = done.pop()
    if (!step) return []
    undone.push(step)
    const back = reversed(step)
    store.take(back)
    notify(back)
    return keysOf(step)
  }
  function redo(): readonly string[] {
    const step = undone.pop()
    if (!step) return []
    // Typing after that starts a step of its own.
    done.push({ patches: step.patches })
    store.take(step)
    notify(step)
    return keysOf(step)
  }

  return {
    revision: readonly(revision),
    canUndo: readonly(canUndo),
    canRedo: readonly(canRedo),
    write,
    insert,
    remove,
    undo,
    redo,
    count: () => store.rows().length,
    rowAt: (index) => store.rows()[index],
    indexOf: store.indexOf,
    rows: store.rows,
    reset: (rows) => {
      store.set(placed(rows))
      ;[done, undone] = [[], []]
      notify(undefined)
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The indices of rows with text: blanks after the last row create no row. */
function indicesWithText(byIndex: ReadonlyMap<number, GridEdit['cells']>): number[] {
  return [...byIndex].flatMap(([index, cells]) =>
    Object.values(cells).some((text) => text !== '') ? [index] : [],
  )
}
