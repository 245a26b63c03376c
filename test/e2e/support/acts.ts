/** Counts what a job costs its operator: one click, one key pressed, or one value typed or pasted. */
import type { Locator, Page } from 'playwright/test'

export class Acts {
  readonly #page: Page
  count = 0

  constructor(page: Page) {
    this.#page = page
  }

  async press(key: string): Promise<void> {
    this.count += 1
    await this.#page.keyboard.press(key)
  }

  async paste(value: string): Promise<void> {
    this.count += 1
    await this.#page.keyboard.insertText(value)
  }

  /** Letter by letter, as a list of choices needs it. */
  async type(value: string): Promise<void> {
    this.count += 1
    await this.#page.keyboard.type(value)
  }

  async click(target: Locator): Promise<void> {
    this.count += 1
    await target.click()
  }
}
