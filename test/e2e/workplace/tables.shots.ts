/** Pictures of the table's tools: `npm run screenshots` writes them to build/screenshots. */
import { expect, test } from '../support/fixtures.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'

for (const theme of themes) {
  test(`the table in the ${theme} theme`, async ({ window }) => {
    test.setTimeout(180_000)
    const { page } = window
    await window.leaveWelcome()
    await chooseTheme(page, theme)
    await inBothSizes(page, theme, async (take) => {
      await window.openGallery()
      const grid = page.getByRole('grid', { name: 'Example lines', exact: true })
      await grid.scrollIntoViewIfNeeded()
      await grid.locator('[data-row="1"]').focus()
      await page.keyboard.press('Space')
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowDown')
      await expect(page.getByText('4 selected').first()).toBeVisible()
      await take('table-picked')
      const tools = page.getByRole('group', { name: 'Example lines: rows' })
      await tools.getByRole('button', { name: 'Columns' }).click()
      await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible()
      await take('table-columns')
      await page.keyboard.press('Escape')
      await tools.getByRole('button', { name: 'Export' }).click()
      await take('table-export')
      await page.keyboard.press('Escape')
      await grid.locator('[data-row="1"]').focus()
      await page.keyboard.press('Escape')
      await window.closeGallery()
      await window.open('Code book')
      await page.getByRole('grid', { name: 'Codes' }).locator('[data-row="2"]').focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('Control+c')
      await expect(page.getByText('1 row copied')).toBeVisible()
      await take('table-code-book')
      await page.keyboard.press('Escape')
    })
  })
}
