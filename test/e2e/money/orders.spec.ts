import type { Page } from 'playwright/test'
import type { PracticeControl } from '../../../main/practice/practice-control.ts'
import { ApprovalsScreen } from '../pages/approvals-screen.ts'
import { ComposeScreen, toRidgeway } from '../pages/compose-screen.ts'
import { UnknownOutcomeScreen } from '../pages/unknown-outcome-screen.ts'
import { become, confirm, OrdersScreen, ridgewayFacts } from '../pages/orders-screen.ts'
import { Acts } from '../support/acts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { keysPressed } from '../support/keys.ts'
import { submitPayments } from '../support/prepared-payments.ts'
import { networkDay } from '../../../preload/contract/kernel/banking-days.ts'

const firstFacts = ridgewayFacts('12,500.00')
/** A second payment of the same program. */
const secondAmount = '9,100.00'
const secondFacts = ridgewayFacts(secondAmount)
const thirdAmount = '310.00'
const thirdFacts = ridgewayFacts(thirdAmount)

/** Twenty different amounts, so that none is like another. */
const twenty = Array.from({ length: 20 }, (_, at) => `${String(1_001 + at)}.00`)

/** Mara writes and submits it, Theo approves and releases it. */
async function send(page: Page, amount = '12,500.00'): Promise<void> {
  const compose = new ComposeScreen(page)
  await compose.open()
  await compose.write(toRidgeway({ amount }))
  await compose.submit()
  await become(page, 'Theo Park')
  const approvals = new ApprovalsScreen(page)
  await approvals.open()
  await approvals.openLine(amount)
  await approvals.approve(ridgewayFacts(amount))
  const orders = new OrdersScreen(page)
  await orders.open()
  await orders.openLine(amount)
  await orders.release(ridgewayFacts(amount))
}

/** The statuses of a payment that the bank has. */
const acceptedStatus = /^(Accepted|In process at bank|In review at bank|Completed)$/

/** How often the bank accepted each payment. */
const accepted = async (control: PracticeControl): Promise<readonly number[]> =>
  (await control.ledger()).payments.map(({ count }) => count)

test.describe('a payment, by keyboard alone', () => {
  test('goes through send-back, approval and release to Completed, and twenty are approved and released together', async ({
    validationScreen,
    bank,
    window,
  }) => {
    test.setTimeout(240_000)
    const { page } = validationScreen
    await page.setViewportSize({ width: 1280, height: 800 })
    const compose = new ComposeScreen(page)
    await window.open('Overview')
    // The goal of a wire to a known payee is nine acts.
    expect(await compose.wireTo('Ridgeway', 'Alder Falls Operating', '$12,500')).toBe(9)
    await become(page, 'Theo Park')
    const approvals = new ApprovalsScreen(page)
    await approvals.open()
    await approvals.openLine(/Ridgeway/)
    await approvals.sendBack(firstFacts, 'The invoice says 12,400.00')
    await become(page, 'Mara Ellison')
    const orders = new OrdersScreen(page)
    await orders.open()
    await orders.view(/^Draft/)
    await orders.openLine(/Ridgeway/)
    await page.getByRole('separator', { name: 'Width of the details' }).focus()
    await page.keyboard.press('End')
    const details = page.getByRole('complementary', { name: 'Details' })
    const hidden = await details.evaluate((pane) => pane.scrollWidth - pane.clientWidth)
    expect(hidden, 'the details scroll sideways by').toBeLessThanOrEqual(0)
    await orders.part('Evidence')
    await expect(orders.payment).toContainText('The invoice says 12,400.00')
    expect(await accepted(bank.control)).toEqual([])

    await compose.open()
    await compose.choosePayee('Ridgeway')
    await compose.write(toRidgeway({ amount: secondAmount }))
    await compose.checkOwner()
    await compose.validate()
    await expectNoViolation(page, 'new payment, checked')
    await compose.submit()
    expect(await accepted(bank.control)).toEqual([])

    await approvals.open()
    await approvals.openLine(secondAmount)
    await expect(approvals.payment).toContainText('Waiting for approval by Theo Park')
    await page.keyboard.press('a')
    await expect(page.getByRole('alertdialog')).toBeHidden()

    await become(page, 'Theo Park')
    await expect(window.rail.getByRole('link', { name: /^Approvals/ })).toContainText('1')
    await approvals.open()
    const toApprove = await keysPressed(page, async () => {
      await approvals.openNext(secondAmount)
      await expect(approvals.payment).toContainText('Account open, owner matches')
      await expect(approvals.payment).toContainText('"requestReference"')
      await expect(approvals.payment).not.toContainText('2000300017')
      await approvals.approve(secondFacts)
    })
    expect(toApprove).toBe(3)
    await expect(approvals.payment).toContainText('Waiting for release by you or Mara Ellison')
    await expectNoViolation(page, 'approvals, open')
    expect(await accepted(bank.control)).toEqual([])
    expect(await keysPressed(page, () => approvals.release(secondFacts))).toBe(2)

    await orders.open()
    await orders.openLine(secondAmount)
    await expect(orders.status).toHaveText('Completed', { timeout: 40_000 })
    await expect(orders.payment).toContainText('A return may still follow')
    for (const part of ['Evidence', 'Message', /^Sending/, 'Bank', /^Alerts/, 'Timeline']) {
      await orders.part(part)
      await expectNoViolation(page, `payment, ${String(part)}`)
    }
    await expect(orders.payment).toContainText('Theo Park')
    expect(await accepted(bank.control)).toEqual([1])

    await become(page, 'Mara Ellison')
    await window.open('Overview')
    // The goal of a repeated payment is six acts, before the reason of a duplicate. Nothing is sent.
    expect(await compose.repeatTo('Ridgeway', `USD ${secondAmount}`)).toBe(6)
    // A payee that was paid before takes as many acts as another.
    await window.open('Overview')
    const again = { isPaidBefore: true }
    expect(await compose.wireTo('Ridgeway', 'Alder Falls Operating', '$7,420', again)).toBe(9)
    expect(await accepted(bank.control)).toEqual([1])

    // Twenty at once; the one typed by hand, the repeated one and the wire are left out.
    await submitPayments(page, twenty)
    await compose.open()
    await compose.write(toRidgeway({ amount: thirdAmount }))
    await compose.submit()
    await become(page, 'Theo Park')
    await approvals.open()
    await approvals.selectAll(23)
    const together = async (act: 'Approve' | 'Release'): Promise<void> => {
      await approvals.promptTogether(act)
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText('RTP20 payments, USD 20,210.00')
      const confirming = question.getByRole('button', { name: `${act} 20 items` })
      await expect(confirming).toHaveAttribute('aria-disabled', 'true')
      await page.keyboard.press('Control+Enter')
      await expect(question).toBeVisible()
      await page.keyboard.press('End')
      await expect(confirming).not.toHaveAttribute('aria-disabled', 'true')
      await expectNoViolation(page, `${act}, several`)
      await page.keyboard.press('Control+Enter')
      const results = page.getByRole('dialog')
      await expect(results).toContainText(`${act}d 20 of 20 items`, { timeout: 30_000 })
      await page.keyboard.press('Escape')
      await expect(results).toBeHidden()
    }
    // One key of each is the one that a list not yet read to its end does not take.
    expect(await keysPressed(page, () => together('Approve'))).toBe(5)
    await expect(approvals.grid.getByRole('row', { name: thirdAmount })).toBeVisible()
    await expect(window.rail.getByRole('link', { name: /^Approvals/ })).toContainText('3')
    expect(await accepted(bank.control)).toEqual([1])
    await approvals.showQueue('To release')
    await approvals.selectAll(20)
    expect(await keysPressed(page, () => together('Release'))).toBe(5)
    await expect
      .poll(() => accepted(bank.control), { timeout: 60_000 })
      .toEqual(Array.from({ length: 21 }, () => 1))
  })

  test('with an unclear owner is approved with its facts in view; one on a day becomes a draft that nothing sends', async ({
    validationScreen,
    bank,
  }) => {
    const { page } = validationScreen
    // A low window, in which facts, checks and reason one below the other would not fit.
    await page.setViewportSize({ width: 1280, height: 640 })
    const compose = new ComposeScreen(page)
    await compose.open()
    await compose.write(toRidgeway({ amount: '640.00', beneficiary: 'Ridgeway Supply Works' }))
    await page.keyboard.press('Control+Shift+W')
    await expect(compose.ownership).toContainText('Attached')
    await compose.submit()
    await become(page, 'Theo Park')
    const approvals = new ApprovalsScreen(page)
    await approvals.open()
    await approvals.openLine('640.00')
    await page.keyboard.press('a')
    const question = page.getByRole('alertdialog')
    await expect(question).toBeVisible()
    const expectFacts = async () => {
      for (const fact of ['Amount', 'Beneficiary', 'From', 'Environment'])
        await expect(question.getByText(fact, { exact: true })).toBeInViewport({ ratio: 1 })
    }
    // The reason stands beside the facts and has the focus.
    const reason = question.getByRole('textbox', { name: /^Reason for approving/ })
    await expect(reason).toBeFocused()
    await expect(reason).toBeInViewport({ ratio: 1 })
    await expectFacts()
    await page.keyboard.press('Tab')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(question.getByRole('button', { name: /^Approve / })).toBeFocused()
    await expectFacts()
    await reason.focus()
    await page.keyboard.insertText('Seen on the invoice')
    await confirm(page, 'Approve payment', ['USD 640.00', 'Ridgeway Supply Works', 'Practice'])
    await expect(approvals.payment).toContainText('Approved (1 of 1)')

    await become(page, 'Mara Ellison')
    await compose.open()
    await compose.write(toRidgeway({ amount: '75.00' }))
    expect(await compose.scheduleOnce(networkDay(new Date()))).toBe(3)
    const schedule = page.getByRole('listitem', { name: /75\.00/ })
    await expect(schedule).toBeFocused()
    await expectNoViolation(page, 'scheduled payments')
    await schedule.getByRole('link', { name: /: draft$/ }).focus()
    await page.keyboard.press('Enter')
    const { payment } = new OrdersScreen(page)
    await expect(payment).toContainText('by a schedule')
    await page.keyboard.press('Control+Shift+Enter')
    await expect(payment).toContainText('Waiting for approval by Theo Park')
    expect(await accepted(bank.control)).toEqual([])
  })

  test('is resent from the inbox by two people who both give a reason, in eight acts by keyboard', async ({
    validationScreen,
    bank,
    window,
  }) => {
    test.setTimeout(240_000)
    const { page } = validationScreen
    const { control } = bank
    await control.setScenario({ scenario: 'gateway-timeout-504', times: 1, target: 'money' })
    await send(page)
    const screen = new UnknownOutcomeScreen(page)
    await screen.open()
    await screen.openLine(/Ridgeway/)
    // Also with several equal status checks, which are one line.
    await expect(screen.payment).toContainText('2 equal status checks', { timeout: 40_000 })
    // Theo is the only one who could confirm, so he hands over to the maker.
    await page.keyboard.press('Control+Shift+P')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(screen.payment.getByText(/^Cannot propose: You are the only checker/)).toHaveRole(
      'alert',
    )
    await screen.handOver(new Acts(page), 'Mara Ellison')
    await expect(screen.payment).toContainText('Can be confirmed by: Theo Park')
    await window.open('Inbox')
    // The goal of an unknown outcome, by two people, is eight acts and one change of operator,
    // here by keyboard alone, where both people must give a reason.
    const acts = new Acts(page)
    await screen.openFromInbox(acts, '12,500.00')
    await screen.expectExitsInView()
    await screen.propose(acts, 'The bank has no trace of it')
    await screen.handOver(acts, 'Theo Park')
    await expect(screen.payment).toContainText('Mara Ellison proposes a resend')
    await expect(screen.payment).toBeFocused()
    expect(await accepted(control)).toEqual([])
    await screen.confirmResend(acts, firstFacts, 'The bank said so by telephone')
    expect(acts.count).toBe(8)
    await expect(screen.payment).toContainText('Outcome is now known', { timeout: 40_000 })
    expect(await accepted(control)).toEqual([1])
  })

  test('with an unknown outcome is found by a status inquiry, resent by two people under the same reference, or closed as not made', async ({
    validationScreen,
    bank,
    window,
  }) => {
    test.setTimeout(300_000)
    const { page } = validationScreen
    const { control } = bank
    await control.setScenario({ scenario: 'accepted-then-504', times: 1, target: 'money' })
    await control.setScenario({ scenario: 'found-late', times: 50, target: 'payments' })
    await send(page)
    const screen = new UnknownOutcomeScreen(page)
    await screen.open()
    await screen.openLine(/Ridgeway/)
    await expect(screen.payment).toContainText('The bank may or may not have this payment')
    await expect(screen.payment).toContainText('HTTP 504')
    await expectNoViolation(page, 'unknown outcome, open')
    await screen.inquire()
    await expect(screen.payment).toContainText('Status checked: not found')
    await control.clearScenarios('found-late')
    await screen.inquire()
    await expect(screen.payment).toContainText('Outcome is now known', { timeout: 40_000 })
    await expect(screen.status).toHaveText(acceptedStatus)
    expect(await accepted(control)).toEqual([1])

    // The bank does not have the second one.
    await become(page, 'Mara Ellison')
    await control.setScenario({ scenario: 'gateway-timeout-504', times: 1, target: 'money' })
    await send(page, secondAmount)
    await screen.open()
    await screen.openLine(secondAmount)
    // Status inquiries continue automatically, and an equal answer does not withdraw a proposal.
    await expect(screen.payment).toContainText('Counts as evidence', { timeout: 20_000 })
    expect(await accepted(control)).toEqual([1])

    await become(page, 'Mara Ellison')
    await window.open('Inbox')
    const acts = new Acts(page)
    await screen.openFromInbox(acts, secondAmount)
    await screen.expectExitsInView()
    await screen.propose(acts, 'The bank has no trace of it')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('alertdialog')).toBeHidden()
    expect(await accepted(control)).toEqual([1])
    await expectNoViolation(page, 'unknown outcome, proposed')
    await screen.handOver(acts, 'Theo Park')
    await expect(screen.payment).toContainText('Mara Ellison proposes a resend')
    await screen.confirmResend(acts, secondFacts)
    // One less than with a second reason.
    expect(acts.count).toBe(7)
    await expect(screen.payment).toContainText('Outcome is now known', { timeout: 20_000 })
    await expect(screen.status).toHaveText(acceptedStatus, { timeout: 20_000 })
    expect(await accepted(control)).toEqual([1, 1])

    const orders = new OrdersScreen(page)
    await orders.open()
    await orders.openLine(secondAmount)
    await orders.part(/^Sending/)
    await expect(orders.payment).toContainText('Sending 2')
    await expect(orders.payment).toContainText('confirmed by Theo Park')

    // The bank's staff says that the third one was not made.
    await become(page, 'Mara Ellison')
    await control.setScenario({ scenario: 'gateway-timeout-504', times: 1, target: 'money' })
    await send(page, thirdAmount)
    await become(page, 'Mara Ellison')
    await screen.open()
    await screen.openLine(thirdAmount)
    await screen.recordNotMade({ contact: 'J. Ortega, wire desk', ticket: 'WD-4471' })
    await become(page, 'Theo Park')
    await screen.open()
    await screen.openLine(thirdAmount)
    await expect(screen.payment).toContainText('J. Ortega, wire desk')
    await expectNoViolation(page, 'unknown outcome, with a support reply')
    // Nothing is confirmed while the second status check is under way; the third is much later.
    await expect(screen.payment).toContainText('2 status checks', { timeout: 20_000 })
    await screen.confirmReply(thirdFacts)
    await screen.close(thirdFacts)
    await expect(screen.payment).toContainText('Closed as not made')
    await orders.open()
    await orders.openLine(thirdAmount)
    await expect(orders.status).toHaveText('Closed: not made')
    expect(await accepted(control)).toEqual([1, 1])
  })
})
