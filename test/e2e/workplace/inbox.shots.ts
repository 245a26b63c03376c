/** Pictures of the inbox: `npm run screenshots` writes them to build/screenshots. */
import { expect } from 'playwright/test'
import { ComposeScreen, toRidgeway } from '../pages/compose-screen.ts'
import { InboxScreen } from '../pages/inbox-screen.ts'
import { become } from '../pages/orders-screen.ts'
import { test } from '../support/fixtures.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'

for (const theme of themes) {
  test(`The inbox in the ${theme} theme`, async ({ validationScreen }) => {
    test.setTimeout(120_000)
    const { page } = validationScreen
    const inbox = new InboxScreen(page)
    await chooseTheme(page, theme)
    await inbox.open()
    await inBothSizes(page, theme, (take) => take('inbox-empty'))
    const compose = new ComposeScreen(page)
    await compose.open()
    await compose.write(toRidgeway())
    await compose.submit()
    await become(page, 'Theo Park')
    await inbox.open()
    await expect(inbox.line(/Awaiting you/)).toBeVisible({ timeout: 20_000 })
    await inBothSizes(page, theme, (take) => take('inbox-list'))
    await inbox.openLine(/Awaiting you/)
    await inBothSizes(page, theme, (take) => take('inbox-item'))
  })
}
