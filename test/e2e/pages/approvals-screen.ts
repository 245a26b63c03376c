/** The Approvals screen as a checker uses it, by keyboard. */
import { expect, type Locator, type Page } from 'playwright/test'
import { expectFacts } from './orders-screen.ts'
import { CountersignWindow } from './window.ts'

/** The queue, and one payment to decide about beside it. */
export class ApprovalsScreen {
  readonly page: Page
  readonly grid: Locator
  readonly payment: Locator

  constructor(page: Page) {
    this.page = page
    this.grid = page.getByRole('grid', { name: /^Waiting for (approval|release)$/ })
    this.payment = page.getByRole('region', { name: 'Payment to decide' })
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

  /** Opens the next item of the queue with one key. */
  async openNext(name: string | RegExp): Promise<void> {
    await this.page.keyboard.press('j')
    await expect(this.payment.getByTestId('order')).toContainText(name)
  }

  /** Presses two keys: the one that asks, and the one that confirms what the question shows. */
  async approve(facts: readonly string[]): Promise<void> {
    await expect(this.payment.getByRole('button', { name: 'Approve' })).toBeVisible()
    await this.page.keyboard.press('a')
    await this.confirmByKey('Approve payment', facts)
    await expect(this.payment).toContainText('Approved (1 of 1)')
  }

  /** Releases the open payment, also with two keys. */
  async release(facts: readonly string[]): Promise<void> {
    await expect(this.payment.getByRole('button', { name: 'Release' })).toBeVisible()
    await this.page.keyboard.press('r')
    await this.confirmByKey('Release payment', facts)
    // The bank's first status takes the place of the result.
    await expect(this.payment).toContainText(/Released|at bank|Completed/)
    await expect(this.payment.getByRole('button', { name: 'Release' })).toBeHidden()
  }

  private async confirmByKey(act: string, facts: readonly string[]): Promise<void> {
    const question = this.page.getByRole('alertdialog')
    await expectFacts(question, facts)
    await expect(question.getByRole('button', { name: act })).toBeVisible()
    await this.page.keyboard.press('Control+Enter')
    await expect(question).toBeHidden()
  }

  /** Selects every item of the shown queue. */
  async selectAll(count: number): Promise<void> {
    await expect(this.grid).toHaveAttribute('aria-rowcount', String(count + 1))
    await this.grid.locator('[data-row="0"]').focus()
    await this.page.keyboard.press('Control+a')
  }

  /** Opens the question about all selected items with one key. */
  async promptTogether(act: 'Approve' | 'Release'): Promise<void> {
    await expect(
      this.page.getByRole('button', { name: /^(Approve|Release) \d+ selected$/ }),
    ).toBeVisible()
    await this.page.keyboard.press(act === 'Approve' ? 'Shift+A' : 'Shift+R')
    await expect(this.page.getByRole('alertdialog')).toBeVisible()
  }

  async showQueue(name: 'To approve' | 'To release'): Promise<void> {
    await this.page.getByRole('radio', { name: new RegExp(`^${name}`) }).focus()
    await this.page.keyboard.press('Space')
  }

  async sendBack(facts: readonly string[], comment: string): Promise<void> {
    await this.page.keyboard.press('Control+Shift+B')
    await expectFacts(this.page.getByRole('dialog', { name: 'Send it back?' }), facts)
    await this.page.getByRole('textbox', { name: 'Comment for the maker' }).focus()
    await this.page.keyboard.insertText(comment)
    await this.page.getByRole('button', { name: 'Send back payment' }).focus()
    await this.page.keyboard.press('Enter')
    await expect(this.payment).toContainText('Sent back to its maker.')
  }
}
