import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { byNumber, byText, sortedPage, type StoredSort } from '../../../main/store/sorted-page.ts'
import type { Store } from '../../../main/store/store.ts'
import { newStorePath, open } from './stores.ts'

let store: Store
beforeEach(async () => {
  store = await open(newStorePath())
})

/** Settings represent any list: a unique name, and a value that several rows may share. */
const add = (rows: readonly (readonly [string, string])[]) =>
  store.record({ actor: 'a', kind: 'x', subject: 'x', detail: {} }, async (tx) => {
    for (let from = 0; from < rows.length; from += 500) {
      const values = rows
        .slice(from, from + 500)
        .map(([name, value]) => ({ name, value: JSON.stringify(value), at: value, actor: 'a' }))
      await tx.insertInto('settings').values(values).execute()
    }
  })
const by = (direction: StoredSort['direction']): StoredSort => ({
  by: byText(sql`at`, { direction }),
  direction,
  tie: sql`name`,
})
const page = (sort: StoredSort, cursor: string | null, limit: number) =>
  sortedPage(store.read.selectFrom('settings').select(['name', 'at']), sort, { cursor, limit })

async function paged(sort: StoredSort, limit: number): Promise<string[]> {
  const names: string[] = []
  for (let cursor: string | null = null, more = true; more; more = cursor !== null) {
    const { rows, next }: Awaited<ReturnType<typeof page>> = await page(sort, cursor, limit)
    names.push(...rows.map(({ name }) => name))
    cursor = next
  }
  return names
}

describe('a sorted list', () => {
  const rows = [
    ['1', 'beta'],
    ['2', ''],
    ['3', 'Alpha'],
    ['4', 'beta'],
    ['5', 'gamma'],
    ['6', ''],
    ['7', 'beta'],
  ] as const

  it.each([1, 2, 3, 7, 100])(
    'is read in pages of %i without repeating or hiding a row',
    async (limit) => {
      await add(rows)
      expect(await paged(by('ascending'), limit)).toEqual(['3', '1', '4', '7', '5', '2', '6'])
      expect(await paged(by('descending'), limit)).toEqual(['5', '7', '4', '1', '3', '6', '2'])
    },
  )

  it('has missing numbers last, either way', async () => {
    await add([
      ['1', '10'],
      ['2', 'x'],
      ['3', '9'],
    ])
    const number = sql`CASE WHEN at = 'x' THEN NULL ELSE CAST(at AS REAL) END`
    for (const [direction, order] of [
      ['ascending', ['3', '1', '2']],
      ['descending', ['1', '3', '2']],
    ] as const) {
      const sort = { by: byNumber(number, { direction }), direction, tie: sql`name` }
      expect(await paged(sort, 1)).toEqual(order)
    }
  })

  it('continues behind its last row, whatever came or went meanwhile', async () => {
    await add(rows)
    const first = await page(by('ascending'), null, 2)
    expect(first.rows.map(({ name }) => name)).toEqual(['3', '1'])
    await add([
      ['0', 'aaa'],
      ['35', 'beta'],
    ])
    await store.record({ actor: 'a', kind: 'x', subject: 'x', detail: {} }, (tx) =>
      tx.deleteFrom('settings').where('name', '=', '1').execute(),
    )
    const second = await page(by('ascending'), first.next, 10)
    expect(second.rows.map(({ name }) => name)).toEqual(['35', '4', '7', '5', '2', '6'])
    expect(second.next).toBeNull()
  })

  it('sends the window no sort value in its cursor, and takes no cursor of the window’s own', async () => {
    await add([
      ['1', 'margaret alder'],
      ['2', 'x'],
    ])
    const { next } = await page(by('ascending'), null, 1)
    const cursor = next ?? ''
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('margaret')
    const turned = cursor.slice(0, -2) + (cursor.endsWith('AA') ? 'BB' : 'AA')
    for (const created of [turned, '', Buffer.from('["a","b"]').toString('base64url')]) {
      await expect(page(by('ascending'), created, 1)).rejects.toThrow(SyntaxError)
    }
  })

  it('fits its cursor across the border, however long the text is', async () => {
    await add([
      ['1', '\u{1f600}'.repeat(300)],
      ['2', '\u{1f601}'.repeat(300)],
    ])
    const { next } = await page(by('ascending'), null, 1)
    expect(next?.length).toBeLessThanOrEqual(600)
    expect((await page(by('ascending'), next, 1)).rows).toHaveLength(1)
  })

  it('has 40,000 rows, each once', async () => {
    const many = Array.from(
      { length: 40_000 },
      (_, at) => [`n${String(at)}`, `v${String(at % 7)}`] as const,
    )
    await add(many)
    const names = await paged(by('descending'), 5000)
    expect(new Set(names).size).toBe(40_000)
    expect(names).toHaveLength(40_000)
  })
})
