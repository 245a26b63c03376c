/** The validation screen as an operator uses it, by keyboard: fields by name. */
import { expect, type Locator, type Page } from 'playwright/test'

/** The typed values, by the label of the field. */
export type Typed = Readonly<Record<string, string>>

/** The form on the left and the answer on the right. */
export class ValidationScreen {
  readonly page: Page
  readonly form: Locator
  readonly answer: Locator
  readonly headline: Locator

  constructor(page: Page) {
    this.page = page
    this.form = page.getByRole('form', { name: 'Account to validate' })
    this.answer = page.getByRole('region', { name: 'Answer' })
    this.headline = page.getByTestId('headline')
  }

  field(name: string): Locator {
    return this.form.getByRole('textbox', { name, exact: true })
  }

  /** Selects the kind of owner with the arrow keys of its group. */
  async owner(kind: 'Person' | 'Business' | 'No owner check'): Promise<void> {
    const order = ['Person', 'Business', 'No owner check']
    const radio = this.form.getByRole('radio', { checked: true })
    await radio.focus()
    const now = order.indexOf((await radio.getAttribute('aria-label')) ?? 'Person')
    for (let i = now; i < order.indexOf(kind); i += 1) await this.page.keyboard.press('ArrowRight')
    await expect(this.form.getByRole('radio', { name: kind })).toBeChecked()
  }

  /** Types into fields that the keyboard can reach, as an operator would. */
  async type(typed: Typed): Promise<void> {
    for (const [name, value] of Object.entries(typed)) {
      await this.field(name).focus()
      await this.page.keyboard.press('Control+a')
      await this.page.keyboard.type(value)
    }
  }

  /** Sends the query and waits for the answer. */
  async inquire(): Promise<void> {
    await this.page.keyboard.press('Control+Enter')
    await expect(this.answer).toHaveAttribute('aria-busy', 'false')
  }
}
