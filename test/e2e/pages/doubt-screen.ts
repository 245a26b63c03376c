/**
 * The screen of unknown outcomes as an operator uses it, by keyboard: the list, and the three
 * resolutions.
 */
import { expect, type Locator, type Page } from 'playwright/test'
import { confirm } from './orders-screen.ts'
import { CountersignWindow } from './window.ts'

/** The list, and one payment with an unknown outcome beside it. */
export class DoubtScreen {
  readonly page: Page
  readonly grid: Locator
  readonly payment: Locator
  readonly link: Locator

  constructor(page: Page) {
    this.page = page
    this.grid = page.getByRole('grid', { name: 'Unknown outcomes' })
    this.payment = page.getByRole('region', { name: 'Payment with unknown outcome' })
    this.link = page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: /^Unknown outcomes/ })
  }

  /** The rail has a link while there is any. */
  async open(): Promise<void> {
    await expect(this.link).toBeVisible({ timeout: 20_000 })
    await new CountersignWindow(this.page).open('Unknown outcomes')
  }

  async openLine(name: string | RegExp): Promise<void> {
    await this.grid.getByRole('row', { name }).first().focus()
    await this.page.keyboard.press('Enter')
    await expect(this.payment).toBeFocused()
  }

  /** The first resolution: a status inquiry. */
  async lookUp(): Promise<void> {
    await this.page.keyboard.press('Control+Shift+U')
  }

  /** The second resolution, first person. */
  async propose(phrase: string, reason: string): Promise<void> {
    await this.page.keyboard.press('Control+Shift+P')
    await this.page.getByRole('textbox', { name: 'Reason for the resend' }).focus()
    await this.page.keyboard.insertText(reason)
    await this.page.getByRole('button', { name: `Propose resend of ${phrase}` }).focus()
    await this.page.keyboard.press('Enter')
    await expect(this.payment).toContainText('another person has to confirm it')
  }

  /** The second resolution, second person. */
  async confirmResend(phrase: string): Promise<void> {
    await this.page.keyboard.press('Control+Enter')
    await expect(this.page.getByRole('alertdialog')).toContainText('Evidence seen by both people')
    await confirm(this.page, `Resend ${phrase}`)
  }

  /** The third resolution, first person: the bank's staff says that the payment was not made. */
  async recordNotMade({ contact, ticket }: { contact: string; ticket: string }): Promise<void> {
    await this.page.keyboard.press('Control+Shift+B')
    await expect(this.page.getByRole('radio', { name: 'It was made' })).toBeFocused()
    await this.page.keyboard.press('ArrowDown')
    await this.page.keyboard.press('Tab')
    await this.page.keyboard.insertText(contact)
    await this.page.keyboard.press('Tab')
    await this.page.keyboard.press('Tab')
    await this.page.keyboard.insertText(ticket)
    await this.page.keyboard.press('Enter')
    await expect(this.payment).toContainText('Nothing was sent: another person has to confirm it')
  }

  /** The third resolution, second person. */
  async confirmWord(phrase: string): Promise<void> {
    await this.page.keyboard.press('Control+Shift+Enter')
    await confirm(this.page, `Confirm not made: ${phrase}`)
    await expect(this.payment).toContainText('Confirmed by')
  }

  /** Closes the payment: nobody sends it again. */
  async close(phrase: string): Promise<void> {
    await this.payment.getByRole('button', { name: 'Close as not made' }).focus()
    await this.page.keyboard.press('Enter')
    await confirm(this.page, `Close ${phrase}`)
  }
}
