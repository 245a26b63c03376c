/** Pictures of ACH inquiry: `npm run screenshots` writes them to build/screenshots. */
import { expect } from 'playwright/test'
import { InquiryScreen } from '../pages/inquiry-screen.ts'
import { test } from '../support/fixtures.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'

for (const theme of themes) {
  test(`ACH inquiry in the ${theme} theme`, async ({ window }) => {
    test.setTimeout(180_000)
    const { page } = window
    const inquiry = new InquiryScreen(page)
    await chooseTheme(page, theme)
    await inBothSizes(page, theme, async (take) => {
      await inquiry.open()
      await inquiry.choose('Account', 'Alder Falls Receivables ••••4500 USD')
      await inquiry.choose('Dates', 'Last 31 days')
      await inquiry.choose('Search by', 'Collected dates')
      await inquiry.type({ 'Lowest amount, USD': '1.000' })
      await take('inquiry-search')
      await inquiry.type({ 'Lowest amount, USD': '' })
      await inquiry.inquire()
      await expect(inquiry.grid.getByRole('row').nth(3)).toBeVisible()
      await take('inquiry-list')
      await page.keyboard.press('Control+Shift+f')
      await inquiry.choose('Search by', 'Returned dates')
      await inquiry.inquire()
      await expect(inquiry.grid.getByRole('row').nth(1)).toBeVisible()
      await inquiry.openFirst()
      await page.keyboard.press('Control+d')
      await expect(inquiry.transaction).toContainText('Detail received')
      await take('inquiry')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+h')
      await expect(inquiry.earlier.getByRole('row').nth(1)).toBeVisible()
      await inquiry.press('radio', 'Earlier endpoints')
      await inquiry.press('radio', 'Collected')
      await take('inquiry-earlier')
      await inquiry.press('radio', 'ACH list')
    })
  })
}
