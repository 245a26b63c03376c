/** Pictures of coverage: `npm run screenshots` writes them to build/screenshots. */
import { expect } from 'playwright/test'
import { CoverageScreen } from '../pages/coverage-screen.ts'
import { test } from '../support/fixtures.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'

for (const theme of themes) {
  test(`Coverage in the ${theme} theme`, async ({ validationScreen }) => {
    test.setTimeout(120_000)
    const { page } = validationScreen
    const screen = new CoverageScreen(page)
    await chooseTheme(page, theme)
    await screen.open()
    await inBothSizes(page, theme, (take) => take('coverage-days'))
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('dialog', { name: 'Sweep days' })).toContainText('At least')
    await inBothSizes(page, theme, (take) => take('coverage-confirm'))
    await page.keyboard.press('Escape')
    await screen.inquire()
    await screen.part(/^Gaps/)
    await expect(page.getByRole('row', { name: /Requested/ })).toBeVisible()
    await inBothSizes(page, theme, (take) => take('coverage-gaps'))
    await screen.part(/^Recovered/)
    await inBothSizes(page, theme, (take) => take('coverage-recovered'))
    await screen.part(/^To check/)
    await inBothSizes(page, theme, (take) => take('coverage-check'))
  })
}
