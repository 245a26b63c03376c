/** Pictures of Alerts: `npm run screenshots` writes them to build/screenshots. */
import { AlertsScreen } from '../pages/alerts-screen.ts'
import { InboxScreen } from '../pages/inbox-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'

for (const theme of themes) {
  test(`Alerts in the ${theme} theme`, async ({ window, validationScreen, bank }) => {
    test.setTimeout(180_000)
    const { page } = window
    const { control } = bank
    const alerts = new AlertsScreen(validationScreen.page)
    await chooseTheme(page, theme)
    await inBothSizes(page, theme, async (take) => {
      const isFirst = page.viewportSize()?.width === 1280
      await window.open('Validation')
      await alerts.open()
      if (isFirst) {
        await expect(page.getByText('No alerts yet')).toBeVisible()
        await take('alerts-empty')
        await alerts.openTab('Quarantine')
        await expect(page.getByText('No deliveries in quarantine')).toBeVisible()
        await take('alerts-quarantine-empty')
        await alerts.openTab('Alerts')
        await control.sendAlerts({ kind: 'incoming-wire', count: 6 })
        await control.sendAlerts({ kind: 'ach', count: 6 })
        await expect(alerts.lines(/ACH/).first()).toBeVisible()
        await control.sendAlerts({ kind: 'incoming-rtp', count: 4 })
        await expect(alerts.lines(/RTP/).first()).toBeVisible()
        await control.setScenario({ scenario: 'alerts-old-codes', times: 1, target: 'alerts' })
        await control.sendAlerts({ kind: 'ach', count: 3 })
        await expect(alerts.lines(/old code/).first()).toBeVisible()
        await control.setScenario({ scenario: 'alerts-not-json', times: 1, target: 'alerts' })
        await control.sendAlerts({ kind: 'ach', count: 1 })
        await expect(page.getByRole('tab', { name: 'Quarantine 1' })).toBeVisible()
        await control.setScenario({ scenario: 'alerts-contradicted', times: 1, target: 'alerts' })
        await control.sendAlerts({ kind: 'incoming-wire', count: 2 })
      }
      await expect(alerts.lines(/conflict/)).toHaveCount(2)
      await take('alerts')
      await alerts.lines(/RTP/).first().focus()
      await expect(alerts.alert.getByTestId('alert')).toContainText('RTP credit')
      await take('alerts-one')
      await alerts
        .lines(/conflict/)
        .first()
        .focus()
      await expect(alerts.alert).toContainText('The other alert, received')
      await take('alerts-conflict')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('columnheader', { name: 'Payment or batch' })).toBeVisible()
      await alerts.openTab('Quarantine')
      await alerts.quarantineGrid.getByRole('row', { name: /not JSON/ }).focus()
      await expect(alerts.quarantined.getByTestId('quarantine')).toBeVisible()
      await take('alerts-quarantine')
      await page.keyboard.press('Escape')
      const inbox = new InboxScreen(page)
      await inbox.open()
      await expect(inbox.line(/Unmatched/).first()).toBeVisible({ timeout: 20_000 })
      await take('inbox-alerts')
      await inbox.openLine(/Unmatched/)
      await take('inbox-alerts-item')
      await page.keyboard.press('Escape')
    })
  })
}
