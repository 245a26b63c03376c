/** Pictures of the payee book: `npm run screenshots` writes them to build/screenshots. */
import { PayeesScreen } from '../pages/payees-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'

for (const theme of themes) {
  test(`Payees in the ${theme} theme`, async ({ window }) => {
    test.setTimeout(120_000)
    const { page } = window
    const screen = new PayeesScreen(page)
    await chooseTheme(page, theme)
    await screen.open()
    await page.keyboard.press('Control+Shift+H')
    await screen.write('Account number', '5555220031')
    await screen.write('ABA number', '550010015')
    await screen.write(
      /^Name/,
      'The Very Patient Millbrook Paper and Board Company of 1887 Limited',
    )
    await screen.press('Add intermediary bank')
    let isFilled = true
    await inBothSizes(page, theme, async (take) => {
      if (isFilled) await take('payees-new')
      if (isFilled) {
        await page.getByRole('textbox', { name: /^Name/ }).focus()
        await screen.propose()
        await screen.find('margaret')
        await screen.openOnly()
        await page.keyboard.press('Control+Shift+E')
        await screen.write('Account number', '7777220031')
        await screen.propose()
        await screen.continueAs('Theo Park')
        await screen.find('')
        isFilled = false
      }
      await page.keyboard.press('Escape')
      await take('payees')
      await screen.find('margaret')
      await screen.openOnly()
      await expect(screen.payee).toContainText('Differs in the masked part')
      await screen.find('')
      await take('payees-change')
    })
  })
}
