/** Pictures of forwarding and of the notifications: `npm run screenshots` writes them to build/screenshots. */
import { AlertsScreen } from '../pages/alerts-screen.ts'
import { become } from '../pages/orders-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'

for (const theme of themes) {
  test(`Forwarding and notifications in the ${theme} theme`, async ({
    window,
    validationScreen,
  }) => {
    test.setTimeout(240_000)
    const { page } = validationScreen
    const alerts = new AlertsScreen(page)
    await chooseTheme(page, theme)
    await window.open('Settings')
    const save = page.getByRole('button', { name: 'Save the notifications' })
    await inBothSizes(page, theme, async (take) => {
      await save.scrollIntoViewIfNeeded()
      await take('settings-notifications')
    })
    await alerts.open()
    await alerts.openTab('Forwarding')
    await expect(page.getByText('No posts yet')).toBeVisible()
    await inBothSizes(page, theme, (take) => take('forwarding-maker'))
    // Only administrators can send account data elsewhere.
    await become(page, 'Theo Park')
    await alerts.open()
    await alerts.openTab('Forwarding')
    await expect(page.getByText('No posts yet')).toBeVisible()
    await inBothSizes(page, theme, (take) => take('forwarding-empty'))
    await page.getByRole('textbox', { name: 'Address' }).focus()
    await page.keyboard.type('https://127.0.0.1:1/take')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('alertdialog')).toContainText('Forward the alerts of')
    await inBothSizes(page, theme, (take) => take('forwarding-confirm'))
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Forward alerts to/ })
      .focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await page.keyboard.press('Control+j')
    await expect(page.getByRole('grid', { name: 'Log of posts' }).getByRole('row')).not.toHaveCount(
      1,
    )
    await inBothSizes(page, theme, (take) => take('forwarding'))
  })
}
