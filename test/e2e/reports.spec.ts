import { ReportsScreen } from './pages/reports-screen.ts'
import { expectNoViolation } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'

test.describe('the reports, by keyboard alone', () => {
  test('asks with the operator’s own body and shows the rows that came, masked', async ({
    window,
    bank,
  }) => {
    const { page } = window
    const reports = new ReportsScreen(page)
    await reports.open()
    await expectNoViolation(page, 'reports, nothing asked')
    await reports.write('{"accountNumber":"7200450011"}', '1', '50')
    await reports.ask()
    await expect(reports.answer).toBeFocused()
    await expect(reports.answer.getByRole('grid', { name: 'Rows of the report' })).toBeVisible()
    await expect(reports.answer).not.toContainText('7200450011')
    await expectNoViolation(page, 'reports, answered')
    await reports.answer.getByRole('tab', { name: 'As it came' }).focus()
    await page.keyboard.press('Enter')
    await expect(reports.answer).toContainText('baiCode')
    await reports.answer.getByRole('button', { name: 'Show the call in Traffic' }).focus()
    await page.keyboard.press('Enter')
    await expect(window.heading).toHaveText('Traffic')
    await expect(page.getByRole('region', { name: 'Call', exact: true })).toContainText(
      'ddaReports',
    )
    expect((await bank.control.counters()).byOperation).toMatchObject({ reports: 1 })
  })

  test('sends nothing that is no JSON object or asks for too many rows, and keeps what was typed', async ({
    window,
    bank,
  }) => {
    const reports = new ReportsScreen(window.page)
    await reports.open()
    await reports.write('{"accountNumber":', '1', '1001')
    await reports.ask()
    await expect(reports.body).toHaveAttribute('aria-invalid', 'true')
    await expect(reports.body).toHaveValue('{"accountNumber":')
    await reports.write('{}')
    await reports.ask()
    await expect(window.page.getByText('At most 1000 rows in one call')).toBeVisible()
    expect((await bank.control.counters()).arrived).toBe(0)
  })

  test('says that check images and stop payment have no call, and warns of 91 days', async ({
    window,
  }) => {
    const reports = new ReportsScreen(window.page)
    await reports.open()
    await expect(
      window.page.getByText('Check image retrieval and Stop payment are named'),
    ).toBeVisible()
    await reports.write('{"fromDate":"2026-01-01","toDate":"2026-06-01"}')
    await expect(window.page.getByText('is more than 90 days')).toBeVisible()
  })

  test('shows what the bank declined with its words and what traces it', async ({
    window,
    bank,
  }) => {
    const reports = new ReportsScreen(window.page)
    await bank.control.setScenario({ scenario: 'forbidden-403', times: 1, target: 'reports' })
    await reports.open()
    await reports.choose('Wire inquiry')
    await reports.ask()
    await expect(reports.answer).toContainText('Access forbidden')
    await expect(reports.answer).toContainText('Correlation id')
    await expectNoViolation(window.page, 'reports, refused')
  })
})
