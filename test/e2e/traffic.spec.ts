import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { margaret } from './pages/residents.ts'
import { TrafficScreen } from './pages/traffic-screen.ts'
import { expectNoViolation } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { savingAs } from './support/real-bank.ts'

const told = /1000200031|Margaret|"Alder"/

test.describe('the traffic, by keyboard alone', () => {
  test('has every call with its turn, its times and what was said, masked', async ({ desk }) => {
    await desk.type(margaret)
    await desk.ask()
    const traffic = new TrafficScreen(desk.page)
    await traffic.open()
    await expect(traffic.lines(/200 answered/)).toHaveCount(2)
    await expect(traffic.lines(/Access token.*Doubt/)).toHaveCount(1)
    await traffic.lines(/Account validation/).focus()
    await expect(traffic.call.getByTestId('call')).toHaveText(/^POST .*verifyAccount$/)
    for (const part of ['Waited for its turn', 'Until the bank answered', 'Interactive', 'first'])
      await expect(traffic.call).toContainText(part)
    await expect(traffic.call).toContainText('"accountValidationResponse"')
    await expect(traffic.call).not.toContainText(told)
    await traffic.call.getByRole('tab', { name: 'Request' }).focus()
    await desk.page.keyboard.press('Enter')
    await expect(traffic.call).toContainText('authorization: [not kept]')
    await expect(traffic.call).toContainText('M•••')
    await expect(traffic.call).not.toContainText(told)
    await traffic.call.getByRole('button', { name: 'Show in full' }).focus()
    await desk.page.keyboard.press('Enter')
    await expect(traffic.call).toContainText('1000200031')
    await expectNoViolation(desk.page, 'traffic, a call in full')
    await traffic.call.getByRole('button', { name: 'Mask again' }).focus()
    await desk.page.keyboard.press('Enter')
    await expect(traffic.call).not.toContainText(told)
    await desk.page.keyboard.press('Escape')
    await expect(traffic.call).toBeHidden()
    await expect(traffic.lines(/Account validation/)).toBeFocused()
  })

  test('finds a call by part of an account, and narrows to faults', async ({ desk, bank }) => {
    await desk.type(margaret)
    await desk.ask()
    await bank.control.setScenario({ scenario: 'failure-500', times: 1, target: 'validation' })
    await desk.ask()
    const traffic = new TrafficScreen(desk.page)
    await traffic.open()
    await traffic.find('00200031')
    await expect(traffic.lines(/Account validation/)).toHaveCount(2)
    await expect(traffic.lines(/Access token/)).toHaveCount(0)
    await desk.page.keyboard.press('ArrowDown')
    await expect(traffic.lines(/Account validation/).first()).toBeFocused()
    await traffic.choose('Status', '5xx, fault at the bank')
    await expect(traffic.lines(/500 bank fault/)).toHaveCount(1)
    await expect(traffic.grid.getByRole('row')).toHaveCount(2)
    await traffic.find('"NEAR(*')
    await expect(desk.page.getByText('No call fits')).toBeVisible()
    await expectNoViolation(desk.page, 'traffic, nothing fits')
  })

  test('shows a new call while the list is looked at', async ({ desk }) => {
    const traffic = new TrafficScreen(desk.page)
    await traffic.open()
    await expect(desk.page.getByText('No call to the bank yet')).toBeVisible()
    // Somebody else's work, such as a sweep, calls while this screen is open.
    await desk.page.evaluate(() => window.countersign.call('connection.checkHealth', undefined))
    await expect(traffic.lines(/Health check/)).toHaveCount(1)
  })

  test('says that a call was made again after a 401', async ({ desk, bank }) => {
    await desk.type(margaret)
    await desk.ask()
    await bank.control.setScenario({ scenario: 'token-revoked', times: 1, target: 'validation' })
    await desk.ask()
    const traffic = new TrafficScreen(desk.page)
    await traffic.open()
    await expect(traffic.lines(/401 refused/)).toHaveCount(1)
    await expect(traffic.lines(/Interactive, 2nd.*200 answered/)).toHaveCount(1)
  })

  test('saves a bundle for the bank byte for byte as it was shown', async ({
    desk,
    countersign,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-bundle-'))
    const file = join(folder, 'bundle.json')
    await savingAs(countersign.app, file)
    await desk.type(margaret)
    await desk.ask()
    const traffic = new TrafficScreen(desk.page)
    await traffic.open()
    await traffic.lines(/Account validation/).focus()
    await desk.page.keyboard.press('Space')
    await desk.page.keyboard.press('ArrowDown')
    await desk.page.keyboard.press('Space')
    await expect(desk.page.getByText('2 calls, 2 picked')).toBeVisible()
    await desk.page.keyboard.press('Control+e')
    const preview = traffic.bundle.getByRole('region', { name: 'The file' })
    await expect(preview).toContainText('"countersign": "support-bundle"')
    await expectNoViolation(desk.page, 'traffic, a bundle')
    const shown = await preview.evaluate((element) => element.textContent)
    await desk.page.keyboard.press('Control+s')
    await expect(traffic.bundle).toContainText('bundle.json: 2 calls')
    const saved = await readFile(file, 'utf8')
    expect(saved).toBe(shown)
    expect(saved).not.toMatch(told)
    expect(saved).toContain('PRACTICE')
    await rm(folder, { recursive: true })
  })
})
