/**
 * The rows of an editable grid, outside of any screen: edits are steps of rows before and after, so that every
 * one of them can be taken back. Nothing in here is deeply reactive: `revision` grows, and who draws looks again.
 */
import { readonly, shallowRef, type Ref } from 'vue'
import { changeOf, placesBetween, reversed, stepped, type GridStep } from './grid-steps.ts'
import type { RowPatch } from './grid-steps.ts'
import type { GridChange, GridColumn, GridEdit, GridRow, PlacedGridRow } from './grid-types.ts'

interface ModelOptions {
  /** Offered values are taken by their words too; a function where the columns change. */
  readonly columns: readonly GridColumn[] | (() => readonly GridColumn[])
  /** A row with a key of its own, and what is in it from the beginning. */
  readonly newRow: () => GridRow
  /** How a text is kept that was typed or pasted; default: without blanks around it, an option by its value. */
  readonly settle?: ((text: string, column: GridColumn) => string) | undefined
}

/** The rows of a grid and what can be done with them. */
export interface GridModel {
  /** Grows with every change; read it where rows are drawn. */
  readonly revision: Readonly<Ref<number>>
  readonly canUndo: Readonly<Ref<boolean>>
  readonly canRedo: Readonly<Ref<boolean>>
  readonly count: () => number
  readonly rowAt: (index: number) => PlacedGridRow | undefined
  /** -1 where there is no such row. */
  readonly indexOf: (key: string) => number
  /** All rows in their order. */
  readonly rows: () => readonly PlacedGridRow[]
  /** Writes into cells as one step; `typed` says that a person typed into a single cell. */
  readonly write: (edits: readonly GridEdit[], typed?: 'typed') => void
  /** Puts rows before the row of this number, as one step: these, or so many new ones. Answers their keys. */
  readonly insert: (at: number, rows: number | readonly GridRow[]) => readonly string[]
  readonly remove: (keys: readonly string[]) => void
  /** Takes the last step back, or again; answers the keys of the rows that it changed. */
  readonly undo: () => readonly string[]
  readonly redo: () => readonly string[]
  /** Starts anew with these rows: nothing to take back, and nobody is told. */
  readonly reset: (rows: readonly (GridRow & { readonly position?: number })[]) => void
  /** Tells of every change that is made from now on; answers what ends that. */
  readonly onChange: (listener: (change: GridChange) => void) => () => void
}

/** More steps than these are not kept. */
const mostSteps = 500

const oneLine = (text: string): string => text.replaceAll(/[\t\r\n]+/g, ' ').trim()

/** A text as it is kept: one line, no blanks around it, and an offered value where it is one or the word for one. */
export function settledText(text: string, column: GridColumn): string {
  const kept = oneLine(text)
  const same = (offered: string): boolean => offered.toLowerCase() === kept.toLowerCase()
  const option =
    column.options?.find(({ value }) => same(value)) ??
    column.options?.find(({ label }) => same(label))
  return option?.value ?? kept
}

const placed = (
  rows: readonly (GridRow & { readonly position?: number })[],
): readonly PlacedGridRow[] =>
  rows
    .map((row, index) => ({ ...row, position: row.position ?? index + 1 }))
    .sort((a, b) => a.position - b.position)

/** The rows, where each of them stands, and steps taken on them. */
function createRowShelf(begin: readonly PlacedGridRow[]) {
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

/** Patches that put rows before the row of this number; where numbers lie too close all rows are numbered anew. */
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

/** The row with these cells; the same row where that changes nothing. */
function written<Row extends GridRow>(row: Row, cells: Readonly<Record<string, string>>): Row {
  const isChanged = Object.entries(cells).some(([id, text]) => (row.cells[id] ?? '') !== text)
  return isChanged ? { ...row, cells: { ...row.cells, ...cells } } : row
}

/** Further typing into the same cell, as one step with the typing before. */
function joined(last: GridStep | undefined, next: GridStep): GridStep | undefined {
  if (last?.typedInto === undefined || last.typedInto !== next.typedInto) return undefined
  const [from, to] = [last.patches[0], next.patches[0]]
  return from && to ? { ...next, patches: [{ before: from.before, after: to.after }] } : undefined
}

/** Makes the model of a grid; rows without a position stand in the order in which they come. */
export function createGridModel(
  begin: readonly (GridRow & { readonly position?: number })[],
  { columns, newRow, settle = settledText }: ModelOptions,
): GridModel {
  const shelf = createRowShelf(placed(begin))
  const revision = shallowRef(0)
  const canUndo = shallowRef(false)
  const canRedo = shallowRef(false)
  const listeners = new Set<(change: GridChange) => void>()
  let done: GridStep[] = []
  let undone: GridStep[] = []

  function tell(step: GridStep | undefined): void {
    canUndo.value = done.length > 0
    canRedo.value = undone.length > 0
    if (step) for (const listener of listeners) listener(changeOf(step))
    revision.value += 1
  }
  function act(step: GridStep): void {
    if (step.patches.length === 0) return
    shelf.take(step)
    const both = joined(done.at(-1), step)
    done = [...(both ? done.slice(0, -1) : done), both ?? step].slice(-mostSteps)
    undone = []
    tell(step)
  }

  function settled(cells: GridEdit['cells']): GridEdit['cells'] {
    const known = new Map(
      (typeof columns === 'function' ? columns() : columns).map((column) => [column.id, column]),
    )
    return Object.fromEntries(
      Object.entries(cells).flatMap(([id, text]) => {
        const column = known.get(id)
        if (column?.tells) return []
        return [[id, column ? settle(text, column) : text]]
      }),
    )
  }

  function write(edits: readonly GridEdit[], typed?: 'typed'): void {
    const rows = shelf.rows()
    const byIndex = new Map<number, GridEdit['cells']>()
    for (const { index, cells } of edits) {
      byIndex.set(index, { ...byIndex.get(index), ...settled(cells) })
    }
    const patches: RowPatch[] = []
    for (const [index, cells] of byIndex) {
      const before = rows[index]
      const after = before && written(before, cells)
      if (after !== before) patches.push({ before, after })
    }
    const last = Math.max(-1, ...byIndexOfText(byIndex))
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
    const place = Math.min(Math.max(0, at), shelf.rows().length)
    act({ patches: patchesToInsert(shelf.rows(), place, fresh) })
    return fresh.map(({ key }) => key)
  }

  function remove(keys: readonly string[]): void {
    const rows = shelf.rows()
    const here = [...new Set(keys.map(shelf.indexOf))].filter((index) => index >= 0)
    act({ patches: here.map((index) => ({ before: rows[index], after: undefined })) })
  }

  const keysOf = ({ patches }: GridStep): readonly string[] =>
    patches.flatMap(({ before, after }) => (after ?? before)?.key ?? [])
  function undo(): readonly string[] {
    const step = done.pop()
    if (!step) return []
    undone.push(step)
    const back = reversed(step)
    shelf.take(back)
    tell(back)
    return keysOf(step)
  }
  function redo(): readonly string[] {
    const step = undone.pop()
    if (!step) return []
    // What is typed after that is a step of its own.
    done.push({ patches: step.patches })
    shelf.take(step)
    tell(step)
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
    count: () => shelf.rows().length,
    rowAt: (index) => shelf.rows()[index],
    indexOf: shelf.indexOf,
    rows: shelf.rows,
    reset: (rows) => {
      shelf.set(placed(rows))
      ;[done, undone] = [[], []]
      tell(undefined)
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The numbers of rows in which something is written: blanks after the last row make no row. */
function byIndexOfText(byIndex: ReadonlyMap<number, GridEdit['cells']>): number[] {
  return [...byIndex].flatMap(([index, cells]) =>
    Object.values(cells).some((text) => text !== '') ? [index] : [],
  )
}
