import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { margaret } from '../pages/residents.ts'
import { TrafficScreen } from '../pages/traffic-screen.ts'
import { CountersignWindow } from '../pages/window.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { savingAs } from '../support/real-bank.ts'

const unmasked = /1000200031|Margaret|"Alder"/

test.describe('the traffic, by keyboard alone', () => {
  test('shows a new call while the list is open, with its queue time, its timings and its masked content', async ({
    validationScreen,
  }) => {
    const { page } = validationScreen
    const traffic = new TrafficScreen(page)
    await traffic.open()
    await expect(page.getByText('No calls yet')).toBeVisible()
    // Other work, such as a sweep, makes calls while this screen is open.
    await page.evaluate(() => window.countersign.invoke('connection.checkHealth', undefined))
    await expect(traffic.lines(/Health check/)).toHaveCount(1)

    await new CountersignWindow(page).open('Validation')
    await validationScreen.type(margaret)
    await validationScreen.inquire()
    await traffic.open()
    await expect(traffic.lines(/200 answered/)).toHaveCount(3)
    await expect(traffic.lines(/Access token.*Unknown outcome/)).toHaveCount(1)
    await traffic.lines(/Account validation/).focus()
    await expect(traffic.call.getByTestId('call')).toHaveText(/^POST .*verifyAccount$/)
    for (const part of ['Waited in the queue', 'Waiting for the bank', 'Interactive', 'first'])
      await expect(traffic.call).toContainText(part)
    await expect(traffic.call).toContainText('"accountValidationResponse"')
    await expect(traffic.call).not.toContainText(unmasked)
    await traffic.call.getByRole('tab', { name: 'Request' }).focus()
    await page.keyboard.press('Enter')
    await expect(traffic.call).toContainText('authorization: [not kept]')
    await expect(traffic.call).toContainText('M•••')
    await expect(traffic.call).not.toContainText(unmasked)
    await traffic.call.getByRole('button', { name: 'Show in full' }).focus()
    await page.keyboard.press('Enter')
    await expect(traffic.call).toContainText('1000200031')
    await expectNoViolation(page, 'traffic, a call in full')
    await traffic.call.getByRole('button', { name: 'Mask again' }).focus()
    await page.keyboard.press('Enter')
    await expect(traffic.call).not.toContainText(unmasked)
    await page.keyboard.press('Escape')
    await expect(traffic.call).toBeHidden()
    await expect(traffic.lines(/Account validation/)).toBeFocused()
  })

  test('saves a bundle for the bank as shown, finds a call by part of an account, and marks a call repeated after a 401', async ({
    validationScreen,
    bank,
    countersign,
  }) => {
    const { page } = validationScreen
    const folder = await mkdtemp(join(tmpdir(), 'countersign-bundle-'))
    const file = join(folder, 'bundle.json')
    await savingAs(countersign.app, file)
    await validationScreen.type(margaret)
    await validationScreen.inquire()
    const traffic = new TrafficScreen(page)
    await traffic.open()
    await traffic.lines(/Account validation/).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(page.getByText('2 calls, 2 selected')).toBeVisible()
    await page.keyboard.press('Control+e')
    const preview = traffic.bundle.getByRole('region', { name: 'The file' })
    await expect(preview).toContainText('"countersign": "support-bundle"')
    await expectNoViolation(page, 'traffic, a bundle')
    const shown = await preview.evaluate((element) => element.textContent)
    await page.keyboard.press('Control+s')
    await expect(traffic.bundle).toContainText('bundle.json: 2 calls')
    const saved = await readFile(file, 'utf8')
    expect(saved).toBe(shown)
    expect(saved).not.toMatch(unmasked)
    expect(saved).toContain('PRACTICE')
    await rm(folder, { recursive: true })
    // A reload clears the picks and the open call.
    await page.reload()

    await new CountersignWindow(page).open('Validation')
    await validationScreen.type(margaret)
    await bank.control.setScenario({ scenario: 'token-revoked', times: 1, target: 'validation' })
    await validationScreen.inquire()
    await traffic.open()
    await expect(traffic.lines(/401 refused/)).toHaveCount(1)
    await expect(traffic.lines(/Interactive, 2nd.*200 answered/)).toHaveCount(1)

    await new CountersignWindow(page).open('Validation')
    await bank.control.setScenario({ scenario: 'failure-500', times: 1, target: 'validation' })
    await validationScreen.inquire()
    await traffic.open()
    await traffic.find('00200031')
    await expect(traffic.lines(/Account validation/)).toHaveCount(4)
    await expect(traffic.lines(/Access token/)).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    await expect(traffic.lines(/Account validation/).first()).toBeFocused()
    await traffic.choose('Status', '5xx, fault at the bank')
    await expect(traffic.lines(/500 bank fault/)).toHaveCount(1)
    await expect(traffic.grid.getByRole('row')).toHaveCount(2)
    await traffic.find('"NEAR(*')
    await expect(page.getByText('No matching calls')).toBeVisible()
    await expectNoViolation(page, 'traffic, nothing fits')
  })
})
