import { ApprovalsScreen } from '../pages/approvals-screen.ts'
import { ComposeScreen, toRidgeway } from '../pages/compose-screen.ts'
import { InboxScreen } from '../pages/inbox-screen.ts'
import { become, OrdersScreen, ridgewayFacts } from '../pages/orders-screen.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'

const facts = ridgewayFacts('12,500.00')

// The practice bank needs a minute for a wire.
test.use({ stretch: 0.2 })

test('what needs a person is seen, assigned, noted and done, by keyboard alone', async ({
  validationScreen,
  bank,
  window,
}) => {
  test.setTimeout(180_000)
  const { page } = validationScreen
  await bank.control.setScenario({ scenario: 'payment-rejected', times: 1 })
  const inbox = new InboxScreen(page)
  await inbox.open()
  await expect(page.getByText('No items', { exact: true })).toBeVisible()
  await expectNoViolation(page, 'inbox, empty')
  const compose = new ComposeScreen(page)
  await compose.open()
  await compose.write(toRidgeway())
  await compose.submit()
  // Nobody is asked to approve their own order.
  await inbox.open()
  await expect(page.getByText('No items', { exact: true })).toBeVisible()

  await become(page, 'Theo Park')
  await inbox.open()
  await inbox.openLine(/Awaiting you/)
  await expect(inbox.item).toContainText('Your decision counts')
  await page.keyboard.press('Control+Enter')
  const approvals = new ApprovalsScreen(page)
  await expect(approvals.payment).toBeVisible()
  await approvals.approve(facts)
  const orders = new OrdersScreen(page)
  await orders.open()
  await orders.openLine(/Ridgeway/)
  await orders.release(facts)

  await inbox.open()
  await expect(inbox.line(/failed at the bank/)).toBeVisible({ timeout: 90_000 })
  await expect(inbox.line(/Awaiting you/)).toBeHidden()
  await expect(window.rail.getByRole('link', { name: /^Inbox/ })).toContainText('1')
  await inbox.openLine(/failed at the bank/)
  await expectNoViolation(page, 'inbox, an item')
  await expect(page.getByRole('button', { name: 'Assign' })).toBeVisible()
  await page.keyboard.press('Control+j')
  await page.getByRole('menuitem', { name: 'Mara Ellison' }).focus()
  await page.keyboard.press('Enter')
  await expect(inbox.item).toContainText('Theo Park assigned it to Mara Ellison')

  await become(page, 'Mara Ellison')
  await inbox.open()
  await inbox.view('Mine')
  await inbox.openLine(/failed at the bank/)
  await expect(inbox.note).toBeVisible()
  await page.keyboard.press('Control+i')
  await expect(inbox.note).toBeFocused()
  await page.keyboard.insertText('The supplier sends another invoice')
  await page.keyboard.press('Control+s')
  await expect(inbox.item).toContainText('Mara Ellison changed the note')
  // In the field the letter would be text.
  await page.keyboard.press('Tab')
  await page.keyboard.press('e')
  await expect(inbox.item).toContainText('Mara Ellison marked it done')
  await expect(page.getByText('1 item marked as done')).toBeVisible()
  await page.keyboard.press('Escape')
  await inbox.view('Done')
  await expect(inbox.line(/failed at the bank/)).toContainText('The supplier sends another')
  await expectNoViolation(page, 'inbox, done')
})
