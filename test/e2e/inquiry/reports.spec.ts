import { ReportsScreen } from '../pages/reports-screen.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/shared-fixtures.ts'

test.describe('the reports, by keyboard alone', () => {
  test('sends the operator’s own body and shows the returned rows, masked', async ({
    window,
    bank,
  }) => {
    const { page } = window
    const reports = new ReportsScreen(page)
    await reports.open()
    await reports.write('{"accountNumber":"7200450011"}', '1', '50')
    await reports.inquire()
    await expect(reports.answer).toBeFocused()
    await expect(reports.answer.getByRole('grid', { name: 'Rows of the report' })).toBeVisible()
    await expect(reports.answer).not.toContainText('7200450011')
    await expectNoViolation(page, 'reports, answered')
    await reports.answer.getByRole('tab', { name: 'As received' }).focus()
    await page.keyboard.press('Enter')
    await expect(reports.answer).toContainText('baiCode')
    await page.keyboard.press('Control+j')
    await expect(window.heading).toHaveText('Traffic')
    await expect(page.getByRole('region', { name: 'Call', exact: true })).toContainText(
      'ddaReports',
    )
    expect((await bank.control.counters()).byOperation).toMatchObject({ reports: 1 })
  })

  test('opens a row with its codes explained, and goes back to its place in the answers', async ({
    window,
    bank,
  }) => {
    const { page } = window
    const reports = new ReportsScreen(page)
    await reports.open()
    await reports.write('{"accountNumber":"7200450011"}', '1', '50')
    await reports.inquire()
    await reports.enterRows()
    await page.keyboard.press('Enter')
    const row = page.getByRole('region', { name: 'Row', exact: true })
    await expect(row).toBeFocused()
    await expect(row).toContainText('BAI transaction')
    await expect(row).toContainText('ACH transaction')
    await expectNoViolation(page, 'reports, a row')
    await page.keyboard.press('Escape')
    await expect(row).toBeHidden()
    await expect(reports.answer.locator('[data-row="0"]')).toBeFocused()
    await page.keyboard.press('Escape')
    const answers = reports.answer.getByRole('grid', { name: 'Answers' })
    await expect(answers.getByRole('row', { name: /Previous day/ }).first()).toBeFocused()
    await expect(answers).not.toContainText('7200450011')
    await expectNoViolation(page, 'reports, the answers')
    await page.keyboard.press('Enter')
    await expect(reports.answer.getByRole('grid', { name: 'Rows of the report' })).toBeVisible()
    expect((await bank.control.counters()).byOperation).toMatchObject({ reports: 1 })
  })

  test('fetches every matching row, and copies the query back into the form', async ({
    window,
  }) => {
    const { page } = window
    const reports = new ReportsScreen(page)
    await reports.open()
    await reports.write('{ "accountNumber": "7200450011" }', '1', '3')
    await reports.inquire()
    await expect(reports.answer).toContainText(/3 rows of \d+ that match/)
    await page.keyboard.press('Control+u')
    await expect(reports.answer.getByText(/that match/)).toBeHidden()
    await reports.answer.getByRole('tab', { name: 'Request' }).focus()
    await page.keyboard.press('Enter')
    await expect(reports.answer.getByRole('link', { name: 'Call 2 in Traffic' })).toBeVisible()
    await expect(reports.body).toBeHidden()
    await page.keyboard.press('Control+e')
    await expect(reports.body).toBeFocused()
    await expect(reports.body).toHaveValue('{ "accountNumber": "\u2022\u2022\u2022\u20220011" }')
  })

  test('formats the body and names where it stops being JSON', async ({ window }) => {
    const { page } = window
    const reports = new ReportsScreen(page)
    await reports.open()
    await reports.write('{"a":1.10}')
    await page.keyboard.press('Control+Shift+f')
    await expect(reports.body).toHaveValue('{\n  "a": 1.10\n}')
    await reports.write('{\n  "a": 1\n  "b": 2\n}')
    await reports.tryToRequest()
    await expect(page.getByText('Line 3, column 3: a comma or } is missing here')).toBeVisible()
    await expect(reports.body).toBeFocused()
    await page.keyboard.press('Control+]')
    await expect(reports.body).toHaveValue('{\n  "a": 1\n    "b": 2\n}')
    await page.keyboard.press('Control+z')
    await expect(reports.body).toHaveValue('{\n  "a": 1\n  "b": 2\n}')
    await page.keyboard.press('Tab')
    await expect(reports.body).not.toBeFocused()
  })

  test('sends no body that is not a JSON object or requests too many rows, and keeps the typed text', async ({
    window,
    bank,
  }) => {
    const reports = new ReportsScreen(window.page)
    await reports.open()
    await reports.write('{"accountNumber":', '1', '1001')
    await reports.tryToRequest()
    await expect(reports.body).toHaveAttribute('aria-invalid', 'true')
    await expect(reports.body).toHaveValue('{"accountNumber":')
    await reports.write('{}')
    await reports.tryToRequest()
    await expect(window.page.getByText('At most 1000 rows in one call')).toBeVisible()
    expect((await bank.control.counters()).arrived).toBe(0)
  })

  test('says that check images and stop payment have no call, and refuses more than 90 days', async ({
    window,
  }) => {
    const reports = new ReportsScreen(window.page)
    await reports.open()
    await expect(
      window.page.getByText('Check image retrieval and Stop payment have no specification'),
    ).toBeVisible()
    await reports.write('{"fromDate":"2026-01-01","toDate":"2026-06-01"}')
    await reports.tryToRequest()
    await expect(window.page.getByText('is more than 90 days')).toBeVisible()
  })

  test('shows a refusal of the bank with its message and its trace ids', async ({
    window,
    bank,
  }) => {
    const reports = new ReportsScreen(window.page)
    await bank.control.setScenario({ scenario: 'forbidden-403', times: 1, target: 'reports' })
    await reports.open()
    await reports.choose('Wire inquiry')
    await reports.inquire()
    await expect(reports.answer).toContainText('Access forbidden')
    await expect(reports.answer).toContainText('Correlation id')
    await expectNoViolation(window.page, 'reports, refused')
  })
})
