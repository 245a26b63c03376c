/** The Payees screen as operators use it, by keyboard. */
import { expect, type Locator, type Page } from 'playwright/test'
import { CountersignWindow } from './window.ts'

/** The book on the left, the payee or its form on the right. */
export class PayeesScreen {
  readonly page: Page
  readonly book: Locator
  readonly payee: Locator
  readonly form: Locator

  constructor(page: Page) {
    this.page = page
    this.book = page.getByRole('grid', { name: 'Payees' })
    this.payee = page.getByRole('region', { name: 'Payee', exact: true })
    this.form = page.getByRole('form', { name: /payee$/ })
  }

  async open(): Promise<void> {
    await new CountersignWindow(this.page).open('Payees')
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText('Payees')
  }

  /** Practice operators are selected through the palette. */
  async continueAs(name: string): Promise<void> {
    await this.page.keyboard.press('Control+k')
    await this.page.keyboard.type(`Continue as ${name}`)
    await this.page.keyboard.press('Enter')
    await expect(this.page.getByRole('button', { name, exact: true })).toBeVisible()
    // The window reloads for another operator.
    await new CountersignWindow(this.page).ready()
    await this.open()
  }

  async write(field: string | RegExp, text: string, at = 0): Promise<void> {
    await this.form.getByRole('textbox', { name: field }).nth(at).focus()
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.insertText(text)
  }

  /** From a field of the form; the payee gets the focus when it is proposed. */
  async propose(): Promise<void> {
    await this.page.keyboard.press('Enter')
    await expect(this.payee).toBeFocused()
  }

  async find(text: string): Promise<void> {
    await this.page.keyboard.press('Control+f')
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.insertText(text)
  }

  /** Opens the only remaining line. */
  async openOnly(): Promise<void> {
    await expect(this.book.locator('[data-row]')).toHaveCount(1)
    await this.book.locator('[data-row="0"]').focus()
    await this.page.keyboard.press('Enter')
    await expect(this.payee).toBeFocused()
  }

  async press(button: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name: button }).focus()
    await this.page.keyboard.press('Enter')
  }
}
