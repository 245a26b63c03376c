/** Lists beside open details, in the smallest supported window. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { AlertsScreen } from '../pages/alerts-screen.ts'
import { BulkScreen, vendorsCsv, vendorsWorkbook } from '../pages/bulk-screen.ts'
import { InquiryScreen } from '../pages/inquiry-screen.ts'
import { test as ownProgram } from '../support/fixtures.ts'
import { expectNoViolation } from '../support/axe.ts'
import { choosing } from '../support/real-bank.ts'
import { expect, test } from '../support/shared-fixtures.ts'
import { CountersignWindow } from '../pages/window.ts'

/** Written only if a folder is given. */
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['BESIDE_PICTURES']
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
}

/** The hidden width of the list, in pixels. */
const outside = (grid: Locator): Promise<number> =>
  grid.evaluate(({ parentElement: scroller }) =>
    scroller ? scroller.scrollWidth - scroller.clientWidth : Number.NaN,
  )

async function fits(page: Page, grid: Locator, name: string): Promise<void> {
  await picture(page, name)
  expect(await outside(grid), `${name} has to be scrolled sideways by`).toBeLessThanOrEqual(0)
}

test('a list beside an open detail fits without scrolling sideways', async ({
  validationScreen,
  bank,
}) => {
  test.setTimeout(120_000)
  const { page } = validationScreen
  await page.setViewportSize({ width: 1280, height: 800 })
  const alerts = new AlertsScreen(page)
  await alerts.open()
  await bank.control.sendAlerts({ kind: 'ach', count: 30 })
  await expect(alerts.lines(/ACH/).nth(3)).toBeVisible()
  await alerts.lines(/ACH/).first().focus()
  await expect(alerts.alert.getByTestId('alert')).toBeVisible()
  await fits(page, page.getByRole('grid', { name: 'Alerts' }), 'alerts')

  const inquiry = new InquiryScreen(page)
  await inquiry.open()
  await inquiry.choose('Account', 'Alder Falls Receivables ••••4500 USD')
  await inquiry.choose('Dates', 'Last 31 days')
  await inquiry.choose('Search by', 'Collected dates')
  await inquiry.inquire()
  await expect(inquiry.grid.getByRole('row').nth(3)).toBeVisible()
  await inquiry.openFirst()
  await fits(page, inquiry.grid, 'inquiry')
})

// The layout of the two lists is saved, and other tests would find it.
ownProgram(
  'a workbook under a long name is read and discarded, and a run and the history fit beside an open answer and keep sort and columns',
  async ({ validationScreen, countersign }) => {
    ownProgram.setTimeout(180_000)
    const { page } = validationScreen
    await page.setViewportSize({ width: 1280, height: 800 })
    // With no run in the list, the focus returns to the button.
    const bulk = new BulkScreen(page)
    const name = 'kreditoren überweisung 2026 november final v2.xlsx'
    const [long, heads] = [name, 'heads.csv'].map((one) => join(countersign.dataDir, one))
    await writeFile(long ?? '', vendorsWorkbook({ May: 1, June: 3 }))
    await writeFile(heads ?? '', 'Routing,Account\n')
    await choosing(countersign.app, long ?? '')
    await bulk.open()
    await bulk.chooseFile(name)
    await expect(page.getByText('XLSX, 1 row, 3 columns')).toBeVisible()
    await bulk.choose('Sheet', 'June')
    await expect(page.getByText('XLSX, 3 rows, 3 columns')).toBeVisible()
    await bulk.checked()
    await expect(bulk.draftRows).toHaveAttribute('aria-rowcount', '4')
    // Room for the name: two lines at most.
    expect((await bulk.title.boundingBox())?.height).toBeLessThan(50)
    await expectNoViolation(page, 'a workbook')

    await page.keyboard.press('Control+Shift+d')
    await expect(page.getByRole('button', { name: 'Choose a file', exact: true })).toBeFocused()
    await choosing(countersign.app, heads ?? '')
    await page.keyboard.press('Control+o')
    await expect(page.getByText('The file has headers and no row')).toBeVisible()
    await bulk.mean('Account', 'Ignored')
    await expect(page.getByText('The rows are not checked yet')).toBeVisible()
    await expectNoViolation(page, 'a file without rows')
    await page.keyboard.press('Control+Shift+d')
    await expect(page.getByRole('alertdialog')).toContainText('Discard heads.csv?')
    await bulk.press('Discard entries')
    await expect(page.getByRole('button', { name: 'Choose a file', exact: true })).toBeFocused()

    const file = join(countersign.dataDir, 'vendors.csv')
    await writeFile(file, vendorsCsv(30))
    await choosing(countersign.app, file)
    await bulk.open()
    await bulk.chooseFile('vendors.csv')
    await bulk.mean('Invoice', 'Stored, not sent')
    await page.getByRole('button', { name: /^Validate 32 accounts/ }).focus()
    await page.keyboard.press('Enter')
    await expect(bulk.state('Finished')).toBeVisible({ timeout: 60_000 })
    await bulk.rows.getByRole('button', { name: 'Owner sent' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    const owner = bulk.rows.getByRole('columnheader', { name: 'Owner sent' })
    await expect(owner).toHaveAttribute('aria-sort', 'descending')
    await bulk.rows.locator('[data-row="0"]').focus()
    await page.keyboard.press('ArrowDown')
    await expect(bulk.row).toBeVisible()
    await expect(owner).toHaveAttribute('aria-sort', 'descending')
    await page.keyboard.press('Control+Shift+K')
    const line = page.getByRole('dialog', { name: 'Columns' }).locator('[data-column="account"]')
    await expect(line).toContainText('not beside an open row')
    await picture(page, 'bulk-columns')
    await page.keyboard.press('Escape')
    await fits(page, bulk.rows, 'bulk')

    await new CountersignWindow(page).open('Validation history')
    const history = page.getByRole('grid', { name: 'Validations' })
    await history.locator('[data-row="0"]').focus()
    await expect(page.getByTestId('headline').first()).toBeVisible()
    await fits(page, history, 'history')

    await page.getByRole('combobox').first().focus()
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('headline')).toHaveCount(0)
  },
)
