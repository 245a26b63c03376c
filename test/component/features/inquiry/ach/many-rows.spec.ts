import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AchInquiry, AchRow } from '../../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { ok } from '../../../../../preload/contract/kernel/result.ts'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import { achInquiry, achRow } from '../../../support/fake-inquiry.ts'
import { until } from '../../../ui/stage.ts'
import { mounted } from './inquiry-stage.ts'

enableAutoUnmount(afterEach)

/** The number of rows at main; it grows while a run reads on. */
let inDocument: number
let bridge: ReturnType<typeof fakeBridge>

/**
 * Every row has an amount of its own. Amounts go up and down, so that new rows of a sorted list
 * come between the old ones.
 */
const dollarsOf = (index: number): number => 10_000 + ((index * 7919) % 10_007)
const amountOf = (index: number): string => `${dollarsOf(index).toLocaleString('en-US')}.00`
const rowAt = (index: number): AchRow =>
  achRow({ row: index, amount: `${String(dollarsOf(index))}.00` })

/** The rows in main's order, with main's cursor: the last row of a page. */
function inOrder(isSorted: boolean): number[] {
  const all = Array.from({ length: inDocument }, (_, index) => index)
  return isSorted ? all.sort((one, other) => dollarsOf(one) - dollarsOf(other)) : all
}

beforeEach(() => {
  inDocument = 10_000
  bridge = fakeBridge()
  bridge.achInquiry.listRows.mockImplementation(({ cursor, limit, sort }) => {
    const all = inOrder(sort !== null)
    const from = cursor === null ? 0 : all.indexOf(Number(cursor)) + 1
    const page = all.slice(from, from + limit)
    const last = page.at(-1)
    const next = from + page.length < all.length && last !== undefined ? String(last) : null
    return Promise.resolve(ok({ items: page.map(rowAt), next, total: all.length }))
  })
})

const reported = (part: Partial<AchInquiry> = {}): AchInquiry =>
  achInquiry({ rows: inDocument, total: 10_000, progress: { kind: 'reading' }, ...part })
async function opened(part: Partial<AchInquiry> = {}): Promise<void> {
  bridge.achInquiry.get.mockResolvedValue(ok(reported(part)))
  await mounted('/ach-inquiry/q1')
}

const grid = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>('[role="grid"][aria-label="Transactions"]')
  if (!found) throw new Error('no transactions')
  return found
}
const rowCount = (): number => Number(grid().getAttribute('aria-rowcount')) - 1
const line = (index: number): HTMLElement | null =>
  grid().querySelector<HTMLElement>(`[data-row="${String(index)}"]`)

async function press(key: string): Promise<void> {
  const at = document.activeElement
  at?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  await flushPromises()
}
/** Scrolls as a window does after a row was revealed; jsdom has no layout. */
async function scrollTo(index: number): Promise<void> {
  const scroller = grid().parentElement
  if (!scroller) return
  scroller.scrollTop = Math.max(0, index - 10) * 32
  scroller.dispatchEvent(new Event('scroll'))
  await flushPromises()
}
/** Moves to the last row and waits until it is loaded. */
async function toTheEnd(): Promise<void> {
  grid().querySelector<HTMLElement>('tbody [data-row]')?.focus()
  await press('End')
  await scrollTo(inDocument - 1)
  await until(() => expect(line(inDocument - 1)?.textContent).toContain('.00'))
}
/** Main has read on to this number of rows. */
async function readOnTo(rows: number): Promise<void> {
  inDocument = rows
  bridge.achInquiry.listRows.mockClear()
  bridge.emit('achInquiry', 'changed', reported())
  await flushPromises()
  await until(() => expect(rowCount()).toBe(rows))
}
const cursorsRequested = () => bridge.achInquiry.listRows.mock.calls.map(([{ cursor }]) => cursor)

describe('a list of 10,000 rows', () => {
  it('scrolls to its end and shows the last row, with each page read once', async () => {
    await opened()
    expect(rowCount()).toBe(10_000)
    expect(grid().querySelectorAll('tbody tr').length).toBeLessThan(100)
    await toTheEnd()
    expect(line(9_999)?.textContent).toContain(amountOf(9_999))
    const requested = cursorsRequested()
    expect(new Set(requested).size).toBe(requested.length)
    expect(requested.length).toBe(21)
    await press('PageUp')
    const active = document.activeElement as HTMLElement
    expect(active.textContent).toContain(amountOf(Number(active.dataset['row'])))
    expect(Number(active.dataset['row'])).toBeGreaterThan(9_900)
  })
})

describe('a list that main still loads', () => {
  it('keeps its place and reads only the rows that follow the shown ones', async () => {
    inDocument = 2_000
    await opened()
    await toTheEnd()
    await readOnTo(3_000)
    expect(cursorsRequested()).not.toContain(null)
    expect(cursorsRequested().length).toBeLessThanOrEqual(2)
    expect((document.activeElement as HTMLElement).dataset['row']).toBe('1999')
    expect(line(1_999)?.textContent).toContain(amountOf(1_999))
    await toTheEnd()
    await until(() => expect(line(2_999)?.textContent).toContain(amountOf(2_999)))
  })

  it('keeps every visible line while page after page arrives', async () => {
    inDocument = 1_000
    await opened()
    await toTheEnd()
    for (const rows of [2_000, 3_000, 4_000]) {
      inDocument = rows
      bridge.emit('achInquiry', 'changed', reported())
    }
    await flushPromises()
    expect(line(999)?.textContent).toContain(amountOf(999))
    await until(() => expect(rowCount()).toBe(4_000))
    expect(line(999)?.textContent).toContain(amountOf(999))
  })

  it('inserts new rows at their sorted place, and leaves no line empty meanwhile', async () => {
    inDocument = 1_000
    await opened()
    const amount = [...grid().querySelectorAll('button')].find((one) =>
      one.textContent.trim().startsWith('Amount'),
    )
    amount?.click()
    await flushPromises()
    await toTheEnd()
    expect(line(999)?.textContent).toContain(amountOf(inOrder(true)[999] ?? -1))
    const emptied: string[] = []
    const watching = new MutationObserver(() => {
      const shown = line(999)?.textContent
      if (shown === '') emptied.push('row 999')
    })
    watching.observe(grid(), { childList: true, subtree: true, characterData: true })
    await readOnTo(2_000)
    await until(() => expect(line(999)?.textContent).toContain(amountOf(inOrder(true)[999] ?? -1)))
    watching.disconnect()
    expect(emptied).toEqual([])
    await toTheEnd()
    await until(() =>
      expect(line(1_999)?.textContent).toContain(amountOf(inOrder(true)[1_999] ?? -1)),
    )
  })

  it('starts again for another inquiry', async () => {
    inDocument = 2_000
    await opened()
    await toTheEnd()
    inDocument = 5
    bridge.achInquiry.inquire.mockResolvedValue(ok(reported({ id: 'q2', rows: 5, total: 5 })))
    bridge.achInquiry.inquireAgain.mockResolvedValue(ok(reported({ id: 'q2', rows: 5, total: 5 })))
    const again = [...document.querySelectorAll('button')].find((one) =>
      one.textContent.trim().startsWith('Query again'),
    )
    again?.click()
    await flushPromises()
    await until(() => expect(rowCount()).toBe(5))
    expect(bridge.achInquiry.listRows).toHaveBeenLastCalledWith(
      expect.objectContaining({ id: 'q2', cursor: null }),
    )
  })
})
