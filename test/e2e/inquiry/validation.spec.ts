import type { ValidationScreen, Typed } from '../pages/validation-screen.ts'
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

const stepsOf = (validationScreen: ValidationScreen) =>
  validationScreen.answer.getByRole('list', { name: 'Answer steps' }).getByRole('listitem')

test.describe('an account validation, by keyboard alone', () => {
  for (const [headline, typed] of classes) {
    test(`reads "${headline}"`, async ({ validationScreen }) => {
      await validationScreen.type(typed)
      await validationScreen.inquire()
      // For differing names the headline says which.
      await expect(validationScreen.headline).toHaveText(new RegExp(`^${headline}(?:: |$)`))
      await expect(stepsOf(validationScreen)).toHaveCount(4)
      await expect(stepsOf(validationScreen).first()).toContainText('Error code')
    })
  }

  test('reads "Account open, owner not checked" where no owner was requested', async ({
    validationScreen,
  }) => {
    await validationScreen.type({ 'Routing number': '550010016', 'Account number': '1000200031' })
    await validationScreen.owner('No owner check')
    await validationScreen.inquire()
    await expect(validationScreen.headline).toHaveText('Account open, owner not checked')
    await expect(validationScreen.answer.getByText('no score', { exact: true })).toBeVisible()
  })

  test('reads codes that the document does not list as they came', async ({
    validationScreen,
    bank,
  }) => {
    await bank.control.setScenario({ scenario: 'unknown-codes', times: 1 })
    await validationScreen.type(margaret)
    await validationScreen.inquire()
    await expect(validationScreen.headline).toHaveText('Answer not understood')
    await expect(validationScreen.answer.getByText('Code 888 is not in the document')).toBeVisible()
    await expect(validationScreen.answer.getByText('Code 777 is not in the document')).toBeVisible()
  })

  test('reads a lost connection as no answer, and says that repeating the query is safe', async ({
    validationScreen,
    bank,
  }) => {
    await bank.control.setScenario({
      scenario: 'dropped-before-answer',
      times: 1,
      target: 'validation',
    })
    await validationScreen.type(margaret)
    await validationScreen.inquire()
    await expect(validationScreen.headline).toHaveText('No answer')
    await expect(validationScreen.answer).toContainText('safe to query again')
    await expect(validationScreen.answer).toContainText('Connection lost')
  })

  test('shows a page of HTML raw and calls it not understood', async ({
    validationScreen,
    bank,
  }) => {
    await bank.control.setScenario({ scenario: 'html-502', times: 1, target: 'validation' })
    await validationScreen.type(margaret)
    await validationScreen.inquire()
    await expect(validationScreen.headline).toHaveText('Answer not understood')
    await validationScreen.page.keyboard.press('Control+j')
    await expect(validationScreen.answer.getByText('<html', { exact: false }).first()).toBeVisible()
  })

  test('bank note 34: shows 000 as good and as bad in one answer, each in its place', async ({
    validationScreen,
  }) => {
    await validationScreen.type(person('1000200066', 'Nora', 'Quill'))
    await validationScreen.inquire()
    await expect(stepsOf(validationScreen).nth(0)).toContainText('000')
    await expect(stepsOf(validationScreen).nth(0)).toContainText('Good')
    await expect(stepsOf(validationScreen).nth(1)).toContainText('000')
    await expect(stepsOf(validationScreen).nth(1)).toContainText('Bad')
  })

  test('bank note 31: takes C for the good answer to nine digits of an SSN', async ({
    validationScreen,
  }) => {
    await validationScreen.type({ ...margaret, 'SSN or tax id': '987654321' })
    await validationScreen.inquire()
    const row = validationScreen.answer.getByRole('row', { name: /SSN or tax id/ })
    await expect(row).toContainText('C')
    await expect(row).toContainText('good answer when all nine digits were sent')
  })

  test('validates a business and all owner fields at once', async ({ validationScreen }) => {
    await validationScreen.type({ 'Routing number': '550010016', 'Account number': '2000300017' })
    await validationScreen.owner('Business')
    await validationScreen.type({
      'Business name': 'ridgeway  supply, llc',
      'Your reference': 'PAYEE-9',
    })
    await validationScreen.inquire()
    await expect(validationScreen.headline).toHaveText('Account open, owner matches')
    await expect(validationScreen.answer.getByText('PAYEE-9').first()).toBeVisible()
    // From the answer to a payment of this account, its check attached: one act.
    const acts = new Acts(validationScreen.page)
    await acts.press('Control+Shift+P')
    const section = validationScreen.page.getByRole('region', { name: 'Ownership check' })
    await expect(section.getByText('Attached: checked')).toBeVisible()
    await expect(validationScreen.page.locator('[name="creditParty.accountNumber"]')).toHaveValue(
      '2000300017',
    )
    await expect(validationScreen.page.locator('[name="creditPartyBank.aba"]')).toHaveValue(
      '550010016',
    )
    // The account is that of a payee of the book, whose name and bank are taken.
    const to = validationScreen.page.getByRole('group', { name: 'To', exact: true })
    await expect(to).toContainText('Ridgeway Supply LLC')
    await expect(to).toContainText('Alder Falls Savings')
    await expect(to).not.toContainText('Not in payee book')
    await expect(validationScreen.page.locator('[name="debitAccountId"]')).toBeFocused()
    expect(acts.count).toBe(1)
  })

  test('shows a broken rule beside its field, sends nothing, loses nothing', async ({
    validationScreen,
    bank,
  }) => {
    await validationScreen.type({ ...margaret, 'ZIP code': '43', 'Date of birth': '1980-13-01' })
    await validationScreen.page.keyboard.press('Control+Enter')
    await expect(validationScreen.field('ZIP code')).toHaveAttribute('aria-invalid', 'true')
    await expect(validationScreen.field('ZIP code')).toBeFocused()
    await expect(validationScreen.field('First name')).toHaveValue('Margaret')
    expect((await bank.control.counters()).arrived).toBe(0)
  })

  test('keeps what was typed while other screens are shown', async ({
    validationScreen,
    window,
  }) => {
    await validationScreen.type(margaret)
    await window.open('Settings')
    await window.open('Validation')
    await expect(validationScreen.field('Last name')).toHaveValue('Alder')
  })

  test('validates the account of a resident of the practice town', async ({
    validationScreen,
    window,
  }) => {
    await window.open('Practice bank')
    await validationScreen.page
      .getByRole('button', { name: 'Use account of Margaret Alder' })
      .focus()
    await validationScreen.page.keyboard.press('Enter')
    await expect(validationScreen.field('Date of birth')).toHaveValue('1962-03-14')
    await validationScreen.inquire()
    await expect(validationScreen.headline).toHaveText('Account open, owner matches')
  })

  test('masks account and owner until they are revealed, and masks them again', async ({
    validationScreen,
  }) => {
    const unmasked = /1000200031|Margaret|Alder\b/
    await validationScreen.type({ ...margaret, 'Your reference': 'Alder, Margaret' })
    await validationScreen.inquire()
    await expect(validationScreen.answer).toContainText('M••• A•••')
    await expect(validationScreen.answer).not.toContainText(unmasked)
    await validationScreen.page.keyboard.press('Control+j')
    await expect(validationScreen.answer).not.toContainText(unmasked)
    await validationScreen.page.keyboard.press('Control+j')
    await validationScreen.answer.getByRole('button', { name: 'Show account and owner' }).focus()
    await validationScreen.page.keyboard.press('Enter')
    await expect(validationScreen.answer).toContainText('1000200031')
    await expect(validationScreen.answer).toContainText('Margaret Alder')
    await validationScreen.answer.getByRole('button', { name: 'Mask account and owner' }).focus()
    await validationScreen.page.keyboard.press('Enter')
    await expect(validationScreen.answer).not.toContainText(unmasked)
    await expect(validationScreen.field('Last name')).toHaveValue('Alder')
  })

  test('finds an answer again in the history and reads it beside the list', async ({
    validationScreen,
    window,
  }) => {
    await validationScreen.type({
      ...person('1000200031', 'Solveig', 'Quist'),
      'Your reference': 'PAYEE-17',
    })
    await validationScreen.inquire()
    await validationScreen.type(person('1000200058', 'Harold', 'Finch'))
    await validationScreen.inquire()
    await validationScreen.page.keyboard.press('Control+h')
    await expect(window.heading).toHaveText('Validation history')
    const grid = validationScreen.page.getByRole('grid', { name: 'Validations' })
    await expect(grid.getByRole('row').nth(2)).toBeVisible()
    await validationScreen.page.getByRole('textbox', { name: 'Search the history' }).focus()
    await validationScreen.page.keyboard.type('solveig')
    await expect(grid.getByRole('row')).toHaveCount(2)
    // Found by the stored name; shown by its initials.
    await grid.getByRole('row', { name: /S••• Q•••/ }).focus()
    await validationScreen.page.keyboard.press('Enter')
    await expect(validationScreen.headline).toHaveText(/^Account open, owner differs: /)
    await validationScreen.page.keyboard.press('Escape')
    await expect(validationScreen.headline).toBeHidden()
    await expect(grid.getByRole('row', { name: /S••• Q•••/ })).toBeFocused()
  })

  test('judges the score by the threshold in the settings', async ({
    validationScreen,
    window,
  }) => {
    await validationScreen.type(person('1000200049', 'Jon', 'Thorpe'))
    await validationScreen.inquire()
    await expect(validationScreen.headline).toHaveText(/^Account open, owner differs: /)
    await window.open('Settings')
    await validationScreen.page.getByRole('spinbutton', { name: 'Score threshold' }).focus()
    await validationScreen.page.keyboard.press('Control+a')
    await validationScreen.page.keyboard.type('50')
    await validationScreen.page.keyboard.press('Tab')
    await window.open('Validation')
    await validationScreen.inquire()
    await expect(validationScreen.headline).toHaveText(
      'Account open, name differs in part: first name, whole name',
    )
  })
})
