import type { ValidationDesk, Typed } from '../pages/validation-desk.ts'
import { margaret, person } from '../pages/residents.ts'
import { Acts } from '../support/acts.ts'
import { test, expect } from '../support/shared-fixtures.ts'

/** One of every class that the list knows, each shown by a resident of the practice bank. */
const classes: [headline: string, typed: Typed][] = [
  ['Account open, owner matches', margaret],
  ['Account open, owner differs', person('1000200031', 'Bertram', 'Quist')],
  ['Account closed', person('1000200058', 'Harold', 'Finch')],
  ['Account not found', person('1000200066', 'Nora', 'Quill')],
  ['The bank cannot tell', person('40139', 'Wendell', 'Ames', '550020022')],
  ['Request refused', person('700003', 'Signal', 'Row', '550050050')],
  ['The bank could not answer', person('700998', 'Signal', 'Row', '550050050')],
]

const stepsOf = (desk: ValidationDesk) =>
  desk.answer.getByRole('list', { name: 'Answer steps' }).getByRole('listitem')

test.describe('an account validation, by keyboard alone', () => {
  for (const [headline, typed] of classes) {
    test(`reads "${headline}"`, async ({ desk }) => {
      await desk.type(typed)
      await desk.ask()
      // For differing names the headline says which.
      await expect(desk.headline).toHaveText(new RegExp(`^${headline}(?:: |$)`))
      await expect(stepsOf(desk)).toHaveCount(4)
      await expect(stepsOf(desk).first()).toContainText('Error code')
    })
  }

  test('reads "Account open, owner not checked" where no owner was asked for', async ({ desk }) => {
    await desk.type({ 'Routing number': '550010016', 'Account number': '1000200031' })
    await desk.owner('No owner check')
    await desk.ask()
    await expect(desk.headline).toHaveText('Account open, owner not checked')
    await expect(desk.answer.getByText('no score', { exact: true })).toBeVisible()
  })

  test('reads codes that the document does not list as they came', async ({ desk, bank }) => {
    await bank.control.setScenario({ scenario: 'unknown-codes', times: 1 })
    await desk.type(margaret)
    await desk.ask()
    await expect(desk.headline).toHaveText('Answer not understood')
    await expect(desk.answer.getByText('Code 888 is not in the document')).toBeVisible()
    await expect(desk.answer.getByText('Code 777 is not in the document')).toBeVisible()
  })

  test('reads a lost connection as no answer, and says that it is safe to ask again', async ({
    desk,
    bank,
  }) => {
    await bank.control.setScenario({
      scenario: 'dropped-before-answer',
      times: 1,
      target: 'validation',
    })
    await desk.type(margaret)
    await desk.ask()
    await expect(desk.headline).toHaveText('No answer')
    await expect(desk.answer).toContainText('safe to ask again')
    await expect(desk.answer).toContainText('Connection lost')
  })

  test('shows a page of HTML raw and calls it not understood', async ({ desk, bank }) => {
    await bank.control.setScenario({ scenario: 'html-502', times: 1, target: 'validation' })
    await desk.type(margaret)
    await desk.ask()
    await expect(desk.headline).toHaveText('Answer not understood')
    await desk.page.keyboard.press('Control+j')
    await expect(desk.answer.getByText('<html', { exact: false }).first()).toBeVisible()
  })

  test('bank note 34: shows 000 as good and as bad in one answer, each in its place', async ({
    desk,
  }) => {
    await desk.type(person('1000200066', 'Nora', 'Quill'))
    await desk.ask()
    await expect(stepsOf(desk).nth(0)).toContainText('000')
    await expect(stepsOf(desk).nth(0)).toContainText('Good')
    await expect(stepsOf(desk).nth(1)).toContainText('000')
    await expect(stepsOf(desk).nth(1)).toContainText('Bad')
  })

  test('bank note 31: takes C for the good answer to nine digits of an SSN', async ({ desk }) => {
    await desk.type({ ...margaret, 'SSN or tax id': '987654321' })
    await desk.ask()
    const row = desk.answer.getByRole('row', { name: /SSN or tax id/ })
    await expect(row).toContainText('C')
    await expect(row).toContainText('good answer when all nine digits were sent')
  })

  test('validates a business and all owner fields at once', async ({ desk }) => {
    await desk.type({ 'Routing number': '550010016', 'Account number': '2000300017' })
    await desk.owner('Business')
    await desk.type({ 'Business name': 'ridgeway  supply, llc', 'Your reference': 'PAYEE-9' })
    await desk.ask()
    await expect(desk.headline).toHaveText('Account open, owner matches')
    await expect(desk.answer.getByText('PAYEE-9').first()).toBeVisible()
    // From the answer to a payment of this account, its check attached: one act.
    const acts = new Acts(desk.page)
    await acts.press('Control+Shift+P')
    const section = desk.page.getByRole('region', { name: 'Ownership check' })
    await expect(section.getByText('Attached: checked')).toBeVisible()
    await expect(desk.page.locator('[name="creditParty.accountNumber"]')).toHaveValue('2000300017')
    await expect(desk.page.locator('[name="creditPartyBank.aba"]')).toHaveValue('550010016')
    await expect(desk.page.locator('[name="amount"]')).toBeFocused()
    expect(acts.count).toBe(1)
  })

  test('tells a broken rule beside its field, sends nothing, loses nothing', async ({
    desk,
    bank,
  }) => {
    await desk.type({ ...margaret, 'ZIP code': '43', 'Date of birth': '1980-13-01' })
    await desk.page.keyboard.press('Control+Enter')
    await expect(desk.field('ZIP code')).toHaveAttribute('aria-invalid', 'true')
    await expect(desk.field('ZIP code')).toBeFocused()
    await expect(desk.field('First name')).toHaveValue('Margaret')
    expect((await bank.control.counters()).arrived).toBe(0)
  })

  test('keeps what was typed while other screens are shown', async ({ desk, window }) => {
    await desk.type(margaret)
    await window.open('Settings')
    await window.open('Validation')
    await expect(desk.field('Last name')).toHaveValue('Alder')
  })

  test('asks by a resident of the practice town', async ({ desk, window }) => {
    await window.open('Practice bank')
    await desk.page.getByRole('button', { name: 'Use account of Margaret Alder' }).focus()
    await desk.page.keyboard.press('Enter')
    await expect(desk.field('Date of birth')).toHaveValue('1962-03-14')
    await desk.ask()
    await expect(desk.headline).toHaveText('Account open, owner matches')
  })

  test('masks account and owner until they are asked for, and masks them again', async ({
    desk,
  }) => {
    const told = /1000200031|Margaret|Alder\b/
    await desk.type({ ...margaret, 'Your reference': 'Alder, Margaret' })
    await desk.ask()
    await expect(desk.answer).toContainText('M••• A•••')
    await expect(desk.answer).not.toContainText(told)
    await desk.page.keyboard.press('Control+j')
    await expect(desk.answer).not.toContainText(told)
    await desk.page.keyboard.press('Control+j')
    await desk.answer.getByRole('button', { name: 'Show account and owner' }).focus()
    await desk.page.keyboard.press('Enter')
    await expect(desk.answer).toContainText('1000200031')
    await expect(desk.answer).toContainText('Margaret Alder')
    await desk.answer.getByRole('button', { name: 'Mask account and owner' }).focus()
    await desk.page.keyboard.press('Enter')
    await expect(desk.answer).not.toContainText(told)
    await expect(desk.field('Last name')).toHaveValue('Alder')
  })

  test('finds an answer again in the history and reads it beside the list', async ({
    desk,
    window,
  }) => {
    await desk.type({ ...person('1000200031', 'Solveig', 'Quist'), 'Your reference': 'PAYEE-17' })
    await desk.ask()
    await desk.type(person('1000200058', 'Harold', 'Finch'))
    await desk.ask()
    await desk.page.keyboard.press('Control+h')
    await expect(window.heading).toHaveText('Validation history')
    const grid = desk.page.getByRole('grid', { name: 'Validations' })
    await expect(grid.getByRole('row').nth(2)).toBeVisible()
    await desk.page.getByRole('textbox', { name: 'Search the history' }).focus()
    await desk.page.keyboard.type('solveig')
    await expect(grid.getByRole('row')).toHaveCount(2)
    // Found by the stored name; shown by its initials.
    await grid.getByRole('row', { name: /S••• Q•••/ }).focus()
    await desk.page.keyboard.press('Enter')
    await expect(desk.headline).toHaveText(/^Account open, owner differs: /)
    await desk.page.keyboard.press('Escape')
    await expect(desk.headline).toBeHidden()
    await expect(grid.getByRole('row', { name: /S••• Q•••/ })).toBeFocused()
  })

  test('judges by the threshold of the setting', async ({ desk, window }) => {
    await desk.type(person('1000200049', 'Jon', 'Thorpe'))
    await desk.ask()
    await expect(desk.headline).toHaveText(/^Account open, owner differs: /)
    await window.open('Settings')
    await desk.page.getByRole('spinbutton', { name: 'Score threshold' }).focus()
    await desk.page.keyboard.press('Control+a')
    await desk.page.keyboard.type('50')
    await desk.page.keyboard.press('Tab')
    await window.open('Validation')
    await desk.ask()
    await expect(desk.headline).toHaveText(
      'Account open, name differs in part: first name, whole name',
    )
  })
})
