import { PaymentInquiryScreen } from '../pages/payment-inquiry-screen.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/shared-fixtures.ts'

test.describe('the status of payments, by keyboard alone', () => {
  test('finds a payment by account and reference, then by its id, and shows it in full', async ({
    window,
    bank,
  }) => {
    const { page } = window
    const screen = new PaymentInquiryScreen(page)
    await screen.open()
    await screen.byReference('0072004500', 'HIST0003')
    await expect(screen.payment).toBeFocused()
    await expect(screen.payment).toContainText('COMPLETED')
    await expect(screen.payment).toContainText('A return may still follow')
    await expect(screen.payment).not.toContainText('0072004500')
    await expectNoViolation(page, 'payments, answered')
    await page.keyboard.press('Control+i')
    await expect(screen.payment).toContainText('0072004500')
    await page.keyboard.press('Control+i')
    await expect(screen.payment).not.toContainText('0072004500')
    await page.keyboard.press('Control+j')
    await expect(screen.payment).toContainText('"requestReference"')
    await page.keyboard.press('Control+j')
    const id = /\d{8}H\d{16}/.exec((await screen.payment.textContent()) ?? '')?.[0] ?? ''
    await screen.byTransactionId(id)
    await expect(screen.payment).toContainText(`Transaction ${id}`)
    await expect(screen.payment).toContainText('HIST0003')
    await page.keyboard.press('Control+Shift+U')
    await expect(window.heading).toHaveText('Traffic')
    expect((await bank.control.counters()).byOperation).toMatchObject({ payments: 2 })
  })

  test('bank note 67: a payment that was not found is queried again with the same data, and found', async ({
    window,
    bank,
  }) => {
    const { page } = window
    const screen = new PaymentInquiryScreen(page)
    await bank.control.setScenario({ scenario: 'found-late', times: 1, target: 'payments' })
    await screen.open()
    await screen.byReference('0072004500', 'HIST0003')
    await expect(screen.payment).toContainText('Not found. The payment may still exist')
    await expectNoViolation(page, 'payments, not found')
    await page.keyboard.press('Control+Shift+Enter')
    await expect(screen.payment).toContainText('COMPLETED')
    await page.keyboard.press('Escape')
    await expect(screen.inquiries).toContainText('Nothing found')
    await expect(screen.inquiries.getByRole('row').nth(1)).toBeFocused()
    await expect(screen.payment).toContainText('Check a wire or RTP payment')
    await page.keyboard.press('ArrowDown')
    await expect(screen.payment).toContainText('Not found. The payment')
  })

  test('downloads the participants, finds one by name and by number, and says what not found means', async ({
    window,
  }) => {
    const { page } = window
    const screen = new PaymentInquiryScreen(page)
    await screen.open()
    await screen.openParticipants()
    await screen.download()
    await expect(page.getByText(/\d+ participants, downloaded/)).toBeVisible()
    await expectNoViolation(page, 'participants, listed')
    await screen.find('LARCH harbor')
    await expect(page.getByText('1 participant matches')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(screen.participants.getByRole('row').nth(1)).toBeFocused()
    const text = (await screen.participants.getByRole('row').nth(1).textContent()) ?? ''
    expect(text).toContain('Larch Harbor Bank')
    await screen.find(/55\d{7}/.exec(text)?.[0] ?? '')
    await expect(page.getByText('1 participant matches')).toBeVisible()
    await screen.find('nobody of that name')
    await expect(page.getByText('RTP may still reach it.')).toBeVisible()
    await expectNoViolation(page, 'participants, none found')
  })
})
