/** Pictures of a new payment: `npm run screenshots` writes them to build/screenshots. */
import { ComposeScreen, toRidgeway } from '../pages/compose-screen.ts'
import { test } from '../support/fixtures.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'

for (const theme of themes) {
  test(`A new payment in the ${theme} theme`, async ({ validationScreen }) => {
    const { page } = validationScreen
    const compose = new ComposeScreen(page)
    await chooseTheme(page, theme)
    await compose.open()
    await inBothSizes(page, theme, (take) => take('new-payment'))
    await compose.choosePayee('Ridgeway')
    await inBothSizes(page, theme, (take) => take('new-payment-to-a-payee'))
    await page.locator('[name="valueDate"]').press('Alt+ArrowDown')
    await inBothSizes(page, theme, (take) => take('new-payment-calendar'))
    await page.keyboard.press('Escape')
    await compose.write(toRidgeway())
    await inBothSizes(page, theme, (take) => take('new-payment-by-hand'))
  })
}
