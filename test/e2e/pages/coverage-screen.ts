/** The Coverage screen, by keyboard. */
import { expect, type Locator, type Page } from 'playwright/test'
import { CountersignWindow } from './window.ts'

/** Whether any alert was missed. */
export class CoverageScreen {
  readonly #page: Page
  readonly head: Locator
  readonly days: Locator

  constructor(page: Page) {
    this.#page = page
    this.head = page.getByRole('region', { name: 'Coverage summary' })
    this.days = page.getByRole('grid', { name: 'Days' })
  }

  async open(): Promise<void> {
    await new CountersignWindow(this.#page).open('Coverage')
    await expect(new CountersignWindow(this.#page).heading).toHaveText('Coverage')
    await expect(this.days.getByRole('row').nth(1)).toBeVisible()
  }

  /** Moves to a tab from wherever the focus is. */
  async part(name: string | RegExp): Promise<void> {
    await this.#page.getByRole('tab', { name }).focus()
    await this.#page.keyboard.press('Enter')
  }

  /** Starts a sweep for yesterday and today. */
  async inquire(): Promise<void> {
    await this.#page.keyboard.press('Control+s')
    const dialog = this.#page.getByRole('dialog', { name: 'Sweep days' })
    await expect(dialog).toContainText('At least')
    await dialog.getByRole('button', { name: /^Sweep \d/ }).focus()
    await this.#page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  }
}
