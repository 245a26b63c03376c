/** The ACH inquiry screen as an operator uses it, by keyboard. */
import { expect, type Locator, type Page } from 'playwright/test'
import { CountersignWindow } from './window.ts'

/** The search above, the rows below, one transaction beside. */
export class InquiryScreen {
  readonly page: Page
  readonly results: Locator
  readonly grid: Locator
  readonly earlier: Locator
  readonly transaction: Locator

  constructor(page: Page) {
    this.page = page
    this.results = page.getByRole('region', { name: 'Results' })
    this.grid = page.getByRole('grid', { name: 'Transactions' })
    this.earlier = page.getByRole('grid', { name: 'Earlier inquiries' })
    this.transaction = page.getByRole('region', { name: 'Transaction', exact: true })
  }

  async open(): Promise<void> {
    await new CountersignWindow(this.page).open('ACH inquiry')
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText('ACH inquiry')
    await expect(this.page.getByRole('form', { name: 'ACH search' })).toBeVisible()
  }

  field(label: string): Locator {
    return this.page
      .getByRole('form', { name: 'ACH search' })
      .getByRole('textbox', { name: label, exact: true })
  }

  async type(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(values)) {
      await this.field(label).focus()
      await this.page.keyboard.press('Control+a')
      await this.page.keyboard.insertText(value)
    }
  }

  async choose(label: string, choice: string): Promise<void> {
    const list = this.page.getByRole('combobox', { name: label, exact: true })
    await list.focus()
    await list.selectOption({ label: choice })
  }

  async press(role: 'radio' | 'checkbox' | 'button' | 'tab', name: string): Promise<void> {
    await this.page.getByRole(role, { name, exact: true }).focus()
    await this.page.keyboard.press(role === 'button' || role === 'tab' ? 'Enter' : 'Space')
  }

  async inquire(): Promise<void> {
    await this.page.keyboard.press('Control+Enter')
    await expect(this.results).toBeFocused()
  }

  async openFirst(): Promise<void> {
    await this.grid.getByRole('row').nth(1).focus()
    await this.page.keyboard.press('Enter')
    await expect(this.transaction).toBeFocused()
  }

  /** Switches a checkbox on, whatever its state. */
  async check(name: string): Promise<void> {
    const box = this.page.getByRole('checkbox', { name, exact: true })
    await expect(box).toBeVisible()
    if (!(await box.isChecked())) await this.press('checkbox', name)
    await expect(box).toBeChecked()
  }

  /** Opens the search again, beside the results. */
  async toSearch(): Promise<void> {
    await this.page.keyboard.press('Control+Shift+f')
    await expect(this.page.getByRole('form', { name: 'ACH search' })).toBeVisible()
  }

  /** The value beside a label of the transaction. */
  reported(label: string): Locator {
    return this.transaction
      .locator('dl > div')
      .filter({ has: this.page.getByText(label, { exact: true }) })
      .locator('dd')
      .first()
  }

  /** Opens row after row, down the list, until `isDone` for the open one. */
  async scrollToEnd(isDone: () => Promise<boolean>): Promise<void> {
    await this.grid.locator('[data-row][tabindex="0"]').focus()
    const rows = Number(await this.grid.getAttribute('aria-rowcount')) - 1
    const par = this.reported('PAR number')
    for (let row = 1; !(await isDone()); row += 1) {
      expect(row, 'a row that has it').toBeLessThan(rows)
      const before = (await par.textContent()) ?? ''
      await this.page.keyboard.press('ArrowDown')
      await expect(par).not.toHaveText(before)
    }
  }
}
