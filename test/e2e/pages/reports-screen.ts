/** The Reports screen as an operator uses it, by keyboard. */
import { expect, type Locator, type Page } from 'playwright/test'
import { CountersignWindow } from './window.ts'

/** The labels of the two paging fields. */
const paging = /^(?:First row|Last row|Page|Rows per page)$/

/** The query on the left and the answer on the right. */
export class ReportsScreen {
  readonly page: Page
  readonly body: Locator
  readonly answer: Locator

  constructor(page: Page) {
    this.page = page
    this.body = page.getByRole('textbox', { name: 'Body, a JSON object' })
    this.answer = page.getByRole('region', { name: 'Answer', exact: true })
  }

  async open(): Promise<void> {
    await new CountersignWindow(this.page).open('Reports')
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText('Reports')
  }

  async choose(report: string): Promise<void> {
    await this.page.getByRole('radio', { name: report }).focus()
    await this.page.keyboard.press('Space')
  }

  /** Types the body and the two paging fields; null leaves a field unchanged. */
  async write(
    body: string,
    first: string | null = null,
    second: string | null = null,
  ): Promise<void> {
    if (!(await this.body.isVisible())) {
      await this.page.getByText('Advanced', { exact: true }).focus()
      await this.page.keyboard.press('Enter')
    }
    await this.body.focus()
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.insertText(body)
    const fields = this.page.getByRole('textbox', { name: paging })
    for (const [at, text] of [first, second].entries()) {
      if (text === null) continue
      await fields.nth(at).focus()
      await this.page.keyboard.press('Control+a')
      await this.page.keyboard.insertText(text)
    }
  }

  /** From the query; the answer gets the focus when it arrives. */
  async inquire(): Promise<void> {
    const field = this.page.getByRole('textbox', { name: paging }).first()
    // Without room for both, an open answer takes the place of the query.
    if (!(await field.isVisible())) await this.page.keyboard.press('Control+e')
    await field.focus()
    await this.page.keyboard.press('Control+Enter')
    // Calls to an unreachable bank are retried, with growing pauses.
    await expect(this.answer).toBeFocused({ timeout: 20_000 })
  }

  /** Presses the shortcut of the query while a rule is broken: no answer arrives. */
  async tryToRequest(): Promise<void> {
    await this.page.keyboard.press('Control+Enter')
  }

  /** Focuses the grid of the open answer, on its first row. */
  async enterRows(): Promise<Locator> {
    const grid = this.answer.getByRole('grid', { name: 'Rows of the report' })
    await this.page.keyboard.press('Control+f')
    await expect(this.answer.getByRole('textbox', { name: 'Search the rows' })).toBeFocused()
    await this.page.keyboard.press('ArrowDown')
    await expect(grid.locator('[data-row="0"]')).toBeFocused()
    return grid
  }
}
