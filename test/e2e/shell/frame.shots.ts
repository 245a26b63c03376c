/** Pictures of the frame: the rail, the tabs of a place and its button for a new record. */
import { test } from '../support/fixtures.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'

for (const theme of themes) {
  test(`the frame in the ${theme} theme`, async ({ window }) => {
    test.setTimeout(120_000)
    const { page } = window
    await chooseTheme(page, theme)
    await inBothSizes(page, theme, async (take) => {
      for (const screen of ['Overview', 'ACH batches', 'Bulk validation', 'Settings', 'Traffic']) {
        await window.open(screen)
        await take(`frame-${screen.toLowerCase().replaceAll(' ', '-')}`)
      }
      await page.keyboard.press('Control+k')
      await take('frame-palette')
      await page.keyboard.insertText('Settings: Backups')
      await page.keyboard.press('Enter')
      await take('frame-settings-section')
      await page.keyboard.press('Control+f')
      await page.keyboard.type('quiet')
      await take('frame-settings-search')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Tab')
      await page.keyboard.press('?')
      await take('frame-keys')
      await page.keyboard.press('Escape')
    })
  })
}
