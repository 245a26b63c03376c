/** Pictures of Payment status: `npm run screenshots` writes them to build/screenshots. */
import { expect } from 'playwright/test'
import { PaymentInquiryScreen } from '../pages/payment-inquiry-screen.ts'
import { test } from '../support/fixtures.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'

for (const theme of themes) {
  test(`Payment status in the ${theme} theme`, async ({ window, bank }) => {
    test.setTimeout(120_000)
    const { page } = window
    const screen = new PaymentInquiryScreen(page)
    await chooseTheme(page, theme)
    await screen.open()
    await inBothSizes(page, theme, async (take) => {
      await screen.open()
      await bank.control.setScenario({ scenario: 'found-late', times: 1, target: 'payments' })
      await screen.byReference('7200450029', 'HIST0010')
      await take('payment-inquiry-not-found')
      await screen.byReference('7200450029', 'HIST0010')
      await screen.byReference('0072004500', 'HIST0003')
      await take('payment-inquiry')
      await page.getByRole('tab', { name: 'Status meaning' }).focus()
      await page.keyboard.press('Enter')
      await take('payment-inquiry-status')
      await screen.openParticipants()
      await screen.download()
      await expect(page.getByText(/participants, downloaded/)).toBeVisible()
      await take('payment-inquiry-participants')
      await screen.find('nobody')
      await expect(page.getByText('RTP may still reach it.')).toBeVisible()
      await take('payment-inquiry-participants-none')
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Delete')
      await screen.openInquiries()
    })
  })
}
