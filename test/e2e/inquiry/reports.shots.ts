/** Pictures of Reports: `npm run screenshots` writes them to build/screenshots. */
import { ReportsScreen } from '../pages/reports-screen.ts'
import { test } from '../support/fixtures.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'

for (const theme of themes) {
  test(`Reports in the ${theme} theme`, async ({ window, bank }) => {
    test.setTimeout(120_000)
    const { page } = window
    const reports = new ReportsScreen(page)
    await chooseTheme(page, theme)
    await reports.open()
    await inBothSizes(page, theme, async (take) => {
      await reports.choose('RTP inquiry')
      await take('reports-empty')
      await page.locator('form [name="account"]').selectOption({ index: 1 })
      await take('reports-account')
      await reports.choose('Previous day')
      await reports.write('{"accountNumber":', '1', '2000')
      await reports.tryToRequest()
      await take('reports-invalid')
      await reports.write('{\n  "accountNumber": "7200450011"\n}', '1', '200')
      await reports.inquire()
      await take('reports')
      await reports.enterRows()
      await page.keyboard.press('Enter')
      await take('reports-row')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await take('reports-answers')
      await page.keyboard.press('Control+s')
      await take('reports-saved')
      await page.keyboard.press('Escape')
      await bank.control.setScenario({ scenario: 'forbidden-403', times: 1, target: 'reports' })
      await reports.choose('Wire inquiry')
      await reports.write('{}')
      await reports.inquire()
      await take('reports-refused')
      await page.waitForTimeout(1_000)
    })
  })
}
