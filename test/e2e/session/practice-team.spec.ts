/** A practice team as its operators see it: three windows on one store, and one of them dies. */
import type { Page } from 'playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startPracticeTeam } from '../../../scripts/lib/practice-team.ts'
import {
  memberArgument,
  readPracticeMember,
  type PracticeTeam,
} from '../../../main/practice/practice-team.ts'
import { connectPracticeBank } from '../../../main/practice/practice-control.ts'
import { connectTo, role } from '../../postgres/server.ts'
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
  const file = team.members[at] ?? ''
  const args = [memberArgument(file)]
  const countersign = await launchCountersign({ dataDir: dirname(file), args })
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
  const bank = connectPracticeBank(readPracticeMember(team.members[0] ?? '').controlUrl)
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

/** Returns the command lines of running programs that name a folder. */
function programsNaming(folder: string): string[] {
  const lines = readdirSync('/proc').map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    } catch {
      // No program, or one that has ended.
      return ''
    }
  })
  return lines.filter((line) => line.includes(folder))
}

test('the practice screen opens the windows of a team, which are gone when it ends or its program dies', async () => {
  test.setTimeout(180_000)
  const folder = await mkdtemp(join(tmpdir(), 'team-'))
  // The account of the server passes through.
  await chmod(folder, 0o711)
  const countersign = await launchCountersign({ env: { TMPDIR: folder } })
  const { page } = countersign
  const teams = async (): Promise<string[]> =>
    (await readdir(folder)).filter((name) => name.startsWith('countersign-team-'))
  /** The workstations that have the store open, which each opens once its window is painted. */
  const workstations = async (): Promise<string[]> => {
    const [team = ''] = await teams()
    const client = await connectTo({ host: join(folder, team, 'server'), user: role })
    try {
      const { rows } = await client.query<{ name: string }>(
        'SELECT name FROM store.workstations ORDER BY name',
      )
      return rows.map(({ name }) => name)
    } catch {
      // No window has made the store yet.
      return []
    } finally {
      await client.end()
    }
  }
  const patient = { timeout: 60_000 }
  try {
    const window = new CountersignWindow(page)
    await window.ready()
    await window.leaveWelcome()
    await window.open('Practice bank')
    const panel = page.getByRole('region', { name: 'Practice team' })
    await panel.getByLabel('Workstations').selectOption('2')
    await panel.getByRole('button', { name: 'Start a practice team' }).click()
    await expect(panel).toContainText('2 of 2 windows open', patient)
    await expect.poll(workstations, patient).toEqual(['Workstation 1', 'Workstation 2'])
    await expectNoViolation(page, 'a running practice team')
    await panel.getByRole('button', { name: 'End the practice team' }).click()
    await expect(panel.getByRole('button', { name: 'Start a practice team' })).toBeVisible(patient)
    expect(await teams()).toEqual([])

    await panel.getByRole('button', { name: 'Start a practice team' }).click()
    await expect(panel).toContainText('windows open', patient)
    await expect.poll(workstations, patient).toEqual(['Workstation 1', 'Workstation 2'])
    await countersign.kill()
    // Windows that still start or close make files again until they are gone.
    const left = async () => [...programsNaming(folder), ...(await teams())]
    await expect.poll(left, patient).toEqual([])
  } finally {
    await countersign.close()
    await rm(folder, { recursive: true, force: true })
  }
})
