import { InquiryScreen } from '../pages/inquiry-screen.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/shared-fixtures.ts'

const receivables = 'Alder Falls Receivables ••••4500 USD'

/** Accounts that the earlier endpoints accept. */
const ownAccounts = [
  'Alder Falls Operating ••••0011',
  'Alder Falls Payroll ••••0029',
  'Alder Falls Receivables ••••4500',
]

test.describe('ACH inquiry, by keyboard alone', () => {
  test('finds returned transactions in one step from the list, explains one and hands its receiver to a validation', async ({
    window,
    bank,
  }) => {
    const { page } = window
    const inquiry = new InquiryScreen(page)
    await inquiry.open()
    await inquiry.choose('Account', receivables)
    await inquiry.choose('Dates', 'Last 31 days')
    await inquiry.inquire()
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
    await expect(inquiry.transaction).toContainText('Detail received')
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
    await inquiry.inquire()
    await inquiry.openFirst()
    await page.keyboard.press('Control+i')
    await expect(inquiry.transaction).toContainText('Masked again in')
    await page.keyboard.press('Escape')
    await expect(inquiry.transaction).toBeHidden()
    await expect(inquiry.grid.getByRole('row').nth(1)).toBeFocused()
  })

  test('reads an earlier inquiry from the store, without querying the bank', async ({
    window,
    bank,
  }) => {
    const { page } = window
    const inquiry = new InquiryScreen(page)
    await inquiry.open()
    await inquiry.choose('Account', receivables)
    await inquiry.inquire()
    await expect(inquiry.grid.getByRole('row').nth(1)).toBeVisible()
    const before = (await bank.control.counters()).arrived
    await page.keyboard.press('Control+h')
    await inquiry.earlier.getByRole('row').nth(1).focus()
    await page.keyboard.press('Enter')
    await expect(inquiry.grid.getByRole('row').nth(1)).toBeVisible()
    expect((await bank.control.counters()).arrived).toBe(before)
  })

  test('bank note 36, bank note 43: shows the rules of each endpoint beside its fields and sends nothing', async ({
    window,
    bank,
  }) => {
    const { page } = window
    const inquiry = new InquiryScreen(page)
    await inquiry.open()
    await inquiry.choose(
      'Account',
      'Alder Falls Reserve ••••0017 USD, 17 digits: cannot be searched',
    )
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('ACH inquiry cannot list it').first()).toBeVisible()
    await inquiry.press('radio', 'Earlier endpoints')
    await inquiry.type({ From: '2026-11-20', To: '2026-11-20' })
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('a single day is not possible')).toBeVisible()
    expect((await bank.control.counters()).arrived).toBe(0)
  })

  test('queries the earlier endpoint for collected transactions and reads addenda of every kind', async ({
    window,
  }) => {
    // Slow because a whole month is read: each kind occurs in some row of it.
    test.slow()
    const { page } = window
    const inquiry = new InquiryScreen(page)
    await inquiry.open()
    await inquiry.press('radio', 'Earlier endpoints')
    await inquiry.press('radio', 'Collected')
    for (const account of ownAccounts) await inquiry.press('checkbox', account)
    await inquiry.choose('Dates', 'Last 31 days')
    await inquiry.inquire()
    await inquiry.openFirst()
    await expect(inquiry.transaction).toContainText('Delivery status')
    const awaited = new Map([
      ['International addenda', /Foreign correspondent bank\s*BANQUE DE PASSAGE/],
      ['Domestic addenda', /Payment information/],
      ['Notifications of change', /Corrected data/],
    ])
    await inquiry.scrollToEnd(async () => {
      for (const [name, says] of awaited) {
        const addenda = inquiry.transaction.getByRole('region', { name, exact: true })
        if (!(await addenda.isVisible())) continue
        await expect(addenda).toContainText(says)
        if (name === 'Notifications of change')
          await expect(addenda.getByRole('button', { name: /^C\d\d: / })).toBeVisible()
        await expectNoViolation(page, `ACH inquiry, ${name}`)
        awaited.delete(name)
      }
      return awaited.size === 0
    })
  })

  test('queries the earlier endpoint for returned transactions and explains why one came back', async ({
    window,
  }) => {
    const { page } = window
    const inquiry = new InquiryScreen(page)
    await inquiry.open()
    await inquiry.press('radio', 'Earlier endpoints')
    for (const account of ownAccounts) await inquiry.press('checkbox', account)
    await inquiry.choose('Dates', 'Last 31 days')
    await inquiry.inquire()
    await inquiry.openFirst()
    const why = inquiry.transaction.getByRole('region', { name: 'Return', exact: true })
    await expect(why.getByRole('button', { name: /^R\d\d: / })).toBeVisible()
    await expect(inquiry.transaction).toContainText('Original PAR number')
    await expectNoViolation(page, 'ACH inquiry, returned')
  })

  test('bank note 51: queries posted transactions and does not call their code an ACH code', async ({
    window,
  }) => {
    const { page } = window
    const inquiry = new InquiryScreen(page)
    await inquiry.open()
    await inquiry.press('radio', 'Earlier endpoints')
    await inquiry.press('radio', 'Posted')
    for (const account of ownAccounts) await inquiry.press('checkbox', account)
    await inquiry.choose('Dates', 'Last 31 days')
    await inquiry.inquire()
    await inquiry.openFirst()
    await expect(inquiry.transaction).toContainText('BAI code')
    await expect(inquiry.transaction).toContainText('Posted transaction code')
    await expectNoViolation(page, 'ACH inquiry, posted')
  })

  test('finds the status of one transaction by its PAR number and by its trace number', async ({
    window,
  }) => {
    const { page } = window
    const inquiry = new InquiryScreen(page)
    await inquiry.open()
    await inquiry.choose('Account', receivables)
    await inquiry.choose('Dates', 'Last 31 days')
    await inquiry.inquire()
    await inquiry.openFirst()
    const par = (await inquiry.reported('PAR number').textContent()) ?? ''
    const trace = (await inquiry.reported('Trace number').textContent()) ?? ''
    for (const [way, field, number] of [
      ['Status by PAR', 'PAR numbers', par],
      ['Status by trace', 'Trace numbers', trace],
    ] as const) {
      await inquiry.toSearch()
      await inquiry.press('radio', 'Earlier endpoints')
      await inquiry.press('radio', way)
      await inquiry.check('Alder Falls Receivables ••••4500')
      await inquiry.type({ [field]: number })
      await inquiry.inquire()
      await expect(inquiry.grid).toHaveAttribute('aria-rowcount', '2')
      await inquiry.openFirst()
      await expect(inquiry.transaction).toContainText(/COLLECTED|RETURNED/)
      await expect(inquiry.transaction).toContainText(par)
      await expectNoViolation(page, `ACH inquiry, ${way}`)
    }
  })

  test('saves a search of own accounts and runs it by its name', async ({ window }) => {
    const { page } = window
    const inquiry = new InquiryScreen(page)
    await inquiry.open()
    await inquiry.choose('Account', receivables)
    await page.keyboard.press('Control+s')
    await page.keyboard.type('Receivables, last week')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Search saved as Receivables, last week.')).toBeVisible()
    await page.keyboard.press('Control+Shift+s')
    await page.getByRole('button', { name: 'Run Receivables, last week' }).focus()
    await page.keyboard.press('Enter')
    await expect(inquiry.results).toContainText('Alder Falls Receivables')
  })
})
