/** The screen for writing a batch, as an operator uses it, by keyboard. */
import { expect, type Locator, type Page } from 'playwright/test'
import { Acts } from '../support/acts.ts'

/** Returns the first weekday from a week ahead; the practice bank accepts it. */
export function dayAhead(): string {
  const day = new Date(Date.now() + 7 * 86_400_000)
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6) day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}

const names = ['Jonas Weber', 'Mia Chen', 'Ada Cole']
const cents = (number: number): string =>
  `${String(10 + (number % 900))}.${String(number % 100).padStart(2, '0')}`

/**
 * A table with this number of amounts; its headers belong to no known program, and it says nothing of
 * direction and account type.
 */
export const payrollCsv = (entries: number): string =>
  [
    'Employee,Number,Bank,Account no,Net pay',
    ...Array.from({ length: entries }, (_, at) => {
      const name = names[at % names.length] ?? ''
      const account = String(2_000_300_000 + at)
      return [name, `E-${String(at + 1)}`, '550010016', account, cents(at)].join(',')
    }),
  ].join('\n')

/** The total of the table, as the screen writes it. */
export const payrollSum = (entries: number): string =>
  usd(Array.from({ length: entries }, (_, at) => cents(at)))
function usd(amounts: readonly string[]): string {
  const total = amounts.reduce((sum, one) => sum + Number(one.replace('.', '')), 0)
  return `USD ${(total / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
}

/** A valid routing number with a changed check digit. */
const wrongCheckDigit = '550010017'

/**
 * A payroll with known headers and long names, and in it four errors: a check digit, an account
 * type, a zero amount and a missing receiver.
 */
export const flawedPayrollCsv = (entries: number): string =>
  [
    'Employee name,Employee ID,Routing number,Account number,Account type,Cr/Dr,Amount',
    ...Array.from({ length: entries }, (_, at) => {
      const name = at === 60 ? '' : `${longNames[at % longNames.length] ?? ''} ${String(at + 1)}`
      const bank = at === 10 ? wrongCheckDigit : '550010016'
      const type = at === 20 ? 'Brokerage' : 'Checking'
      const amount = at === 40 ? '0.00' : wage(at)
      const account = String(2_000_300_000 + at)
      return [name, `E-${String(at + 1)}`, bank, account, type, 'Credit', `"${amount}"`].join(',')
    }),
  ].join('\n')
const wage = (at: number): string => `3${String(100 + (at % 400))}.${String(10 + (at % 90))}`
/** The values that correct the four errors, in the order of the rows. */
export const payrollCorrections = ['550010016', 'C', wage(40), 'Ada Cole']
/** The total of that payroll once it is corrected. */
export const correctedSum = (entries: number): string =>
  usd(Array.from({ length: entries }, (_, at) => wage(at)))
const longNames = ['Wilhelmina Featherst', 'Jonas Weber', 'Maximiliane Oberhol']

/** Rows as a spreadsheet copies them, in the order of the grid. */
export const copiedRows = (rows: number): string =>
  Array.from({ length: rows }, (_, at) =>
    [
      `Person ${String(at + 1)}`,
      `P-${String(at + 1)}`,
      '',
      '550010016',
      '2000300017',
      'C',
      'C',
      'L',
      '1.00',
    ].join('\t'),
  ).join('\r\n')

/** Puts a text on the clipboard as another program would: by copying it from a separate field. */
export async function holdOnClipboard(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const area = document.createElement('textarea')
    area.id = 'elsewhere'
    area.value = copied
    document.body.append(area)
    area.focus()
    area.select()
  }, text)
  await page.keyboard.press('Control+c')
  await page.evaluate(() => document.getElementById('elsewhere')?.remove())
}

/** Puts a text on the clipboard as another program would: the focus stays where it is. */
async function copiedElsewhere(page: Page, text: string): Promise<void> {
  const focused = await page.evaluateHandle(() => document.activeElement)
  await holdOnClipboard(page, text)
  await page.evaluate((element) => {
    if (element instanceof HTMLElement) element.focus()
  }, focused)
}

/** Head, entries and their totals. */
export class BatchScreen {
  readonly page: Page
  readonly grid: Locator
  readonly totals: Locator
  readonly saveState: Locator
  readonly entry: Locator

  constructor(page: Page) {
    this.page = page
    this.grid = page.getByRole('grid', { name: 'Entries', exact: true })
    this.totals = page.getByRole('region', { name: 'Batch totals' })
    this.saveState = page.locator('[data-save-state]')
    this.entry = page.getByRole('complementary', { name: 'Entry', exact: true })
  }

  async open(): Promise<void> {
    await this.page.keyboard.press('Control+b')
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText('New batch')
    await expect(this.grid).toBeVisible()
  }

  cell(row: number, column: number): Locator {
    return this.grid.locator(`[data-row="${String(row)}"] > [data-cell="${String(column)}"]`)
  }

  /** Moves to a cell by the keys of the grid. */
  async goTo(row: number, column: number): Promise<void> {
    await this.grid.locator('[data-cell][tabindex="0"]').focus()
    await this.page.keyboard.press('Control+Home')
    for (let at = 0; at < row; at += 1) await this.page.keyboard.press('ArrowDown')
    for (let at = 0; at < column; at += 1) await this.page.keyboard.press('ArrowRight')
    await expect(this.cell(row, column)).toBeFocused()
  }

  async #write(field: string, text: string): Promise<void> {
    await this.page.getByRole('textbox', { name: field, exact: true }).focus()
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.insertText(text)
  }

  async writeHead(date: string, description: string): Promise<void> {
    const account = this.page.getByRole('combobox', { name: 'Own account' })
    await account.focus()
    await this.page.keyboard.type('Alder Falls Operating')
    await expect(account.locator('option:checked')).toContainText('Alder Falls Operating')
    await this.#write('Effective date', date)
    await this.#write('Entry description', description)
  }

  /** Chooses a file; main's dialog returns the file set by the test. */
  async readFile(): Promise<void> {
    await this.page.keyboard.press('Control+Alt+i')
    await expect(this.page.getByRole('dialog', { name: /^Entries of / })).toBeVisible()
  }

  /** Maps a column of the file to a field. */
  async mean(field: string, header: string): Promise<void> {
    await this.page
      .getByRole('combobox', { name: `Column of ${field}`, exact: true })
      .selectOption({ label: header })
  }

  /** Says of the whole file what it does not say itself. */
  async say(field: string, answer: string): Promise<void> {
    const questions = this.page.getByRole('group', { name: /^The file does not say/ })
    await questions.getByRole('combobox', { name: field }).selectOption({ label: answer })
    // Until the file was read again, no draft is created.
    await expect(questions).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 })
  }

  /** The number of rows that are in view as a whole. */
  async wholeRows(): Promise<number> {
    return this.grid.evaluate((grid) => {
      const view = grid.parentElement?.parentElement?.getBoundingClientRect()
      const header = grid.querySelector('thead')?.getBoundingClientRect()
      if (!view || !header) return 0
      return [...grid.querySelectorAll('[data-row]')].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return top >= header.bottom - 1 && bottom <= view.bottom + 1
      }).length
    })
  }

  /** The width of the columns that are out of view, in pixels. */
  async hiddenWidth(): Promise<number> {
    return this.grid.evaluate((grid) => {
      const view = grid.parentElement?.parentElement
      return view ? view.scrollWidth - view.clientWidth : -1
    })
  }

  async press(name: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name }).focus()
    await this.page.keyboard.press('Enter')
  }

  async saved(): Promise<void> {
    await expect(this.saveState).toHaveText('Saved', { timeout: 20_000 })
  }

  /**
   * From any screen: imports a payroll with errors, corrects each with a copied value, and submits;
   * returns the acts it took. The choice of the file in the system's dialog is one of them.
   */
  async submitFile(corrections: readonly string[], sum: string): Promise<number> {
    const acts = new Acts(this.page)
    await acts.press('Control+Alt+i')
    acts.count += 1
    for (const [at, value] of corrections.entries()) {
      const left = corrections.length - at
      await expect(this.totals).toContainText(`${String(left)} error`)
      await expect(this.grid.locator('[aria-invalid="true"]:focus')).toBeVisible()
      await copiedElsewhere(this.page, value)
      await acts.press('Control+v')
    }
    await expect(this.totals).not.toContainText('error')
    await acts.press('Control+Enter')
    const question = this.page.getByRole('alertdialog')
    await expect(question).toContainText(sum)
    await expect(question.getByRole('button', { name: 'Submit for approval' })).toBeVisible()
    await acts.press('Control+Enter')
    await expect(question).toBeHidden({ timeout: 60_000 })
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText('ACH batches')
    return acts.count
  }

  /** The shortcut opens the question, which shows the sum and its entries, and its button confirms. */
  async submit(sum: string): Promise<void> {
    await this.page.keyboard.press('Control+Enter')
    const question = this.page.getByRole('alertdialog')
    await expect(question).toContainText(sum)
    await question.getByRole('button', { name: 'Submit for approval' }).focus()
    await this.page.keyboard.press('Enter')
    await expect(question).toBeHidden({ timeout: 60_000 })
  }
}
