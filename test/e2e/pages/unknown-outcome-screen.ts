/**
 * The screen of unknown outcomes as an operator uses it, by keyboard: the list, and the three
 * resolutions.
 */
import { expect, type Locator, type Page } from 'playwright/test'
import type { Acts } from '../support/acts.ts'
import { confirm, expectFacts } from './orders-screen.ts'
import { CountersignWindow } from './window.ts'

/** The list, and one payment with an unknown outcome beside it. */
export class UnknownOutcomeScreen {
  readonly page: Page
  readonly grid: Locator
  readonly payment: Locator
  readonly link: Locator
  /** The status of the open payment. */
  readonly status: Locator

  constructor(page: Page) {
    this.page = page
    this.grid = page.getByRole('grid', { name: 'Unknown outcomes' })
    this.payment = page.getByRole('region', { name: 'Payment with unknown outcome' })
    this.status = this.payment.getByTestId('status')
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
  async inquire(): Promise<void> {
    await this.page.keyboard.press('Control+Shift+U')
  }

  /** The second resolution, first person. */
  async propose(acts: Acts, reason: string): Promise<void> {
    await acts.press('Control+Shift+P')
    await expect(this.page.getByRole('textbox', { name: 'Reason for the resend' })).toBeFocused()
    await acts.paste(reason)
    await acts.press('Control+Enter')
    await expect(this.payment).toContainText('another person has to confirm it')
  }

  /** The second resolution, second person, with a reason where the status check is not proven. */
  async confirmResend(acts: Acts, facts: readonly string[], why = ''): Promise<void> {
    await acts.press('r')
    const question = this.page.getByRole('alertdialog')
    await expect(question).toContainText('Evidence seen by both people')
    await expectFacts(question, facts)
    for (const fact of ['Amount', 'Beneficiary', 'From', 'Environment'])
      await expect(question.getByText(fact, { exact: true })).toBeInViewport({ ratio: 1 })
    if (why !== '') {
      // All of the evidence is in view with the reason: nothing is left to scroll to.
      const reason = question.getByRole('textbox', { name: /^Your reason for the resend/ })
      await expect(reason).toBeFocused()
      await expect(reason).toBeInViewport({ ratio: 1 })
      await expect(question.getByRole('tree')).toBeInViewport({ ratio: 1 })
      await this.page.keyboard.press('Control+Enter')
      await expect(question.getByRole('alert').last()).toContainText('Enter a reason')
      await acts.paste(why)
    }
    await acts.press('Control+Enter')
    await expect(question).toBeHidden()
  }

  /** Opens the order of the first inbox item with one act. */
  async openFromInbox(acts: Acts, amount: string): Promise<void> {
    const grid = this.page.getByRole('grid', { name: 'Inbox' })
    await expect(grid.getByRole('row', { name: amount })).toBeVisible()
    await acts.press('Control+Enter')
    await expect(this.payment).toContainText(amount)
    await expect(this.payment).toBeFocused()
  }

  /** All three resolutions are in view at 1280 by 800 without scrolling. */
  async expectExitsInView(): Promise<void> {
    await this.page.setViewportSize({ width: 1280, height: 800 })
    for (const name of ['Check status', 'Propose resend', 'Record the bank\u2019s reply'])
      await expect(this.payment.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }

  /** The first person lets the second continue at the same order. */
  async handOver(acts: Acts, who: string): Promise<void> {
    await expect(this.payment.getByRole('button', { name: `Hand over to ${who}` })).toBeVisible()
    await acts.press('Control+Shift+H')
    await expect(this.page.getByRole('button', { name: who, exact: true })).toBeVisible()
    await new CountersignWindow(this.page).ready()
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
  async confirmReply(facts: readonly string[]): Promise<void> {
    await this.page.keyboard.press('Control+Shift+Enter')
    await confirm(this.page, 'Confirm as not made', facts)
    await expect(this.payment).toContainText('Confirmed by')
  }

  /** Closes the payment: nobody sends it again. */
  async close(facts: readonly string[]): Promise<void> {
    await this.payment.getByRole('button', { name: 'Close as not made' }).focus()
    await this.page.keyboard.press('Enter')
    await confirm(this.page, 'Close as not made', facts)
  }
}
