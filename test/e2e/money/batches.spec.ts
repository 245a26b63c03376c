/**
 * Batches in the real window, by keyboard alone: typed, pasted, undone; and from a file to the
 * bank.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  BatchScreen,
  copiedRows,
  correctedSum,
  dayAhead,
  flawedPayrollCsv,
  holdOnClipboard,
  payrollCorrections,
  payrollCsv,
  payrollSum,
} from '../pages/batch-screen.ts'
import { become } from '../pages/orders-screen.ts'
import { CountersignWindow } from '../pages/window.ts'
import { expectNoViolation } from '../support/axe.ts'
import { test as ownProgram } from '../support/fixtures.ts'
import { choosing } from '../support/real-bank.ts'
import { expect, test } from '../support/shared-fixtures.ts'

test.describe('a batch, by keyboard alone', () => {
  test('is typed, takes 500 pasted rows, undoes and redoes them, and is saved throughout', async ({
    validationScreen,
  }) => {
    test.setTimeout(90_000)
    const { page } = validationScreen
    const batch = new BatchScreen(page)
    await batch.open()
    await expectNoViolation(page, 'a new batch')
    await batch.goTo(0, 0)
    await page.keyboard.type('Ada Cole')
    await page.keyboard.press('Tab')
    await page.keyboard.type('E-1')
    for (let at = 0; at < 2; at += 1) await page.keyboard.press('Tab')
    await page.keyboard.type('550010016')
    await page.keyboard.press('Tab')
    await page.keyboard.type('2000300017')
    for (let at = 0; at < 4; at += 1) await page.keyboard.press('Tab')
    await page.keyboard.type('1,250.50')
    await page.keyboard.press('Enter')
    await expect(batch.totals).toContainText('USD 1,250.50')
    await batch.saved()

    await holdOnClipboard(page, copiedRows(500))
    await batch.goTo(1, 0)
    await page.keyboard.press('Control+v')
    await expect(batch.totals).toContainText('USD 1,750.50')
    await expect(batch.totals).toContainText('Entries501')
    await page.keyboard.press('Control+z')
    await expect(batch.totals).toContainText('USD 1,250.50')
    await expect(batch.totals).toContainText('Entries1')
    await page.keyboard.press('Control+Shift+Z')
    await expect(batch.totals).toContainText('USD 1,750.50')
    await batch.saved()

    // To another screen and back: the draft contains everything.
    const draft = await page.evaluate(() => location.href)
    await page.keyboard.press('Control+n')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New payment')
    await batch.open()
    await page.keyboard.press('Control+Alt+d')
    await batch.press(/^Open /)
    await expect(batch.totals).toContainText('Entries501')
    await expect(batch.cell(0, 0)).toHaveText('Ada Cole')
    await expect(batch.totals).toContainText('USD 1,750.50')
    expect(await page.evaluate(() => location.href)).toBe(draft)
    await batch.goTo(1, 3)
    await page.keyboard.type('12345')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('F8')
    await expect(batch.cell(1, 3)).toBeFocused()
    await expect(page.getByText('Nine digits, leading zeros included').first()).toBeVisible()
    await batch.press(/^\d+ errors?/)
    await expect(page.getByRole('complementary', { name: 'Problems and warnings' })).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect.poll(() => batch.hiddenWidth()).toBe(0)
    await expectNoViolation(page, 'a batch with a problem')
  })

  ownProgram(
    'is imported from a file of 10,000 entries, mapped and asked about, submitted, approved, released and accepted',
    async ({ validationScreen, countersign, bank }) => {
      ownProgram.setTimeout(300_000)
      const { page } = validationScreen
      const entries = 10_000
      const sum = payrollSum(entries)
      const file = join(countersign.dataDir, 'payroll.csv')
      await writeFile(file, payrollCsv(entries))
      await choosing(countersign.app, file)

      const batch = new BatchScreen(page)
      await batch.open()
      await batch.writeHead(dayAhead(), 'PAYROLL')
      await batch.readFile()
      await batch.mean('Routing number', 'Bank')
      await batch.mean('Amount', 'Net pay')
      await batch.say('Credit or debit', 'C, credit')
      await batch.say('Account type', 'C, checking')
      await expectNoViolation(page, 'a file of entries')
      await batch.press('Create 1 draft from 10,000 entries')
      await expect(batch.totals).toContainText(`Entries${entries.toLocaleString('en-US')}`, {
        timeout: 60_000,
      })
      await expect(batch.totals).toContainText(sum)
      // The day is more than two banking days ahead.
      await expect(batch.totals).toContainText(/1 warning(?!s)/u)
      await expect(batch.totals).not.toContainText('error')
      await page.setViewportSize({ width: 1280, height: 800 })
      await expect.poll(() => batch.wholeRows()).toBeGreaterThanOrEqual(15)
      await batch.submit(sum)
      const window = new CountersignWindow(page)
      await expect(window.heading).toHaveText('ACH batches', { timeout: 60_000 })
      expect((await bank.control.ledger()).batches).toEqual([])

      await become(page, 'Theo Park')
      await window.open('Approvals')
      await page
        .getByRole('row', { name: /PAYROLL/ })
        .first()
        .focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible({
        timeout: 30_000,
      })
      await page.keyboard.press('a')
      const question = page.getByRole('alertdialog')
      // A question that is longer than the window is read to its end first.
      await page.keyboard.press('End')
      await question.getByRole('button', { name: /^Approve/ }).focus()
      await page.keyboard.press('Enter')
      await expect(question).toBeHidden({ timeout: 60_000 })
      expect((await bank.control.ledger()).batches).toEqual([])

      await window.open('ACH batches')
      await page
        .getByRole('row', { name: /PAYROLL/ })
        .first()
        .focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: /^Release/ })).toBeVisible({ timeout: 30_000 })
      await page.keyboard.press('r')
      await expect(question).toBeVisible()
      await page.keyboard.press('End')
      await question.getByRole('button', { name: 'Release batch' }).focus()
      await page.keyboard.press('Enter')
      await expect(question).toBeHidden({ timeout: 60_000 })
      await expect(page.getByTestId('status')).toHaveText(/^(Accepted|Settled in part|Settled)$/, {
        timeout: 90_000,
      })
      expect((await bank.control.ledger()).batches.map(({ count }) => count)).toEqual([1])

      // The goal of a payroll of 300 entries with four errors is eight acts.
      await become(page, 'Mara Ellison')
      await window.open('Overview')
      const november = join(countersign.dataDir, 'payroll-november.csv')
      await writeFile(november, flawedPayrollCsv(300))
      await choosing(countersign.app, november)
      expect(await batch.submitFile(payrollCorrections, correctedSum(300))).toBe(8)
      const list = page.getByRole('grid', { name: 'ACH batches' })
      await expect(list.getByText('Awaiting approval')).toBeVisible()
      const beside = await list.evaluate(({ parentElement: scroller }) =>
        scroller ? scroller.scrollWidth - scroller.clientWidth : Number.NaN,
      )
      expect(beside, 'the list beside a batch scrolls sideways by').toBeLessThanOrEqual(0)
      expect((await bank.control.ledger()).batches.map(({ count }) => count)).toEqual([1])
    },
  )
})
