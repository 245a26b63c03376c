/**
 * Pictures of payments, approvals and unknown outcomes: `npm run screenshots` writes them to
 * build/screenshots.
 */
import { expect, type Page } from 'playwright/test'
import { ApprovalsScreen } from '../pages/approvals-screen.ts'
import { ComposeScreen, toRidgeway } from '../pages/compose-screen.ts'
import { UnknownOutcomeScreen } from '../pages/unknown-outcome-screen.ts'
import { become, OrdersScreen } from '../pages/orders-screen.ts'
import { test } from '../support/fixtures.ts'
import { submitPayments } from '../support/prepared-payments.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'

const amountOf = (amount: string): string =>
  `USD ${Number(amount).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
const factsOf = (amount: string): readonly string[] => [amountOf(amount), 'Ridgeway', 'Practice']

async function submitted(page: Page, amount: string): Promise<void> {
  const compose = new ComposeScreen(page)
  await compose.open()
  await compose.write(toRidgeway({ amount }))
  await compose.checkOwner()
  await compose.validate()
  await compose.submit()
}

/**
 * The beneficiary's name differs from the owner at the bank, so the approver must give a reason.
 */
async function unknownOutcome(page: Page, amount: string): Promise<void> {
  const compose = new ComposeScreen(page)
  await compose.open()
  await compose.write(toRidgeway({ amount, beneficiary: 'Ridgeway Supply Works' }))
  await page.keyboard.press('Control+Shift+W')
  await expect(compose.ownership).toContainText('differs')
  await expect(compose.ownership).toContainText('Attached')
  await compose.submit()
}

/** Theo approves and releases it. */
async function released(page: Page, amount: string): Promise<void> {
  const approvals = new ApprovalsScreen(page)
  await approvals.open()
  await approvals.openLine(amountOf(amount))
  await approvals.approve(factsOf(amount))
  const orders = new OrdersScreen(page)
  await orders.open()
  await orders.openLine(amountOf(amount))
  await orders.release(factsOf(amount))
}

for (const theme of themes) {
  test(`Payments, approvals and unknown outcomes in the ${theme} theme`, async ({
    validationScreen,
    bank,
  }) => {
    test.setTimeout(300_000)
    const { page } = validationScreen
    const orders = new OrdersScreen(page)
    const approvals = new ApprovalsScreen(page)
    const screen = new UnknownOutcomeScreen(page)
    await chooseTheme(page, theme)
    await orders.open()
    await inBothSizes(page, theme, (take) => take('orders-empty'))
    await approvals.open()
    await inBothSizes(page, theme, (take) => take('approvals-empty'))
    for (const amount of ['12500.00', '88.10', '4200.00']) await submitted(page, amount)
    await unknownOutcome(page, '310.00')
    await become(page, 'Theo Park')
    await released(page, '12500.00')
    await expect(orders.status).toHaveText('Completed', { timeout: 40_000 })
    await inBothSizes(page, theme, async (take) => {
      await orders.part('Payment')
      await take('orders')
      await orders.part('Bank')
      await take('orders-bank')
      await orders.part('Timeline')
      await take('orders-timeline')
    })
    await bank.control.setScenario({
      scenario: 'gateway-timeout-504',
      times: 1,
      target: 'money',
    })
    await released(page, '88.10')
    await screen.open()
    await screen.openLine(amountOf('88.10'))
    await expect(screen.payment).toContainText('The call of status check 2', { timeout: 20_000 })
    await inBothSizes(page, theme, (take) => take('unknown-outcome'))
    await orders.open()
    await inBothSizes(page, theme, (take) => take('orders-list'))
    await screen.open()
    await screen.openLine(amountOf('88.10'))
    await page.keyboard.press('Control+Shift+B')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Enter')
    await inBothSizes(page, theme, (take) => take('unknown-outcome-reply-dialog'))
    await page.keyboard.press('Escape')
    await become(page, 'Mara Ellison')
    await screen.open()
    await screen.openLine(amountOf('88.10'))
    await screen.recordNotMade({ contact: 'J. Ortega, wire desk', ticket: 'WD-4471' })
    await become(page, 'Theo Park')
    await screen.open()
    await screen.openLine(amountOf('88.10'))
    await inBothSizes(page, theme, async (take) => {
      await screen.payment.getByRole('button', { name: 'Withdraw reply' }).scrollIntoViewIfNeeded()
      await take('unknown-outcome-reply-recorded')
    })
    await page.keyboard.press('Control+Shift+Enter')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await inBothSizes(page, theme, (take) => take('unknown-outcome-reply-question'))
    await page.keyboard.press('Escape')
    await screen.confirmReply(factsOf('88.10'))
    await inBothSizes(page, theme, (take) => take('unknown-outcome-reply-confirmed'))
    await screen.close(factsOf('88.10'))
    await expect(screen.payment).toContainText('Closed as not made')
    await inBothSizes(page, theme, (take) => take('unknown-outcome-closed'))
    await orders.open()
    await orders.openLine(amountOf('88.10'))
    await inBothSizes(page, theme, (take) => take('orders-closed'))
    await approvals.open()
    await approvals.openLine(amountOf('4200.00'))
    await inBothSizes(page, theme, (take) => take('approvals'))
    await page.keyboard.press('a')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await inBothSizes(page, theme, (take) => take('approvals-question'))
    await page.keyboard.press('Escape')
    await approvals.openLine(amountOf('310.00'))
    await inBothSizes(page, theme, (take) => take('approvals-in-part'))
    await page.keyboard.press('a')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await inBothSizes(page, theme, (take) => take('approvals-in-part-question'))
    await page.keyboard.press('Escape')
    await become(page, 'Mara Ellison')
    await submitPayments(page, ['1001.00', '1002.00', '1003.00', '1004.00', '1005.00'])
    await become(page, 'Theo Park')
    await approvals.open()
    await approvals.selectAll(7)
    await page.setViewportSize({ width: 1280, height: 800 })
    await approvals.promptTogether('Approve')
    await inBothSizes(page, theme, (take) => take('approvals-together'))
  })
}
