/** Pictures of the maintenance of a workstation: backups, diagnostics, updates, help. */
import { become } from '../pages/orders-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'

for (const theme of themes) {
  test(`Backups, diagnostics, updates and help in the ${theme} theme`, async ({
    window,
    validationScreen,
  }) => {
    test.setTimeout(240_000)
    const { page } = validationScreen
    await chooseTheme(page, theme)
    await become(page, 'Theo Park')
    await window.open('Settings')
    const backups = page.getByRole('region', { name: 'Backups' })
    await page.keyboard.press('Control+Shift+B')
    const newest = backups.getByRole('table', { name: 'Backups' }).getByRole('row').nth(1)
    await expect(newest).toContainText('Verified', { timeout: 30_000 })
    await inBothSizes(page, theme, async (take) => {
      await backups.scrollIntoViewIfNeeded()
      await take('settings-backups')
    })
    await page.keyboard.press('Control+Shift+D')
    const text = page.getByRole('region', { name: 'Diagnostics as they will be saved' })
    await expect(text).toContainText('Countersign')
    await inBothSizes(page, theme, async (take) => {
      await text.scrollIntoViewIfNeeded()
      await take('settings-diagnostics')
      await page.getByRole('region', { name: 'Updates' }).scrollIntoViewIfNeeded()
      await take('settings-updates')
    })
    await window.open('Payments')
    await page.keyboard.press('F1')
    await inBothSizes(page, theme, (take) => take('help'))
  })
}
