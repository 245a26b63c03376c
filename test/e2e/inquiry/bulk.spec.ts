/**
 * Bulk validation in the real window, by keyboard alone: a file, its columns, its run and its
 * answers.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BulkScreen, peopleCsv, vendorsCsv } from '../pages/bulk-screen.ts'
import { CountersignWindow } from '../pages/window.ts'
import { expectNoViolation } from '../support/axe.ts'
import { test as ownProgram } from '../support/fixtures.ts'
import { launchCountersign } from '../support/launch.ts'
import { choosing, savingAs } from '../support/real-bank.ts'
import { expect, test } from '../support/shared-fixtures.ts'

test.describe('bulk validation', () => {
  test('takes a file from its columns to its answers and their export', async ({
    validationScreen,
    countersign,
    bank,
  }) => {
    test.setTimeout(120_000)
    const { page } = validationScreen
    const bulk = new BulkScreen(page)
    const file = join(countersign.dataDir, 'vendors.csv')
    await writeFile(file, vendorsCsv(30))
    await choosing(countersign.app, file)

    await bulk.open()
    await bulk.chooseFile('vendors.csv')
    await bulk.mean('Invoice', 'Stored, not sent')
    await bulk.mean('Account', 'Ignored')
    await expect(page.getByTestId('missing')).toContainText('Account number')
    await bulk.mean('Account', 'Account number')
    await expectNoViolation(page, 'a file')

    await page.getByRole('radio', { name: /^All/ }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(bulk.draftRows.getByRole('row')).toHaveCount(3)
    await bulk.draftRows.getByRole('row').nth(1).focus()
    await expect(page.getByRole('region', { name: /^Row 4: why/ })).toContainText('Routing number')
    await page.keyboard.press('F2')
    const editor = page.getByRole('region', { name: 'Edit row 4' })
    await expect(editor.getByRole('textbox', { name: 'Routing number' })).toBeFocused()
    await expect(editor.getByRole('textbox', { name: 'Routing number' })).toHaveValue('55001001')
    await expectNoViolation(page, 'a row that is edited')
    await page.keyboard.press('End')
    await page.keyboard.type('6')
    await page.keyboard.press('Enter')
    // The corrected row can be sent; the next one that is held back follows it.
    await expect(
      page.getByRole('region', { name: 'Edit row 5' }).getByRole('textbox').first(),
    ).toBeFocused()
    await expect(bulk.draftRows.getByRole('row')).toHaveCount(2)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await bulk.press('Continue with file')

    await expect(
      page.getByRole('button', { name: 'Validate 33 accounts of vendors.csv' }),
    ).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(bulk.state('Running')).toBeVisible()
    await expect(bulk.title).toBeFocused()
    await page.keyboard.press('Control+p')
    await expect(bulk.state('Paused')).toBeVisible()
    await expectNoViolation(page, 'a paused run')
    await page.keyboard.press('Control+p')
    await expect(bulk.state('Finished')).toBeVisible({ timeout: 40_000 })
    // Each row was sent once: the bank's count equals the sendable rows.
    expect((await bank.control.counters()).byOperation).toMatchObject({ validation: 33 })

    await bulk.press(/^1 Account closed/)
    await expect(bulk.rows).toHaveAttribute('aria-rowcount', '2')
    await bulk.press(/^1 Account closed/)
    // The payee book has the only match.
    await expect(page.getByRole('button', { name: /^Propose/ })).toBeHidden()

    await bulk.choose('State', 'Answered')
    await expect(bulk.rows).toHaveAttribute('aria-rowcount', '34')
    await bulk.press(/^1 Account open, owner differs/)
    await expect(bulk.line(/owner differs/)).toHaveCount(1)
    await bulk.press('Owner matches from 81…')
    const threshold = page.getByRole('spinbutton')
    await threshold.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('40')
    await page.keyboard.press('Tab')
    await expect(page.getByText('No matching row')).toBeVisible()
    await expect(page.getByTestId('tally')).toContainText('3 at 40 or above')
    await page.keyboard.press('Escape')
    await bulk.press('Show all')

    await page.keyboard.press('Control+f')
    await page.keyboard.type('alder')
    await expect(bulk.rows).toHaveAttribute('aria-rowcount', '3')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(bulk.row).toBeFocused()
    await expect(bulk.row.getByTestId('headline')).toHaveText('Account open, owner matches')
    await expect(bulk.row).toContainText('INV-1')
    await expect(bulk.row).not.toContainText('1000200031')
    await expectNoViolation(page, 'a row')
    await page.keyboard.press('Escape')
    await expect(bulk.rows.locator('[data-row="0"]')).toBeFocused()

    const target = join(countersign.dataDir, 'answers.csv')
    await savingAs(countersign.app, target)
    await page.keyboard.press('Control+e')
    await expect(page.getByText('answers.csv: 2 rows, masked.').first()).toBeVisible()
    const written = await readFile(target, 'utf8')
    expect(written).toContain('INV-1')
    expect(written).not.toMatch(/1000200031|Margaret/)

    // The row that was held back opens in the editor, for a run of its own.
    await page.keyboard.press('F2')
    const heldBack = page.getByRole('region', { name: 'Edit row 5' })
    await expect(heldBack.getByRole('textbox').first()).toBeFocused()
    await expect(heldBack).toContainText('Same request as row 2')
    await expect(bulk.draftRows.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('textbox', { name: 'Name of the run' })).toHaveValue(
      'vendors, corrected',
    )
    await expectNoViolation(page, 'a row that a run held back')
  })

  test('keeps the file while other screens are shown, and stops a run for good after a confirmation', async ({
    validationScreen,
    countersign,
  }) => {
    test.setTimeout(60_000)
    const { page } = validationScreen
    const bulk = new BulkScreen(page)
    const file = join(countersign.dataDir, 'vendors.csv')
    await writeFile(file, vendorsCsv(60))
    await choosing(countersign.app, file)
    await bulk.open()
    await bulk.chooseFile('vendors.csv')
    await bulk.mean('Invoice', 'Stored, not sent')
    await page.keyboard.press('Escape')
    await expect(page.getByText('vendors.csv is not started yet')).toBeVisible()
    await bulk.press('Continue with file')
    await expect(page.getByRole('combobox', { name: 'What “Invoice” means' })).toHaveValue('retain')
    await bulk.checked()
    await page.keyboard.press('Control+Enter')
    await expect(bulk.state('Running')).toBeVisible()
    await page.keyboard.press('Control+Shift+x')
    await expect(page.getByRole('alertdialog')).toContainText('of vendors.csv remain')
    await expectNoViolation(page, 'the question before a stop')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(bulk.state('Stopped')).toBeVisible()
    await bulk.choose('State', 'Not sent')
    await expect(bulk.line(/Not sent/).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bulk.runs.getByRole('row', { name: /Stopped/ })).toBeFocused()
  })

  ownProgram(
    'sends nothing after a restart until the file is given again and a person resumes',
    async ({ bank }) => {
      ownProgram.setTimeout(300_000)
      const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bulk-'))
      const file = join(dataDir, 'people.csv')
      await writeFile(file, peopleCsv(25))
      const launch = () => launchCountersign({ dataDir, env: bank.env })
      const requested = async (): Promise<number> =>
        (await bank.control.counters()).byOperation['validation'] ?? 0

      const before = await launch()
      const window = new CountersignWindow(before.page)
      await window.ready()
      await window.leaveWelcome()
      const first = new BulkScreen(before.page)
      await choosing(before.app, file)
      await first.open()
      await first.chooseFile('people.csv')
      await before.page.keyboard.press('Control+Enter')
      await expect(first.line(/Answered/).nth(2)).toBeVisible({ timeout: 20_000 })
      await before.close()
      const sent = await requested()

      const after = await launch()
      const { page } = after
      await new CountersignWindow(page).ready()
      const bulk = new BulkScreen(page)
      await bulk.open()
      await bulk.runs.getByRole('row', { name: /Interrupted/ }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByText('The run was interrupted')).toBeVisible()
      await expect(page.getByText(/rows need the file again/)).toBeVisible()
      await expectNoViolation(page, 'an interrupted run')
      await choosing(after.app, file)
      await page.keyboard.press('Control+Shift+o')
      await expect(page.getByText(/rows need the file again/)).toBeHidden()
      expect(await requested()).toBe(sent)
      await expect(page.getByRole('button', { name: 'Resume' })).toBeEnabled()
      await page.keyboard.press('Control+p')
      // Longer than the pause after a 429, which would otherwise be counted among the breaches.
      await expect(bulk.state('Finished')).toBeVisible({ timeout: 180_000 })
      // Each row was sent once, before or after the restart.
      expect(await requested()).toBe(25)
      await after.close()
      // A restarted program has no token, and fetches one within the minute.
      const rules = (await bank.control.breaches()).map(({ rule }) => rule)
      expect(rules.filter((rule) => rule !== 'token-needless')).toEqual([])
      await bank.control.reset()
      await rm(dataDir, { recursive: true, force: true })
    },
  )
})
