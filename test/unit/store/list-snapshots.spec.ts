import { describe, expect, it } from 'vitest'
import { ListSnapshots } from '../../../main/store/list-snapshots.ts'

function reading() {
  let id = 0
  const lists = new ListSnapshots<number>(() => `reading-${String((id += 1))}`)
  const list = [1, 2, 3, 4, 5]
  const page = (of: string, cursor: string | null, limit = 2) =>
    lists.page(of, { cursor, limit }, () => Promise.resolve([...list]))
  return { list, page }
}

describe('a list that is handed out page by page', () => {
  it('is of one moment to its end, whatever changes meanwhile', async () => {
    const { list, page } = reading()
    const first = await page('b1', null)
    list.splice(0, 3)
    const second = await page('b1', first.next)
    const third = await page('b1', second.next)
    expect([first, second, third].map(({ items, total }) => [items, total])).toEqual([
      [[1, 2], 5],
      [[3, 4], 5],
      [[5], 5],
    ])
    expect(third.next).toBeNull()
    expect(await page('b1', null)).toMatchObject({ items: [4, 5], next: null, total: 2 })
  })

  it('gives no page to a cursor of another order, of none, or of a reading that is over', async () => {
    const { page } = reading()
    const { next } = await page('b1', null)
    await expect(page('b2', next)).rejects.toThrow(SyntaxError)
    for (const cursor of ['', 'reading-1', 'reading-1:-1', 'reading-1:5', 'reading-9:2'])
      await expect(page('b1', cursor)).rejects.toThrow(SyntaxError)
    const { next: last } = await page('b1', next)
    await page('b1', last)
    await expect(page('b1', last)).rejects.toThrow(SyntaxError)
  })

  it('drops abandoned readings first', async () => {
    const { page } = reading()
    const left = await page('b1', null)
    let { next } = await page('b1', null, 1)
    for (let others = 0; others < 3; others += 1) {
      await page('b1', null)
      ;({ next } = await page('b1', next, 1))
    }
    await expect(page('b1', left.next)).rejects.toThrow(SyntaxError)
    expect((await page('b1', next)).items).toEqual([5])
  })
})
