import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { readSpreadsheet } from '../../../main/platform/spreadsheets/read-spreadsheet.ts'
import { AlertsScreen } from '../pages/alerts-screen.ts'
import { margaret, person } from '../pages/residents.ts'
import { ValidationScreen } from '../pages/validation-screen.ts'
import { CountersignWindow } from '../pages/window.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { launchCountersign, type Countersign } from '../support/launch.ts'
import { savingAs } from '../support/real-bank.ts'

const script = new URL('../../../dist/main/spreadsheet-worker.js', import.meta.url)
const unmasked = /1000200031|1000200049|Margaret|Alder|Thorpe/

/** Presses a control that the keyboard can reach. */
async function press(control: Locator, key = 'Enter'): Promise<void> {
  await control.focus()
  await control.page().keyboard.press(key)
}
const tools = (page: Page, table: string): Locator =>
  page.getByRole('group', { name: `${table}: rows` })
const headers = (grid: Locator): Promise<(string | null)[]> =>
  grid
    .locator('th[data-column]')
    .evaluateAll((all) => all.map((header) => header.getAttribute('data-column')))

/**
 * Lets the table copy, by `how`, and returns the clipboard content: cells by line, and the table
 * for a spreadsheet.
 */
async function copied(
  page: Page,
  how: () => Promise<void>,
): Promise<{ cells: string[][]; html: string }> {
  const copying = page.evaluate(
    () =>
      new Promise<{ plain: string; html: string }>((resolve) => {
        const report = ({ clipboardData }: ClipboardEvent): void =>
          resolve({
            plain: clipboardData?.getData('text/plain') ?? '',
            html: clipboardData?.getData('text/html') ?? '',
          })
        window.addEventListener('copy', report, { once: true })
      }),
  )
  // The page listens for the copy once it answers another request.
  await page.evaluate(() => undefined)
  await how()
  const { plain, html } = await copying
  return { cells: plain.split('\n').map((line) => line.split('\t')), html }
}
const cents = (text: string): number => Number(text.replaceAll(/\D/g, ''))
const amounts = async (grid: Locator): Promise<number[]> => {
  const at = (await headers(grid)).indexOf('amount')
  return (await grid.locator(`[data-row] [data-cell="${String(at)}"]`).allTextContents()).map(cents)
}
const upwards = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b)

async function validatedTwice(page: Page): Promise<void> {
  await new CountersignWindow(page).open('Validation')
  const validationScreen = new ValidationScreen(page)
  for (const owner of [margaret, person('1000200049', 'Jon', 'Thorpe')]) {
    await validationScreen.type(owner)
    await validationScreen.inquire()
  }
}

/** Exports the history of two validations in two formats, and reads it back. */
async function exported({ app, page }: Countersign, folder: string): Promise<void> {
  await page.evaluate(() => (location.hash = '#/validation/history'))
  const grid = page.getByRole('grid', { name: 'Validations' })
  await expect(grid.locator('[data-row]')).toHaveCount(2)
  const footer = tools(page, 'Validations')
  const shown = await grid.locator('th[data-column]').allTextContents()
  await press(grid.getByRole('checkbox', { name: 'Select all rows' }))
  await expect(footer).toContainText('2 selected')
  const { cells } = await copied(page, () => press(footer.getByRole('button', { name: 'Copy' })))

  for (const [format, choice] of [
    ['csv', 'Whole list, CSV for Excel'],
    ['xlsx', 'Whole list, Excel workbook'],
  ] as const) {
    const file = join(folder, `validations.${format}`)
    await savingAs(app, file)
    await press(footer.getByRole('button', { name: 'Export' }))
    await press(page.getByRole('menuitem', { name: choice }))
    await expect(footer).toContainText(`2 rows written to validations.${format}`)
    const bytes = await readFile(file)
    const read = await readSpreadsheet(`validations.${format}`, bytes, undefined, { script })
    if (!read.ok) throw new Error(read.error.detail)
    expect(read.value.headers).toEqual(shown.map((header) => header.trim()))
    expect(read.value.rows.map((row) => row.cells)).toEqual(cells)
    expect(JSON.stringify(read.value)).not.toMatch(unmasked)
  }
  expect(JSON.stringify(cells)).toContain('0031')
}

test.describe('the table, by keyboard alone', () => {
  test('is sorted, selected, added up, copied and arranged, keeps this after a restart, and is exported masked to CSV and to a workbook', async ({
    bank,
  }) => {
    test.setTimeout(180_000)
    const dataDir = await mkdtemp(join(tmpdir(), 'countersign-tables-'))
    const first = await launchCountersign({ env: bank.env, dataDir })
    const { page } = first
    const around = new CountersignWindow(page)
    await around.ready()
    await around.leaveWelcome()
    const alerts = new AlertsScreen(page)
    await alerts.open()
    await bank.control.sendAlerts({ kind: 'incoming-wire', count: 4 })
    await expect(alerts.lines(/Wire/)).toHaveCount(4)

    const amount = alerts.grid.locator('th[data-column="amount"]')
    await press(amount.getByRole('button'))
    await expect(amount).toHaveAttribute('aria-sort', 'ascending')
    await bank.control.sendAlerts({ kind: 'incoming-wire', count: 1 })
    await expect(alerts.lines(/Wire/)).toHaveCount(5)
    const sorted = await amounts(alerts.grid)
    expect(sorted).toEqual(upwards(sorted))

    // All columns are copied, also those that are not drawn beside an open alert.
    const at = (await headers(alerts.grid)).indexOf('amount')
    await alerts.grid.locator('[data-row="0"]').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    const footer = tools(page, 'Alerts')
    await expect(footer).toContainText('3 selected')
    const { cells, html } = await copied(page, () => page.keyboard.press('Control+c'))
    await expect(footer).toContainText('3 rows copied')
    expect(cells).toHaveLength(3)
    expect(html).toContain('mso-number-format')
    const picked = cells.map((line) => cents(line[at] ?? ''))
    expect(picked).toEqual(sorted.slice(0, 3))
    const total = picked.reduce((sum, one) => sum + one, 0) / 100
    await expect(footer).toContainText(total.toLocaleString('en-US', { minimumFractionDigits: 2 }))
    await page.keyboard.press('Control+a')
    await expect(footer).toContainText('5 selected')
    await expectNoViolation(page, 'a table with picked rows')
    await page.keyboard.press('Escape')
    await expect(footer).toContainText('No rows selected')
    await page.keyboard.press('Escape')
    await expect(alerts.alert).toBeHidden()

    await press(footer.getByRole('button', { name: 'Columns' }))
    const columns = page.getByRole('dialog', { name: 'Columns' })
    await press(columns.getByRole('checkbox', { name: /^Kind/ }), 'Space')
    await press(columns.getByRole('button', { name: 'Move Amount up' }))
    const width = columns.getByRole('spinbutton', { name: 'Width of Event' })
    await press(width, 'Control+a')
    await page.keyboard.type('200')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    const arranged = await headers(alerts.grid)
    expect(arranged.slice(0, 4)).toEqual(['at', 'event', 'amount', 'direction'])
    const event = alerts.grid.locator('th[data-column="event"]')
    expect((await event.boundingBox())?.width).toBe(200)
    // A layout is saved once no more changes follow.
    await expect
      .poll(() => page.evaluate(() => window.countersign.invoke('tables.getLayouts', undefined)))
      .toMatchObject({ value: { alerts: { sort: { column: 'amount' } } } })
    await expect
      .poll(async () =>
        JSON.stringify(
          await page.evaluate(() => window.countersign.invoke('tables.getLayouts', undefined)),
        ),
      )
      .toContain('"width":200')
    await first.close()

    const again = await launchCountersign({ env: bank.env, dataDir })
    await new CountersignWindow(again.page).ready()
    const found = new AlertsScreen(again.page)
    await found.open()
    await expect(found.lines(/\d/)).toHaveCount(5)
    await expect(found.grid.locator('th[data-column="amount"]')).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    expect(await headers(found.grid)).toEqual(arranged)
    const wide = await found.grid.locator('th[data-column="event"]').boundingBox()
    expect(wide?.width).toBe(200)
    await expect.poll(() => amounts(found.grid)).toEqual(sorted)

    await validatedTwice(again.page)
    await exported(again, dataDir)
    await again.close()
    await rm(dataDir, { recursive: true, force: true })
  })
})
