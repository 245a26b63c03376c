import { InquiryScreen } from './pages/inquiry-screen.ts'
import { expectNoViolation } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'

const receivables = 'Alder Falls Receivables ••••4500 USD'

test.describe('ACH inquiry, by keyboard alone', () => {
  test('finds returned transactions in one step from the list, explains one and hands its receiver to a validation', async ({
    window,
    bank,
  }) => {
    const { page } = window
    const inquiry = new InquiryScreen(page)
    await inquiry.open()
    await expectNoViolation(page, 'ACH inquiry, nothing asked')
    await inquiry.choose('Account', receivables)
    await inquiry.choose('Dates', 'Last 31 days')
    await inquiry.ask()
    await expect(inquiry.results).toBeFocused()
    await expect(inquiry.grid.getByRole('row').nth(1)).toBeVisible()
    await expect(inquiry.results).toContainText('Complete')
    await inquiry.press('button', 'Search returned dates')
    await expect(inquiry.results).toBeFocused()
    await expect(inquiry.grid.getByRole('row').nth(1)).toContainText('RETURNED')
    await inquiry.openFirst()
    const before = (await bank.control.counters()).arrived
    await expect(inquiry.transaction.getByRole('region', { name: 'Return' })).toContainText(/R\d\d/)
    await expect(inquiry.transaction).not.toContainText(/\b\d{10}\b/)
    await page.keyboard.press('Control+d')
    await expect(inquiry.transaction).toContainText('Detail asked')
    expect((await bank.control.counters()).arrived).toBe(before + 1)
    await expectNoViolation(page, 'ACH inquiry, a return')
    await page.keyboard.press('Control+Shift+o')
    await expect(window.heading).toHaveText('Validation')
    await expect(page.getByRole('textbox', { name: 'Account number' })).not.toHaveValue('')
    await expect(page.getByRole('textbox', { name: 'Routing number' })).not.toHaveValue('')
  })

  test('gives the focus back to the row that was open, and shows it in full for a while', async ({
    window,
  }) => {
    const { page } = window
    const inquiry = new InquiryScreen(page)
    await inquiry.open()
    await inquiry.choose('Account', receivables)
    await inquiry.ask()
    await inquiry.openFirst()
    await page.keyboard.press('Control+i')
    await expect(inquiry.transaction).toContainText('Masked again in')
    await page.keyboard.press('Escape')
    await expect(inquiry.transaction).toBeHidden()
    await expect(inquiry.grid.getByRole('row').nth(1)).toBeFocused()
  })

  test('reads an earlier inquiry from what is kept, without asking the bank', async ({
    window,
    bank,
  }) => {
    const { page } = window
    const inquiry = new InquiryScreen(page)
    await inquiry.open()
    await inquiry.choose('Account', receivables)
    await inquiry.ask()
    await expect(inquiry.grid.getByRole('row').nth(1)).toBeVisible()
    const before = (await bank.control.counters()).arrived
    await page.keyboard.press('Control+h')
    await inquiry.earlier.getByRole('row').nth(1).focus()
    await page.keyboard.press('Enter')
    await expect(inquiry.grid.getByRole('row').nth(1)).toBeVisible()
    expect((await bank.control.counters()).arrived).toBe(before)
  })

  test('trap 36, trap 43: tells the rules of each endpoint beside its fields and sends nothing', async ({
    window,
    bank,
  }) => {
    const { page } = window
    const inquiry = new InquiryScreen(page)
    await inquiry.open()
    await inquiry.choose('Account', 'Alder Falls Reserve ••••0017 USD, 17 digits: cannot be listed')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('ACH inquiry cannot list it').first()).toBeVisible()
    await inquiry.press('radio', 'Earlier endpoints')
    await inquiry.type({ From: '2026-11-20', To: '2026-11-20' })
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('a single day cannot be asked for')).toBeVisible()
    expect((await bank.control.counters()).arrived).toBe(0)
  })

  test('asks the earlier endpoint for collected transactions and reads their addenda', async ({
    window,
  }) => {
    const { page } = window
    const inquiry = new InquiryScreen(page)
    await inquiry.open()
    await inquiry.press('radio', 'Earlier endpoints')
    await inquiry.press('radio', 'Collected')
    await inquiry.press('checkbox', 'Alder Falls Operating ••••0011')
    await inquiry.choose('Dates', 'Last 31 days')
    await inquiry.ask()
    await expect(inquiry.grid.getByRole('row').nth(1)).toBeVisible()
    await inquiry.openFirst()
    await expect(inquiry.transaction).toContainText('Delivery status')
    await expectNoViolation(page, 'ACH inquiry, collected')
  })

  test('keeps a search of own accounts and runs it by its name', async ({ window }) => {
    const { page } = window
    const inquiry = new InquiryScreen(page)
    await inquiry.open()
    await inquiry.choose('Account', receivables)
    await page.keyboard.press('Control+s')
    await page.keyboard.type('Receivables, last week')
    await page.keyboard.press('Enter')
    await expect(page.getByText('The search is kept as Receivables, last week.')).toBeVisible()
    await page.keyboard.press('Control+Shift+s')
    await page.getByRole('button', { name: 'Run Receivables, last week' }).focus()
    await page.keyboard.press('Enter')
    await expect(inquiry.results).toContainText('Alder Falls Receivables')
  })
})
