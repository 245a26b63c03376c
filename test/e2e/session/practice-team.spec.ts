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
import { AlertsScreen } from '../pages/alerts-screen.ts'
import { ApprovalsScreen } from '../pages/approvals-screen.ts'
import { become, OrdersScreen } from '../pages/orders-screen.ts'
import { margaret } from '../pages/residents.ts'
import { ValidationScreen } from '../pages/validation-screen.ts'
import { CountersignWindow } from '../pages/window.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { launchCountersign, type Countersign } from '../support/launch.ts'
import { submitPayments } from '../support/prepared-payments.ts'

/**
 * A rescue after nine seconds in place of thirty. With a tenth of the waits a busy machine does not
 * come from the journal of a sending to its first byte in time, and sends nothing.
 */
const factor = 0.3

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

const statusItem = (page: Page, label: string) =>
  new CountersignWindow(page).status.getByRole('button', { name: new RegExp(`^${label}`) })
const teamItem = (page: Page) => statusItem(page, 'Team')

async function inquire(page: Page): Promise<ValidationScreen> {
  await new CountersignWindow(page).open('Validation')
  const validationScreen = new ValidationScreen(page)
  await validationScreen.type(margaret)
  await validationScreen.inquire()
  return validationScreen
}

test('a payment goes from one workstation to a second and a third, which dies; a 429 pauses the others, and one takes over the alerts', async () => {
  test.setTimeout(300_000)
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
    await expect(ordersOfFirst.grid).not.toContainText('Sending', { timeout: 60_000 })
    // The bank has it, and a status inquiry of another workstation finds that out.
    await expect(ordersOfFirst.grid).toContainText(/Outcome unknown|Accepted|at bank|Completed/)
    await expect(ordersOfFirst.grid).toContainText(/Completed/, { timeout: 60_000 })
    expect((await bank.ledger()).payments.map(({ count }) => count)).toEqual([1])

    await bank.setScenario({ scenario: 'too-many-requests', times: 1, target: 'validation' })
    await expect((await inquire(first)).answer).toContainText('Too many requests (429)')
    for (const page of [first, second])
      await expect(statusItem(page, 'Rate')).toContainText(/pause [12]:\d\d/)
    const { arrived } = await bank.counters()
    await expect((await inquire(second)).answer).toContainText('The bank asked for a pause')
    expect((await bank.counters()).arrived).toBe(arrived)

    // Whoever listens dies, and the other one says on its screens that it does.
    const listensFirst = (await statusItem(second, 'Listener').innerText()).includes(
      'Workstation 1',
    )
    const [last, name] = listensFirst ? [second, 'Workstation 1'] : [first, 'Workstation 2']
    await expect(statusItem(last, 'Listener')).toContainText(`on ${name}`)
    const { subscribedTo } = await bank.sender()
    await open.splice(listensFirst ? 0 : 1, 1)[0]?.kill()
    await expect(statusItem(last, 'Listener')).toContainText('listening')
    await expect.poll(async () => (await bank.sender()).subscribedTo).not.toBe(subscribedTo)
    await bank.sendAlerts({ kind: 'incoming-wire', count: 1 })
    const alerts = new AlertsScreen(last)
    await alerts.open()
    await expect(alerts.lines(/Wire.*incoming/)).toHaveCount(1)
    // Its pause is not shorter for that.
    await expect(statusItem(last, 'Rate')).toContainText(/pause [01]:\d\d/)
    expect((await bank.counters()).arrived).toBe(arrived)
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
