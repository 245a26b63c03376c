/** The Inbox as an operator uses it, by keyboard: the list, and one item beside it. */
import { expect, type Locator, type Page } from 'playwright/test'
import { CountersignWindow } from './window.ts'

/** The list and the open item. */
export class InboxScreen {
  readonly page: Page
  readonly grid: Locator
  readonly item: Locator
  readonly note: Locator

  constructor(page: Page) {
    this.page = page
    this.grid = page.getByRole('grid', { name: 'Inbox' })
    this.item = page.getByRole('region', { name: 'Item', exact: true })
    this.note = page.getByRole('textbox', { name: 'Note' })
  }

  async open(): Promise<void> {
    await new CountersignWindow(this.page).open('Inbox')
    await expect(this.grid).not.toHaveAttribute('aria-busy', 'true')
  }

  line(name: string | RegExp): Locator {
    return this.grid.getByRole('row', { name })
  }

  /** Opens the item of a line; its details then have the focus. */
  async openLine(name: string | RegExp): Promise<void> {
    await this.line(name).first().focus()
    await this.page.keyboard.press('Enter')
    await expect(this.item).toBeFocused()
  }

  async view(name: string): Promise<void> {
    await this.page.getByRole('radio', { name, exact: true }).focus()
    await this.page.keyboard.press('Space')
  }
}
