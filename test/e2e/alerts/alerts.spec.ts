import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import type { PracticeControl } from '../../../main/practice/practice-control.ts'
import { AlertsScreen } from '../pages/alerts-screen.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { savingAs } from '../support/real-bank.ts'

type AlertKind = Parameters<PracticeControl['sendAlerts']>[0]['kind']
type Scenario = Parameters<PracticeControl['setScenario']>[0]['scenario']

/**
 * Makes the bank send alerts, with an optional scenario; the alerts are read after the answer to
 * the delivery.
 */
async function sends(
  control: PracticeControl,
  kind: AlertKind,
  count: number,
  bankScenario?: Scenario,
): Promise<void> {
  if (bankScenario)
    await control.setScenario({ scenario: bankScenario, times: 1, target: 'alerts' })
  await control.sendAlerts({ kind, count })
}
const press = async (page: Page, name: string | RegExp): Promise<void> => {
  await page.getByRole('button', { name }).focus()
  await page.keyboard.press('Enter')
}

test.describe('the alerts, by keyboard alone', () => {
  test('arrive from the practice bank masked, raise an alarm on an id conflict, go to quarantine if unreadable, and are searched and exported', async ({
    validationScreen,
    bank,
    window,
    countersign,
  }) => {
    test.setTimeout(150_000)
    const { page } = validationScreen
    const alerts = new AlertsScreen(page)
    await alerts.open()
    await expect(page.getByText('No alerts yet')).toBeVisible()
    await expect(page.getByText('The listener runs')).toBeVisible()
    await expectNoViolation(page, 'alerts, none yet')
    await press(page, 'Open the practice bank')
    await press(page, 'Send alerts')
    await alerts.open()
    await expect(alerts.lines(/Wire.*incoming/)).toHaveCount(5)
    await expectNoViolation(page, 'alerts, a list')

    await alerts.lines(/Wire/).first().focus()
    for (const part of [
      'Incoming credit from another sender',
      'crArngNum',
      'The credited account.',
      'EAP',
    ])
      await expect(alerts.alert).toContainText(part, { ignoreCase: true })
    await page.keyboard.press('Control+j')
    const raw = alerts.alert.getByRole('region', { name: /The alert/ })
    await expect(raw).toContainText('"crArngNum"')
    const number = /"crArngNum"\s*:\s*"(\d{5,})"/
    expect(await raw.textContent()).not.toMatch(number)
    await press(page, 'Show in full')
    await expect(raw).toContainText(number)
    await expectNoViolation(page, 'alerts, one in full')
    await press(page, 'Mask again')
    await expect(raw).not.toContainText(number)
    await page.keyboard.press('Escape')
    await expect(alerts.alert).toBeHidden()
    await expect(alerts.lines(/Wire/).first()).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(alerts.alert.getByTestId('alert')).toContainText('Wire credit of')
    await sends(bank.control, 'incoming-rtp', 1)
    await expect(page.getByRole('button', { name: 'Show 1 new' })).toBeVisible()
    await expect(alerts.lines(/RTP/)).toHaveCount(0)
    await page.keyboard.press('Control+u')
    await expect(alerts.lines(/RTP/)).toHaveCount(1)

    // The list is loaded again.
    await page.reload()
    await alerts.open()
    await sends(bank.control, 'incoming-wire', 3, 'alerts-contradicted')
    await expect(page.getByRole('alert')).toContainText('id with different content')
    await expect(window.rail.getByRole('link', { name: /Alerts.*alarm/ })).toBeVisible()
    await press(page, 'Show conflicts')
    await expect(alerts.lines(/conflict/)).toHaveCount(2)
    await expect(alerts.grid.getByRole('row')).toHaveCount(3)
    // Tabs, alarm, filters and chips leave the screen to the list.
    await page.setViewportSize({ width: 1280, height: 800 })
    expect((await alerts.grid.boundingBox())?.y).toBeLessThanOrEqual(220)
    const [first, second] = [alerts.lines(/conflict/).nth(0), alerts.lines(/conflict/).nth(1)]
    await first.focus()
    await expect(alerts.alert).toContainText('The other alert, received')
    await expectNoViolation(page, 'alerts, a conflict')
    await press(page, 'Mark both as reviewed')
    await expect(alerts.alert).toContainText('Reviewed')
    // One acknowledgment covers both alerts.
    await expect(page.getByRole('alert')).toBeHidden()
    await second.focus()
    await expect(alerts.alert).toContainText('Reviewed')

    await sends(bank.control, 'ach', 1, 'alerts-not-json')
    await alerts.openTab('Quarantine')
    await expect(alerts.quarantineGrid.getByRole('row', { name: /not JSON.*400/ })).toHaveCount(1)
    await alerts.quarantineGrid.getByRole('row', { name: /not JSON/ }).focus()
    await expect(alerts.quarantined).toContainText('In quarantine: not JSON')
    await expectNoViolation(page, 'alerts, quarantine')
    await page.keyboard.press('Control+Shift+R')
    await expect(
      page.getByText('No delivery could be read. 1 delivery is still in quarantine.'),
    ).toBeVisible()

    const folder = await mkdtemp(join(tmpdir(), 'countersign-alerts-'))
    const file = join(folder, 'alerts.csv')
    await savingAs(countersign.app, file)
    // The list is loaded again, without a filter.
    await page.reload()
    await alerts.open()
    await sends(bank.control, 'ach', 2)
    await expect(alerts.lines(/ACH/)).toHaveCount(2)
    await expect(alerts.lines(/Wire/).first()).toBeVisible()
    await alerts.choose('Kind', 'ACH')
    await expect(alerts.grid.getByRole('row')).toHaveCount(3)
    await press(page, /^Export/)
    await page.getByRole('menuitem', { name: /All fields, masked/ }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('alerts.csv: 2 alerts, masked.')).toBeVisible()
    const masked = await readFile(file, 'utf8')
    expect(masked.trim().split('\n')).toHaveLength(3)
    expect(masked).toContain('\u2022\u2022\u2022\u2022')
    await press(page, /^Export/)
    await page.getByRole('menuitem', { name: /All fields in full/ }).focus()
    await page.keyboard.press('Enter')
    await press(page, 'Export the listed alerts in full')
    await expect(page.getByText('2 alerts, with full account numbers.')).toBeVisible()
    expect(await readFile(file, 'utf8')).not.toContain('\u2022\u2022\u2022\u2022')
    await rm(folder, { recursive: true })
  })
})
