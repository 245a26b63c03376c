/** The search of the palette as operators use it, by keyboard. */
import { expect, type Locator, type Page } from 'playwright/test'

/** One field, and the lines below it. */
export class Palette {
  readonly page: Page
  readonly dialog: Locator
  readonly lines: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name: 'Search or run a command' })
    this.lines = this.dialog.getByRole('option')
  }

  /** Opens the palette and types; results of main may still arrive. */
  async search(text: string): Promise<void> {
    await this.page.keyboard.press('Control+k')
    await expect(this.dialog.getByRole('combobox')).toBeFocused()
    await this.page.keyboard.type(text)
  }

  /** Waits for a line, moves down to it and opens it. */
  async openLine(name: string | RegExp): Promise<void> {
    const line = this.lines.filter({ hasText: name }).first()
    await expect(line).toBeVisible()
    const ids = await this.lines.evaluateAll((all) => all.map(({ id }) => id))
    const at = ids.indexOf((await line.getAttribute('id')) ?? '')
    for (let step = 0; step < at; step += 1) await this.page.keyboard.press('ArrowDown')
    await expect(line).toHaveAttribute('data-highlighted')
    await this.page.keyboard.press('Enter')
    await expect(this.dialog).toBeHidden()
  }
}
