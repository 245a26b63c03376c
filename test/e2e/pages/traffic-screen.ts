/**
 * The Traffic screen as an operator uses it, by keyboard: lines of the list, the call beside it,
 * the bundle.
 */
import { expect, type Locator, type Page } from 'playwright/test'
import { CountersignWindow } from './window.ts'

/** The list on the left and the details on the right. */
export class TrafficScreen {
  readonly page: Page
  readonly grid: Locator
  readonly call: Locator
  readonly bundle: Locator
  readonly search: Locator

  constructor(page: Page) {
    this.page = page
    this.grid = page.getByRole('grid', { name: 'Calls' })
    this.call = page.getByRole('region', { name: 'Call', exact: true })
    this.bundle = page.getByRole('region', { name: 'Support bundle' })
    this.search = page.getByRole('textbox', { name: 'Search the calls' })
  }

  /** Opens the screen by its shortcut and waits for the list. */
  async open(): Promise<void> {
    await new CountersignWindow(this.page).open('Traffic')
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText('Traffic')
    await expect(this.grid).not.toHaveAttribute('aria-busy', 'true')
  }

  lines(name: string | RegExp): Locator {
    return this.grid.getByRole('row', { name })
  }

  /** Types a search and moves into the list, to its first line. */
  async find(text: string): Promise<void> {
    await this.page.keyboard.press('Control+f')
    await expect(this.search).toBeFocused()
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.type(text)
  }

  async choose(option: string, value: string): Promise<void> {
    await this.page.getByRole('combobox', { name: option }).selectOption({ label: value })
  }
}
