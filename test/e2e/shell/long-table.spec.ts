/** A table of more rows than a browser lays out, which only a real one can show: in the gallery of components. */
import type { Locator } from 'playwright/test'
import { expect, test } from '../support/shared-fixtures.ts'

const last = 1_199_999
const rowHeight = 32
/** A browser lays out so far down to a fraction of a pixel. */
const whole = { ratio: 0.99 }

/** The drawn rows touch each other, in their order. */
async function expectWhole(grid: Locator): Promise<void> {
  const drawn = await grid.locator('tr[data-row]').evaluateAll((rows) =>
    rows.map((row) => ({
      index: Number((row as HTMLElement).dataset['row']),
      top: row.getBoundingClientRect().top,
    })),
  )
  drawn.sort((a, b) => a.index - b.index)
  for (const [at, { index, top }] of drawn.entries()) {
    const next = drawn[at + 1]
    if (next?.index === index + 1) expect(Math.round(next.top - top)).toBe(rowHeight)
  }
}

test('the last of 1,200,000 rows is reached by key and by scrolling, and every row between', async ({
  window,
}) => {
  await window.openGallery()
  const { page } = window
  const grid = page.getByRole('grid', { name: 'Example lines', exact: true })
  const row = (index: number): Locator => grid.locator(`tr[data-row="${String(index)}"]`)
  const expectFocus = async (index: number): Promise<void> => {
    await expect(row(index)).toBeFocused()
    await expect(row(index)).toBeInViewport(whole)
    await expectWhole(grid)
  }
  await row(0).focus()
  await page.keyboard.press('End')
  await expectFocus(last)
  await expect(row(last)).toContainText(`E${String(last)}`)
  for (let up = 1; up <= 12; up += 1) {
    await page.keyboard.press('ArrowUp')
    await expectFocus(last - up)
  }
  await page.keyboard.press('Home')
  await expectFocus(0)

  const scrollTo = (part: number): Promise<void> =>
    grid.evaluate((table, to) => {
      const scroller = table.parentElement
      if (scroller) scroller.scrollTop = to * (scroller.scrollHeight - scroller.clientHeight)
    }, part)
  await scrollTo(1)
  await expect(row(last)).toBeInViewport(whole)
  await expectWhole(grid)
  await scrollTo(0.5)
  await expect(row(Math.round(last / 2))).toBeInViewport()
  await expectWhole(grid)
})
