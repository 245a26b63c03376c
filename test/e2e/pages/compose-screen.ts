/** The screen for writing a payment, as an operator uses it, by keyboard. */
import { expect, type Locator, type Page } from 'playwright/test'
import { Acts } from '../support/acts.ts'

/** The payment of a test. */
export interface TypedPayment {
  readonly service: 'Wire' | 'RTP'
  /** The start of the own account's name in the list. */
  readonly from: string
  readonly amount: string
  /** YYYY-MM-DD. */
  readonly valueDate: string
  readonly bank: string
  readonly aba: string
  readonly beneficiary: string
  readonly account: string
}

/** Today in UTC, which every practice bank accepts as a value date. */
export const today = (): string => new Date().toISOString().slice(0, 10)

/**
 * An RTP payment to a business of the practice bank, whose owner matches and whose bank
 * participates.
 */
export const toRidgeway = (part: Partial<TypedPayment> = {}): TypedPayment => ({
  service: 'RTP',
  from: 'Alder Falls Operating',
  amount: '12500.00',
  valueDate: today(),
  bank: 'Alder Falls Savings',
  aba: '550010016',
  beneficiary: 'Ridgeway Supply LLC',
  account: '2000300017',
  ...part,
})

/** The form in the middle, the evidence for the payment on the right. */
export class ComposeScreen {
  readonly page: Page
  readonly form: Locator
  readonly ownership: Locator
  readonly validation: Locator

  constructor(page: Page) {
    this.page = page
    this.form = page.getByRole('form', { name: 'Payment' })
    this.ownership = page.getByRole('region', { name: 'Ownership check' })
    this.validation = page.getByRole('region', { name: 'Bank pre-check' })
  }

  async open(): Promise<void> {
    await this.page.keyboard.press('Control+n')
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText('New payment')
    // The screen gives it the focus when the new payment is ready.
    await expect(this.form.getByRole('button', { name: 'Choose payee' })).toBeFocused()
  }

  /** Types the start of an own account's name in the list, which the screen reads by itself. */
  async #choose(account: Locator, name: string, acts = new Acts(this.page)): Promise<void> {
    await expect(account.locator('option', { hasText: name })).not.toHaveCount(0)
    await expect(account).toBeFocused()
    await acts.type(name)
    await expect(account.locator('option:checked')).toContainText(name)
  }

  async #write(part: Locator, field: string, text: string): Promise<void> {
    await part.getByRole('textbox', { name: field, exact: true }).focus()
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.insertText(text)
  }

  /** From the button that has the focus of a new payment; the only match is taken. */
  async choosePayee(name: string, acts = new Acts(this.page)): Promise<void> {
    await expect(this.form.getByRole('button', { name: 'Choose payee' })).toBeFocused()
    await acts.press('Enter')
    await expect(this.page.getByRole('combobox', { name: 'Search the payees' })).toBeFocused()
    await acts.paste(name)
    await acts.press('Enter')
    await expect(this.form.getByRole('group', { name: 'To' })).toContainText(name)
    await expect(this.page.getByRole('dialog')).toBeHidden()
  }

  /** Writes and submits a wire to a payee of the book, from any screen; returns the acts it took. */
  async wireTo(
    payee: string,
    from: string,
    amount: string,
    { isPaidBefore = false } = {},
  ): Promise<number> {
    const acts = new Acts(this.page)
    await acts.press('Control+n')
    await this.choosePayee(payee, acts)
    const account = this.form.getByRole('combobox', { name: 'From account' })
    await this.#choose(account, from, acts)
    const copying = this.form.getByRole('button', { name: /^Copy last payment/ })
    await expect(copying).toHaveCount(isPaidBefore ? 1 : 0)
    await acts.press('Tab')
    await acts.press('Tab')
    await expect(this.form.getByRole('textbox', { name: 'Amount', exact: true })).toBeFocused()
    await acts.paste(amount)
    const date = this.form.getByRole('textbox', { name: 'Value date', exact: true })
    const hidden = await date.evaluate((input) => input.scrollWidth - input.clientWidth)
    expect(hidden, 'the value date is cut by').toBeLessThanOrEqual(0)
    await acts.press('Control+Enter')
    await expect(this.page.locator('[data-submitted]')).toBeFocused()
    return acts.count
  }

  /**
   * Submits a copy of the last payment to a payee, from any screen; returns the acts it took. The
   * last payment is of today, so that the copy needs a reason, in acts that are not counted.
   */
  async repeatTo(payee: string, last: string): Promise<number> {
    const acts = new Acts(this.page)
    await acts.press('Control+n')
    await this.choosePayee(payee, acts)
    await expect(this.form).toContainText(`Last: ${last}`)
    await acts.press('Control+Shift+L')
    const copied = last.replace(/^USD /, '')
    await expect(this.form.getByRole('textbox', { name: 'Amount', exact: true })).toHaveValue(
      copied,
    )
    await acts.press('Control+Enter')
    const question = this.page.getByRole('dialog', { name: 'Submit a possible duplicate?' })
    await expect(question).toContainText('Possible duplicate of another payment')
    await expect(question).toContainText(last)
    await question.getByRole('textbox', { name: /^Why it is no duplicate/ }).focus()
    await this.page.keyboard.insertText('Second delivery of the day')
    await this.page.keyboard.press('Control+Enter')
    await expect(this.page.locator('[data-submitted]')).toBeFocused()
    return acts.count
  }

  async write(payment: TypedPayment): Promise<void> {
    await this.form.getByRole('radio', { name: payment.service, exact: true }).focus()
    await this.page.keyboard.press('Space')
    const account = this.form.getByRole('combobox', { name: 'From account' })
    await account.focus()
    await this.#choose(account, payment.from)
    await this.#write(this.form, 'Amount', payment.amount)
    await this.#write(this.form, 'Value date', payment.valueDate)
    const bank = this.form.getByRole('group', { name: 'Receiving bank', exact: true })
    if (await bank.isHidden()) await this.form.getByText('Payee details', { exact: true }).click()
    await this.#write(bank, 'Name', payment.bank)
    await this.#write(bank, 'ABA number', payment.aba)
    const beneficiary = this.form.getByRole('group', { name: 'Beneficiary', exact: true })
    await this.#write(beneficiary, 'Name', payment.beneficiary)
    await this.#write(beneficiary, 'Account number', payment.account)
  }

  /** Queries the account owner; the answer is attached as evidence. */
  async checkOwner(): Promise<void> {
    await this.page.keyboard.press('Control+Shift+W')
    await expect(this.ownership).toContainText('Account open, owner matches')
    await expect(this.ownership).toContainText('Attached')
  }

  /** Lets the bank validate exactly this body. */
  async validate(): Promise<void> {
    await this.page.keyboard.press('Control+Shift+H')
    await expect(this.validation).toContainText('Current version checked')
  }

  /** Makes a schedule of the written RTP payment, once on a day; returns the acts it took. */
  async scheduleOnce(day: string): Promise<number> {
    const acts = new Acts(this.page)
    await this.form.getByRole('button', { name: 'On a day…' }).focus()
    await acts.press('Enter')
    const dialog = this.page.getByRole('dialog', { name: 'Schedule this payment' })
    await dialog.getByRole('textbox', { name: /^Day/ }).focus()
    await this.page.keyboard.press('Control+a')
    await acts.paste(day)
    await acts.press('Enter')
    await expect(dialog).toBeHidden()
    return acts.count
  }

  async submit(): Promise<void> {
    await this.page.keyboard.press('Control+Enter')
    await expect(this.page.locator('[data-submitted]')).toBeFocused()
  }
}
