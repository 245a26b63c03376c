/** Reads lists that main sorts page by page, and computes the expected order. */
import { expect } from 'vitest'

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next: string | null
}

/** Returns every row of a list in order, read in pages of two; fails if a row comes twice. */
export async function paged<Row extends { readonly id: string }>(
  read: (page: { readonly cursor: string | null; readonly limit: number }) => Promise<Page<Row>>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const page: Page<Row> = await read({ cursor, limit: 2 })
    rows.push(...page.rows)
    cursor = page.next
  } while (cursor !== null && rows.length < 100)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  return rows
}

/** The two sort directions. */
export const bothWays = ['ascending', 'descending'] as const

type Key = string | number | null
const folded = (key: string | number): string | number =>
  typeof key === 'number' ? key : key.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const compare = (one: string | number, other: string | number): number =>
  one < other ? -1 : Number(one > other)

/**
 * Returns the ids in the order of their keys: without case and accents, equal ones by `tie`, and
 * empty ones last in both directions.
 */
export function expected<Row extends { readonly id: string }>(
  rows: readonly Row[],
  direction: (typeof bothWays)[number],
  key: (row: Row) => Key,
  tie: (row: Row) => string | number = ({ id }) => id,
): string[] {
  const turn = direction === 'ascending' ? 1 : -1
  return rows
    .map((row) => ({ row, key: key(row) }))
    .sort((one, other) => {
      const isEmpty = ({ key: of }: typeof one) => of === null || of === ''
      const last = Number(isEmpty(one)) - Number(isEmpty(other))
      const byKey = compare(folded(one.key ?? ''), folded(other.key ?? ''))
      return last || turn * (byKey || compare(tie(one.row), tie(other.row)))
    })
    .map(({ row }) => row.id)
}

export const idsOf = (rows: readonly { readonly id: string }[]): string[] =>
  rows.map(({ id }) => id)
