/** The day at a glance, by keyboard alone. */
import { expectNoViolation } from './support/axe.ts'
import { test as newProfile } from './support/fixtures.ts'
import { expect, test } from './support/shared-fixtures.ts'
import { confirm } from './pages/orders-screen.ts'
import { BatchScreen, dayAhead, holdOnClipboard } from './pages/batch-screen.ts'
import { CountersignWindow } from './pages/window.ts'

test.describe('the overview', () => {
  newProfile(
    'begins a new profile with its first steps, and tells what was done since',
    async ({ desk, window }) => {
      newProfile.setTimeout(120_000)
      const { page } = desk
      await page.keyboard.press('Control+Alt+v')
      await expect(window.heading).toHaveText('Overview')
      await expect(page.getByText('Nothing was done in this profile yet')).toBeVisible()
      await expect(page.getByText('No payment and no batch is in doubt')).toBeVisible()
      await expectNoViolation(page, 'overview, new')

      const writing = new BatchScreen(page)
      await writing.open()
      const row = ['Margaret Alder', 'M-1', '', '550010016', '1000200031', 'C', 'C', 'L', '125.50']
      await holdOnClipboard(page, row.join('\t'))
      await writing.cell(0, 0).focus()
      await page.keyboard.press('Control+v')
      await expect(writing.cell(0, 0)).toHaveText('Margaret Alder')
      await writing.writeHead(dayAhead(), 'PAYROLL')
      await writing.saved()
      await page.keyboard.press('Control+Enter')
      await confirm(page, /^Submit /)
      await expect(new CountersignWindow(page).heading).toHaveText('ACH batches', {
        timeout: 30_000,
      })

      await page.keyboard.press('Control+Alt+v')
      await expect(page.getByText('Nothing was done in this profile yet')).toBeHidden()
      const awaiting = page
        .getByRole('table', { name: 'ACH batches by status' })
        .getByRole('link', { name: 'Awaiting approval: 1' })
      await expect(awaiting).toBeVisible()
      await expect(page.getByRole('table', { name: 'ACH batches by status' })).toContainText(
        'USD 125.50',
      )
      await awaiting.focus()
      await page.keyboard.press('Enter')
      await expect(window.heading).toHaveText('ACH batches')
      await expect(page.getByRole('row', { name: /PAYROLL/ })).toBeVisible()
    },
  )

  test('draws the alerts and shows them as a table by its keys', async ({ desk, window }) => {
    const { page } = desk
    await page.keyboard.press('Control+Alt+v')
    await expect(window.heading).toHaveText('Overview')
    await expect(page.locator('[data-chart] canvas')).toBeVisible()
    await page.keyboard.press('Control+j')
    const table = page.getByRole('region', { name: 'Alerts by hour, as a table' })
    await expect(table).toBeVisible()
    await expect(page.locator('[data-chart]')).toBeHidden()
    await expect(table.getByRole('row')).toHaveCount(25)
    await page.keyboard.press('Control+d')
    await expect(page.getByRole('region', { name: 'Alerts by day, as a table' })).toBeVisible()
    await expectNoViolation(page, 'overview, as a table')
    await page.keyboard.press('Control+j')
    await expect(page.locator('[data-chart] canvas')).toBeVisible()
  })
})
