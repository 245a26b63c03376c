/** A practice team as its operators see it: three windows on one store, and one of them dies. */
import type { Page } from 'playwright/test'
import { startPracticeTeam, type PracticeTeam } from '../../../scripts/lib/practice-team.ts'
import { connectPracticeBank } from '../../../main/practice/practice-control.ts'
import { ApprovalsScreen } from '../pages/approvals-screen.ts'
import { become, OrdersScreen } from '../pages/orders-screen.ts'
import { CountersignWindow } from '../pages/window.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { launchCountersign, type Countersign } from '../support/launch.ts'
import { submitPayments } from '../support/prepared-payments.ts'

/** A rescue after three seconds in place of thirty. */
const factor = 0.1

async function openMember(team: PracticeTeam, at: number): Promise<Countersign> {
  const env = team.members[at]
  if (!env) throw new Error('the team is smaller')
  const countersign = await launchCountersign({ dataDir: env.COUNTERSIGN_DATA, env })
  const window = new CountersignWindow(countersign.page)
  await window.ready()
  // The settings are the team's, and with them that somebody has seen the welcome.
  if (at === 0) await window.leaveWelcome()
  return countersign
}

const teamItem = (page: Page) =>
  new CountersignWindow(page).status.getByRole('button', { name: /^Team/ })

test('a payment written on one workstation is approved on a second and released on a third, which dies', async () => {
  test.setTimeout(240_000)
  const team = await startPracticeTeam(3, factor)
  const bank = connectPracticeBank(team.members[0]?.COUNTERSIGN_PRACTICE_BANK ?? '')
  const open: Countersign[] = []
  try {
    for (const at of [0, 1, 2]) open.push(await openMember(team, at))
    const [first, second, third] = open.map(({ page }) => page)
    if (!first || !second || !third) throw new Error('three windows are open')
    for (const page of [first, second, third])
      await expect(teamItem(page)).toContainText('3 of 3 on')

    await teamItem(second).click()
    const details = second.getByRole('dialog', { name: 'Team' })
    await expect(details).toContainText(/Workstation 1.*Mara Ellison since/s)
    await expect(details).toContainText(/Workstation 3.*Lena Vogt since/s)
    await expectNoViolation(second, 'the team')
    await second.keyboard.press('Escape')

    // The list of the second window is open before the first one writes.
    await become(second, 'Samir Haddad', 'Ines Duarte')
    const approvals = new ApprovalsScreen(second)
    await approvals.open()
    const ordersOfThird = new OrdersScreen(third)
    await become(third, 'Omar Reyes', 'Lena Vogt')
    await ordersOfThird.open()
    await submitPayments(first, ['410.00'])
    await expect(approvals.grid).toContainText('410.00')
    await expect(ordersOfThird.grid).toContainText(/Awaiting approval/)
    await approvals.openLine('410.00')
    await approvals.approve([])
    await expect(ordersOfThird.grid).toContainText(/Approved/)

    // The third dies while the bank has the payment and has not answered yet.
    const ordersOfFirst = new OrdersScreen(first)
    await ordersOfFirst.open()
    await bank.setScenario({ scenario: 'slow-answer', times: 1, target: 'money', delayMs: 60_000 })
    await ordersOfThird.openLine('410.00')
    await ordersOfThird.release([])
    await expect(ordersOfFirst.grid).toContainText('Sending')
    await expect.poll(async () => (await bank.ledger()).payments.length).toBe(1)
    await open.pop()?.kill()
    await expect(teamItem(first)).toContainText('2 of 3 on')
    await expect(ordersOfFirst.grid).not.toContainText('Sending', { timeout: 30_000 })
    // The bank has it, and a status inquiry of another workstation finds that out.
    await expect(ordersOfFirst.grid).toContainText(/Outcome unknown|Accepted|at bank|Completed/)
    await expect(ordersOfFirst.grid).toContainText(/Completed/, { timeout: 60_000 })
    expect((await bank.ledger()).payments.map(({ count }) => count)).toEqual([1])
  } finally {
    await Promise.all(open.map((one) => one.close()))
    await bank.close()
    await team.end()
  }
})
