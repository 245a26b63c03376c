/** Pictures of Alerts while none has come: `npm run screenshots` writes them to build/screenshots. */
import { AlertsScreen } from './pages/alerts-screen.ts'
import { expect, test } from './support/fixtures.ts'
import { chooseTheme, inBothSizes, themes } from './support/pictures.ts'

for (const theme of themes) {
  test(`Alerts in the ${theme} theme`, async ({ window, desk }) => {
    test.setTimeout(120_000)
    const { page } = window
    const alerts = new AlertsScreen(desk.page)
    await chooseTheme(page, theme)
    await inBothSizes(page, theme, async (take) => {
      await window.open('Validation')
      await alerts.open()
      await expect(page.getByText('No alert has come yet')).toBeVisible()
      await take('alerts-empty')
      await alerts.openTab('Quarantine')
      await expect(page.getByText('Nothing is held')).toBeVisible()
      await take('alerts-quarantine-empty')
    })
  })
}
