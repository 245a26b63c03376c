/** The Approvals screen as a checker uses it, by keyboard. */
import { expect, type Locator, type Page } from 'playwright/test'
import { confirm } from './orders-screen.ts'
import { CountersignWindow } from './window.ts'

/** The queue, and one payment to decide about beside it. */
export class ApprovalsScreen {
  readonly page: Page
  readonly grid: Locator
  readonly payment: Locator

  constructor(page: Page) {
    this.page = page
    this.grid = page.getByRole('grid', { name: 'Waiting for approval' })
    this.payment = page.getByRole('region', { name: 'Payment to approve' })
  }

  async open(): Promise<void> {
    await new CountersignWindow(this.page).open('Approvals')
    await expect(this.grid).not.toHaveAttribute('aria-busy', 'true')
  }

  async openLine(name: string | RegExp): Promise<void> {
    await this.grid.getByRole('row', { name }).first().focus()
    // A review is recorded after a short stay.
    await expect(this.payment.getByTestId('order')).toBeVisible()
    await this.page.keyboard.press('Enter')
    await expect(this.payment).toBeFocused()
  }

  async approve(phrase: string): Promise<void> {
    await expect(this.payment.getByRole('button', { name: `Approve ${phrase}` })).toBeVisible()
    await this.page.keyboard.press('Control+Enter')
    await confirm(this.page, `Approve ${phrase}`)
    await expect(this.payment).toContainText('Approved (1 of 1)')
  }

  async sendBack(phrase: string, comment: string): Promise<void> {
    await this.page.keyboard.press('Control+Shift+B')
    await this.page.getByRole('textbox', { name: 'Comment for the maker' }).focus()
    await this.page.keyboard.insertText(comment)
    await this.page.getByRole('button', { name: `Send back ${phrase}` }).focus()
    await this.page.keyboard.press('Enter')
    await expect(this.payment).toContainText('Sent back to its maker.')
  }
}
