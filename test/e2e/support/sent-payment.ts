/** A completed payment, for screens that need one. */
import { expect, type Page } from 'playwright/test'
import { ApprovalsScreen } from '../pages/approvals-screen.ts'
import { ComposeScreen, toRidgeway } from '../pages/compose-screen.ts'
import { become, OrdersScreen, ridgewayFacts } from '../pages/orders-screen.ts'

const facts = ridgewayFacts('12,500.00')

/** Mara writes it, Theo approves and releases it, the bank completes it. Theo is then signed in. */
export async function completedPayment(page: Page): Promise<void> {
  const compose = new ComposeScreen(page)
  await compose.open()
  await compose.write(toRidgeway())
  await compose.submit()
  await become(page, 'Theo Park')
  const approvals = new ApprovalsScreen(page)
  await approvals.open()
  await approvals.openLine(/Ridgeway/)
  await approvals.approve(facts)
  const orders = new OrdersScreen(page)
  await orders.open()
  await orders.openLine(/Ridgeway/)
  await orders.release(facts)
  await expect(orders.status).toHaveText('Completed', { timeout: 40_000 })
}
