/** Pictures of a day against the bank: `npm run screenshots` writes them to build/screenshots. */
import { expect } from 'playwright/test'
import { ReconciliationScreen } from '../pages/reconciliation-screen.ts'
import { test } from '../support/fixtures.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'
import { completedPayment } from '../support/sent-payment.ts'

for (const theme of themes) {
  test(`Reconciliation in the ${theme} theme`, async ({ validationScreen }) => {
    test.setTimeout(240_000)
    const { page } = validationScreen
    await chooseTheme(page, theme)
    const screen = new ReconciliationScreen(page)
    await screen.open()
    await inBothSizes(page, theme, (take) => take('reconciliation-empty'))
    await completedPayment(page)
    await screen.open()
    await page.keyboard.press('Control+u')
    await expect(page.getByRole('link', { name: /collected$/ })).toBeVisible({ timeout: 30_000 })
    await screen.signOff('Compared by hand')
    await inBothSizes(page, theme, async (take) => {
      await screen.settled()
      await take('reconciliation')
      await screen.openLine(/Ridgeway/)
      await take('reconciliation-line')
      await page.keyboard.press('Escape')
    })
  })
}
