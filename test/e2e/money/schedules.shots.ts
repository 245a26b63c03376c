/** Pictures of scheduled payments: `npm run screenshots` writes them to build/screenshots. */
import { expect } from 'playwright/test'
import { networkDay } from '../../../preload/contract/kernel/banking-days.ts'
import { ComposeScreen, toRidgeway } from '../pages/compose-screen.ts'
import { OrdersScreen } from '../pages/orders-screen.ts'
import { CountersignWindow } from '../pages/window.ts'
import { test } from '../support/fixtures.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'

for (const theme of themes) {
  test(`Scheduled payments in the ${theme} theme`, async ({ validationScreen }) => {
    test.setTimeout(180_000)
    const { page } = validationScreen
    const compose = new ComposeScreen(page)
    const window = new CountersignWindow(page)
    await chooseTheme(page, theme)
    await window.open('Payments')
    await page.getByRole('link', { name: 'Scheduled', exact: true }).click()
    await expect(page.getByText('No scheduled payments')).toBeVisible()
    await inBothSizes(page, theme, (take) => take('schedules-empty'))
    for (const [amount, every] of [
      ['12500.00', 'Every week'],
      ['9100.00', 'Last banking day'],
      ['310.00', 'Once'],
    ] as const) {
      await compose.open()
      await compose.write(toRidgeway({ amount, valueDate: networkDay(new Date()) }))
      await compose.form.getByRole('button', { name: 'On a day…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Schedule this payment' })
      const often = dialog.getByRole('combobox', { name: 'How often' })
      const option = often.getByRole('option', { name: every })
      await often.selectOption((await option.getAttribute('value')) ?? '')
      if (every === 'Every week') await inBothSizes(page, theme, (take) => take('schedules-new'))
      await dialog.getByRole('button', { name: 'Create schedule' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scheduled payments')
    }
    await expect(page.getByRole('listitem', { name: /310\.00/ })).toBeVisible()
    await inBothSizes(page, theme, (take) => take('schedules'))
    await page
      .getByRole('listitem', { name: /310\.00/ })
      .getByRole('link')
      .first()
      .click()
    await expect(new OrdersScreen(page).payment).toContainText('by a schedule')
    await inBothSizes(page, theme, (take) => take('schedules-draft'))
  })
}
