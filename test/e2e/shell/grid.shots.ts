/** Pictures of the editable grid: `npm run screenshots` writes them to build/screenshots. */
import { expect, test } from '../support/fixtures.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'

for (const theme of themes) {
  test(`the editable grid in the ${theme} theme`, async ({ window }) => {
    test.setTimeout(120_000)
    const { page } = window
    await chooseTheme(page, theme)
    await inBothSizes(page, theme, async (take) => {
      await window.openGallery()
      const grid = page.getByRole('grid', { name: 'Example entries', exact: true })
      const cell = (row: number, column: number) =>
        grid.locator(`[data-row="${String(row)}"] > [data-cell="${String(column)}"]`)
      await grid.scrollIntoViewIfNeeded()
      await cell(0, 0).focus()
      await page.keyboard.press('Control+Home')
      await page.keyboard.press('F8')
      await expect(page.getByText('A routing number has nine digits.')).toBeVisible()
      await take('grid-problem')
      await cell(8, 1).click()
      await cell(11, 6).click({ modifiers: ['Shift'] })
      await take('grid-marked')
      await cell(2, 4).dblclick()
      await take('grid-options')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+f')
      await page.keyboard.type('INV-000')
      await take('grid-find')
      await page.keyboard.press('Escape')
    })
  })
}
