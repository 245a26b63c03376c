/** The Reconciliation screen as an operator uses it, by keyboard. */
import { expect, type Locator, type Page } from 'playwright/test'
import { CountersignWindow } from './window.ts'

/** A day, its totals and its lines. */
export class ReconciliationScreen {
  readonly page: Page
  readonly grid: Locator
  readonly sums: Locator
  readonly line: Locator

  constructor(page: Page) {
    this.page = page
    this.grid = page.getByRole('grid', { name: 'Lines' })
    this.sums = page.getByRole('region', { name: 'Day totals' })
    this.line = page.getByRole('region', { name: 'Line', exact: true })
  }

  async open(): Promise<void> {
    await new CountersignWindow(this.page).open('Reconciliation')
    await this.settled()
  }

  /** Waits until the day has been compared. */
  async settled(): Promise<void> {
    await expect(this.sums).toBeVisible()
    await expect(this.grid).not.toHaveAttribute('aria-busy', 'true')
  }

  async openLine(name: string | RegExp): Promise<void> {
    await this.grid.getByRole('row', { name }).first().focus()
    await this.page.keyboard.press('Enter')
    await expect(this.line).toBeFocused()
  }

  /** Signs the day off, with a note. */
  async signOff(note: string): Promise<void> {
    await this.page.keyboard.press('Control+Enter')
    const dialog = this.page.getByRole('dialog', { name: 'Sign off the day' })
    await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeFocused()
    await this.page.keyboard.insertText(note)
    await this.page.keyboard.press('Control+Enter')
    await expect(dialog).toBeHidden()
  }
}
