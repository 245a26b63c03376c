/** Pictures of a batch that is written: `npm run screenshots` writes them to build/screenshots. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import {
  BatchScreen,
  copiedRows,
  correctedSum,
  dayAhead,
  flawedPayrollCsv,
  holdOnClipboard,
  payrollCorrections,
  payrollCsv,
} from '../pages/batch-screen.ts'
import { test } from '../support/fixtures.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'
import { choosing } from '../support/real-bank.ts'

for (const theme of themes) {
  test(`A batch draft in the ${theme} theme`, async ({ validationScreen, countersign }) => {
    test.setTimeout(180_000)
    const { page } = validationScreen
    const batch = new BatchScreen(page)
    await chooseTheme(page, theme)
    await batch.open()
    await inBothSizes(page, theme, (take) => take('batch-empty'))
    await holdOnClipboard(page, copiedRows(60))
    await batch.goTo(0, 0)
    await page.keyboard.press('Control+v')
    await expect(batch.cell(0, 0)).toHaveText('Person 1')
    await batch.writeHead(dayAhead(), 'PAYROLL')
    await batch.goTo(1, 3)
    await page.keyboard.type('12345')
    await page.keyboard.press('Enter')
    await batch.goTo(2, 0)
    await page.keyboard.type('Jos\u00e9 N\u00fa\u00f1ez')
    await page.keyboard.press('Enter')
    await batch.goTo(1, 3)
    await expect(batch.totals).toContainText('1 error')
    await inBothSizes(page, theme, (take) => take('batch'))
    await batch.goTo(2, 0)
    await page.keyboard.press('F4')
    await expect(batch.entry).toBeVisible()
    await inBothSizes(page, theme, (take) => take('batch-entry'))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Enter')
    await inBothSizes(page, theme, (take) => take('batch-submit'))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Alt+t')
    await inBothSizes(page, theme, (take) => take('batch-templates'))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Alt+o')
    await page.getByRole('button', { name: /^Verify accounts of/ }).click()
    await expect(page.getByText(/^Done: /)).toBeVisible({ timeout: 60_000 })
    await inBothSizes(page, theme, (take) => take('batch-ownership'))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /\d errors?/ }).click()
    await page.getByRole('button', { name: /possible duplicate/ }).click()
    await inBothSizes(page, theme, (take) => take('batch-owners'))
    const file = join(countersign.dataDir, 'payroll.csv')
    await writeFile(file, payrollCsv(300))
    await choosing(countersign.app, file)
    await batch.readFile()
    await inBothSizes(page, theme, (take) => take('batch-import'))
  })
  test(`An imported payroll in the ${theme} theme`, async ({ validationScreen, countersign }) => {
    test.setTimeout(180_000)
    const { page } = validationScreen
    const batch = new BatchScreen(page)
    const file = join(countersign.dataDir, 'payroll.csv')
    await writeFile(file, flawedPayrollCsv(300))
    await choosing(countersign.app, file)
    await chooseTheme(page, theme)
    await batch.submitFile(payrollCorrections, correctedSum(300))
    await writeFile(file, flawedPayrollCsv(301))
    await page.keyboard.press('Control+Alt+i')
    await expect(batch.totals).toContainText('Entries301')
    await inBothSizes(page, theme, (take) => take('batch-imported'))
    await page.getByRole('button', { name: /4 errors/ }).click()
    await inBothSizes(page, theme, (take) => take('batch-problems'))
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Compare with/ }).click()
    await expect(page.getByRole('table', { name: 'Differences' })).toBeVisible()
    await inBothSizes(page, theme, (take) => take('batch-compare'))
  })
}
