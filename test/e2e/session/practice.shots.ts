/** Pictures of the scenario panel: `npm run screenshots` writes them to build/screenshots. */
import { expect, test } from '../support/fixtures.ts'
import { chooseTheme, folder, themes } from '../support/pictures.ts'

for (const theme of themes) {
  test(`the scenario panel in the ${theme} theme`, async ({ window, bank }) => {
    const { page } = window
    const take = async (name: string): Promise<void> => {
      await page.waitForTimeout(250)
      await page.screenshot({ path: `${folder}/${name}-${theme}-1280x800.png`, caret: 'hide' })
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await chooseTheme(page, theme)
    await window.open('Practice bank')
    await take('scenarios')
    await bank.control.setScenario({ scenario: 'payment-held', times: 1 })
    await bank.control.setScenario({ scenario: 'slow-answer', times: 'until-cleared' })
    const search = page.getByRole('textbox', { name: 'Search the scenarios' })
    await search.fill('payment')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText('once more')).toBeVisible()
    await take('scenarios-search')
    await search.fill('slow')
    await page.getByLabel('Delay the answer, milliseconds').fill('0')
    await take('scenarios-slow')
    const count = page.getByLabel('How many')
    await page.getByRole('button', { name: 'Send alerts' }).click()
    await expect(page.getByText('5 in 1 call', { exact: true })).toBeVisible({ timeout: 15_000 })
    await count.scrollIntoViewIfNeeded()
    await take('alert-sender')
    await count.fill('10,001')
    await take('alert-sender-count')
  })
}
