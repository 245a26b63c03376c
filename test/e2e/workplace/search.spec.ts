import { ComposeScreen, toRidgeway } from '../pages/compose-screen.ts'
import { Palette } from '../pages/palette.ts'
import { Acts } from '../support/acts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/shared-fixtures.ts'

test.describe('search everywhere, by keyboard alone', () => {
  test('finds payees, codes and a payment, and opens the related records of each', async ({
    validationScreen,
    window,
  }) => {
    test.setTimeout(90_000)
    const { page } = validationScreen
    const palette = new Palette(page)
    const heading = page.getByRole('heading', { level: 1 })
    const compose = new ComposeScreen(page)
    await compose.open()
    await compose.write(toRidgeway({ amount: '7731.55' }))
    await compose.checkOwner()
    await compose.validate()
    await compose.submit()

    // By amount, name or last four: the key of the palette, the typed value and Enter.
    for (const value of ['7,731.55', 'ridgeway', '0017']) {
      await window.open('Overview')
      const acts = new Acts(page)
      await acts.press('Control+k')
      await acts.type(value)
      await expect(palette.lines.first()).toContainText('Ridgeway Supply LLC')
      await expect(palette.lines.first()).toContainText('USD 7,731.55')
      if (value === '7,731.55') await expectNoViolation(page, 'search, a payment')
      await acts.press('Enter')
      await expect(heading).toHaveText('Payments')
      await expect(page.getByTestId('outcome')).toHaveText(
        'Not sent yet. Waiting for approval by Theo Park.',
      )
      expect(acts.count).toBe(3)
    }
    const related = page.getByRole('region', { name: 'Related' })
    await expect(related).toContainText('Ownership check')
    await expect(related).toContainText('Calls to the bank')
    await expectNoViolation(page, 'payments, what is related')
    await related.getByRole('link').first().focus()
    await page.keyboard.press('Enter')
    await expect(heading).not.toHaveText('Payments')

    await palette.search('ridgeway')
    await expect(palette.dialog.getByText('Payees', { exact: true }).last()).toBeVisible()
    await palette.openLine(/Ridgeway Supply LLC.*approved/)
    await expect(heading).toHaveText('Payees')
    await expect(page.getByTestId('payee')).toContainText('Ridgeway Supply LLC')

    await palette.search('R01')
    await palette.openLine('R01')
    await expect(heading).toHaveText('Code book')

    await palette.search('nobody is called so')
    await expect(palette.dialog.getByRole('status')).toContainText('Nothing is found for')
    await expectNoViolation(page, 'search, nothing found')
    await page.keyboard.press('Escape')
    await expect(palette.dialog).toBeHidden()
  })

  test('runs a screen of the same name before any search result', async ({ window }) => {
    const { page } = window
    const palette = new Palette(page)
    await palette.search('Payees')
    await expect(palette.lines.first()).toContainText('Payees')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payees')
  })
})
