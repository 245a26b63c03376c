/** The Payment status screen as an operator uses it, by keyboard. */
import { expect, type Locator, type Page } from 'playwright/test'
import { CountersignWindow } from './window.ts'

/**
 * The query and past inquiries on the left, the payment on the right; the participants on a tab of
 * their own.
 */
export class PaymentInquiryScreen {
  readonly page: Page
  readonly payment: Locator
  readonly inquiries: Locator
  readonly participants: Locator
  readonly search: Locator

  constructor(page: Page) {
    this.page = page
    this.payment = page.getByRole('region', { name: 'Payment', exact: true })
    this.inquiries = page.getByRole('grid', { name: 'Status checks' })
    this.participants = page.getByRole('grid', { name: 'RTP participants' })
    this.search = page.getByRole('textbox', { name: 'Search the participants' })
  }

  async open(): Promise<void> {
    await new CountersignWindow(this.page).open('Payment status')
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText('Payment status')
  }

  async #write(field: string, text: string): Promise<void> {
    const input = this.page.getByRole('textbox', { name: field })
    await input.focus()
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.insertText(text)
  }

  /** From a field of the query; the answer gets the focus when it arrives. */
  async #inquire(): Promise<void> {
    await expect(this.payment).not.toBeFocused()
    await this.page.keyboard.press('Control+Enter')
    await expect(this.payment).toBeFocused()
  }

  async #choose(way: string): Promise<void> {
    await this.page.getByRole('radio', { name: way }).focus()
    await this.page.keyboard.press('Space')
  }

  async byTransactionId(id: string): Promise<void> {
    await this.#choose('Transaction id')
    await this.#write('Transaction id', id)
    await this.#inquire()
  }

  /** By an account typed in full. */
  async byReference(account: string, reference: string): Promise<void> {
    await this.#choose('Account and reference')
    await this.page.getByRole('combobox', { name: 'Debit account' }).focus()
    await this.page.keyboard.type('Another')
    await expect(this.page.getByRole('textbox', { name: 'Account number' })).toBeVisible()
    await this.#write('Account number', account)
    await this.#write('Request reference', reference)
    await this.#inquire()
  }

  async openParticipants(): Promise<void> {
    await this.page.keyboard.press('Control+Shift+P')
    await expect(this.page.getByRole('tab', { name: 'RTP participants' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
  }

  async openInquiries(): Promise<void> {
    await this.page.keyboard.press('Control+Shift+P')
    await expect(this.inquiries).toBeVisible()
  }

  async download(): Promise<void> {
    await this.page.keyboard.press('Control+d')
    await expect(this.participants).toBeVisible()
  }

  async find(text: string): Promise<void> {
    await this.page.keyboard.press('Control+f')
    await expect(this.search).toBeFocused()
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.insertText(text)
  }
}
