/** Bulk validation as an operator uses it, by keyboard: runs, a file being imported, one run. */
import { workbook } from '../../unit/platform/spreadsheets/workbooks.ts'
import { expect, type Locator, type Page } from 'playwright/test'
import { CountersignWindow } from './window.ts'

/** The three views of the screen. */
export class BulkScreen {
  readonly page: Page
  readonly runs: Locator
  readonly draftRows: Locator
  readonly rows: Locator
  readonly row: Locator
  readonly title: Locator

  constructor(page: Page) {
    this.page = page
    this.runs = page.getByRole('grid', { name: 'Bulk validations' })
    this.draftRows = page.getByRole('grid', { name: 'Rows of the file' })
    this.rows = page.getByRole('grid', { name: 'Rows of the run' })
    this.row = page.getByRole('region', { name: 'Row', exact: true })
    this.title = page.getByRole('heading', { level: 2 }).first()
  }

  /** Opens the screen by its shortcut. */
  async open(): Promise<void> {
    await new CountersignWindow(this.page).open('Bulk validation')
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText('Bulk validation')
  }

  /** Chooses a file by the shortcut; main's dialog returns the file set by the test. */
  async chooseFile(name: string): Promise<void> {
    await this.page.keyboard.press('Control+o')
    await expect(this.title).toHaveText(name)
    await expect(this.title).toBeFocused()
    await this.checked()
  }

  /** Waits until every row was checked. */
  async checked(): Promise<void> {
    await expect(this.page.getByRole('region', { name: 'Rows of the file' })).toHaveAttribute(
      'aria-busy',
      'false',
    )
  }

  /** Sets the meaning of a column, by its header. */
  async mean(header: string, target: string): Promise<void> {
    await this.choose(`What “${header}” means`, target)
    await this.checked()
  }

  async choose(list: string, value: string): Promise<void> {
    await this.page
      .getByRole('combobox', { name: list, exact: true })
      .selectOption({ label: value })
  }

  /** Presses a button that the keyboard can reach. */
  async press(name: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).focus()
    await this.page.keyboard.press('Enter')
  }

  /** The state beside the run's name. */
  state(label: string): Locator {
    return this.page.locator('header').getByText(label, { exact: true })
  }

  line(name: string | RegExp): Locator {
    return this.rows.getByRole('row', { name })
  }
}

const routing = '550010016'
/**
 * A file of vendors: some residents of the practice bank, one with a short routing number, one
 * twice, and strangers.
 */
export function vendorsCsv(strangers: number): string {
  const lines = [
    'Routing,Account,First name,Last name,Invoice',
    `${routing},1000200031,Margaret,Alder,INV-1`,
    `${routing},1000200049,Jon,Thorpe,INV-2`,
    `55001001,1000200058,Harold,Finch,INV-3`,
    `${routing},1000200031,Margaret,Alder,INV-4`,
    ...Array.from(
      { length: strangers },
      (_, at) => `${routing},77000${String(1000 + at)},Sam,Stranger,INV-${String(5 + at)}`,
    ),
  ]
  return `${lines.join('\n')}\n`
}

/** A file whose rows contain a number that is held in memory only. */
export const peopleCsv = (people: number): string =>
  [
    'Routing,Account,First name,Last name,SSN',
    ...Array.from(
      { length: people },
      (_, at) =>
        `${routing},99000${String(1000 + at)},Sam,Stranger,98765${String(4000 + at).padStart(4, '0')}`,
    ),
    '',
  ].join('\n')

const cell = (text: string, column: number, line: number): string =>
  `<c r="${'ABC'[column] ?? ''}${String(line)}" t="inlineStr"><is><t>${text}</t></is></c>`
/** A workbook of vendors with this number of rows in each sheet. */
export function vendorsWorkbook(sheets: Readonly<Record<string, number>>): Uint8Array {
  const created = Object.entries(sheets).map(([sheet, rows]): [string, string] => {
    const lines = [
      ['Company', 'Routing', 'Account'],
      ...Array.from({ length: rows }, (_, at) => [
        `${sheet} Supply`,
        routing,
        `88000${String(100 + at)}`,
      ]),
    ]
    const xml = lines.map((texts, at) => {
      const cells = texts.map((text, column) => cell(text, column, at + 1))
      return `<row r="${String(at + 1)}">${cells.join('')}</row>`
    })
    return [sheet, `<sheetData>${xml.join('')}</sheetData>`]
  })
  return workbook({ sheets: Object.fromEntries(created) })
}
