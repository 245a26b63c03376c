import { ReconciliationScreen } from '../pages/reconciliation-screen.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { completedPayment } from '../support/sent-payment.ts'

test('a day is compared with the bank, queried and signed off, by keyboard alone', async ({
  validationScreen,
}) => {
  test.setTimeout(180_000)
  const { page } = validationScreen
  const screen = new ReconciliationScreen(page)
  await screen.open()
  await expect(page.getByText('Nothing on this day')).toBeVisible()
  await expectNoViolation(page, 'reconciliation, nothing on the day')

  await completedPayment(page)
  await screen.open()
  const line = screen.grid.getByRole('row', { name: /Ridgeway/ })
  await expect(line).toContainText('Agreed')
  await expect(screen.sums).toContainText('USD 12,500.00')
  await screen.openLine(/Ridgeway/)
  await expect(screen.line).toContainText('Originated here')
  await expect(screen.line.getByRole('link', { name: 'Payment', exact: true })).toBeVisible()
  await expectNoViolation(page, 'reconciliation, a line')
  await page.keyboard.press('Escape')
  await expect(screen.line).toBeHidden()

  await page.keyboard.press('Control+u')
  await expect(page.getByRole('link', { name: /collected$/ })).toBeVisible({ timeout: 30_000 })
  await screen.signOff('Compared by hand')
  await expect(page.getByRole('status').filter({ hasText: 'Signed off' })).toBeVisible()
  await expect(page.getByText('Compared by hand')).toBeVisible()

  await page.keyboard.press('Alt+ArrowLeft')
  await expect(page.getByText('Compared by hand')).toBeHidden()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(page.getByText('Compared by hand')).toBeVisible()
})
