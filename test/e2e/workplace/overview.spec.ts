/** The day at a glance, by keyboard alone. */
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/shared-fixtures.ts'

test.describe('the overview', () => {
  test('draws the alerts and shows them as a table by its keys', async ({
    validationScreen,
    window,
    bank,
  }) => {
    const { page } = validationScreen
    await bank.control.sendAlerts({ kind: 'incoming-wire', count: 1 })
    await window.open('Overview')
    await expect(window.heading).toHaveText('Overview')
    const chart = page.getByRole('region', { name: 'Alerts received' }).locator('[data-chart]')
    await expect(chart.locator('canvas')).toBeVisible()
    await page.keyboard.press('Control+j')
    const table = page.getByRole('region', { name: 'Alerts by hour, as a table' })
    await expect(table).toBeVisible()
    await expect(chart).toBeHidden()
    await expect(table.getByRole('row')).toHaveCount(25)
    await page.keyboard.press('Control+d')
    await expect(page.getByRole('region', { name: 'Alerts by day, as a table' })).toBeVisible()
    await expectNoViolation(page, 'overview, as a table')
    await page.keyboard.press('Control+j')
    await expect(chart.locator('canvas')).toBeVisible()
  })
})
