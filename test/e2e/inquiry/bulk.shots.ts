/** Pictures of bulk validation: `npm run screenshots` writes them to build/screenshots. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BulkScreen, vendorsCsv } from '../pages/bulk-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'
import { choosing } from '../support/real-bank.ts'

for (const theme of themes) {
  test(`Bulk validation in the ${theme} theme`, async ({ validationScreen, countersign }) => {
    test.setTimeout(180_000)
    const { page } = validationScreen
    const bulk = new BulkScreen(page)
    const file = join(countersign.dataDir, 'vendors.csv')
    await writeFile(file, vendorsCsv(40))
    await choosing(countersign.app, file)
    await chooseTheme(page, theme)
    await bulk.open()
    await inBothSizes(page, theme, async (take) => {
      await take('bulk-runs-empty')
    })
    await bulk.chooseFile('vendors.csv')
    await bulk.mean('Invoice', 'Stored, not sent')
    await inBothSizes(page, theme, async (take) => {
      await bulk.draftRows.getByRole('row').nth(3).focus()
      await expect(page.getByRole('region', { name: /^Row 4: why/ })).toBeVisible()
      await take('bulk-import')
      await page.keyboard.press('F2')
      await expect(page.getByRole('textbox', { name: 'Routing number' })).toBeFocused()
      await take('bulk-edit')
      await page.getByRole('textbox', { name: 'Routing number' }).press('Escape')
    })
    await page.getByRole('button', { name: /^Validate 42 accounts/ }).focus()
    await page.keyboard.press('Enter')
    await expect(bulk.line(/Answered/).nth(8)).toBeVisible({ timeout: 20_000 })
    await page.keyboard.press('Control+p')
    await expect(bulk.state('Paused')).toBeVisible()
    await inBothSizes(page, theme, async (take) => {
      await take('bulk-paused')
    })
    await page.keyboard.press('Control+p')
    await expect(bulk.state('Finished')).toBeVisible({ timeout: 40_000 })
    await inBothSizes(page, theme, async (take) => {
      await bulk.rows.locator('[data-row="0"]').focus()
      await page.keyboard.press('ArrowDown')
      await expect(bulk.row.getByTestId('headline')).toBeVisible()
      await take('bulk')
      await page.keyboard.press('Escape')
    })
    await page.keyboard.press('Escape')
    await inBothSizes(page, theme, async (take) => {
      await expect(bulk.runs.getByRole('row', { name: /Finished/ })).toBeVisible()
      await take('bulk-runs')
    })
  })
}
