/** Pictures of Reports: `npm run screenshots` writes them to build/screenshots. */
import { fileURLToPath } from 'node:url'
import { ReportsScreen } from './pages/reports-screen.ts'
import { expect, test } from './support/fixtures.ts'

const folder = fileURLToPath(new URL('../../build/screenshots', import.meta.url))
const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const

for (const theme of ['light', 'dark'] as const) {
  test(`Reports in the ${theme} theme`, async ({ window, bank }) => {
    test.setTimeout(120_000)
    const { page } = window
    const reports = new ReportsScreen(page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type(`Theme: ${theme}`)
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await reports.open()
    for (const size of sizes) {
      await page.setViewportSize(size)
      const take = async (name: string): Promise<void> => {
        await page.waitForTimeout(250)
        const file = `${name}-${theme}-${String(size.width)}x${String(size.height)}.png`
        await page.screenshot({ path: `${folder}/${file}`, caret: 'hide' })
      }
      await reports.choose('RTP inquiry')
      await take('reports-empty')
      await reports.choose('Previous day')
      await reports.write('{"accountNumber":', '1', '2000')
      await reports.ask()
      await take('reports-invalid')
      await reports.write('{\n  "accountNumber": "7200450011"\n}', '1', '200')
      await reports.ask()
      await take('reports')
      await bank.control.setScenario({ scenario: 'forbidden-403', times: 1, target: 'reports' })
      await reports.choose('Wire inquiry')
      await reports.write('{}')
      await reports.ask()
      await take('reports-refused')
      await page.waitForTimeout(1_000)
    }
  })
}
