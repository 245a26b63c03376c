import { BatchesScreen, ReturnsScreen, approveBatch } from '../pages/batches-screen.ts'
import { BatchScreen, dayAhead, holdOnClipboard } from '../pages/batch-screen.ts'
import { become, confirm } from '../pages/orders-screen.ts'
import { PayeesScreen } from '../pages/payees-screen.ts'
import { CountersignWindow } from '../pages/window.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'

/** Margaret Alder is in the practice payee book, so a correction of her account changes a payee. */
const rows = [
  ['Margaret Alder', 'M-1', '', '550010016', '1000200031', 'C', 'C', 'L', '125.50'],
  ['Jonas Weber', 'J-1', '', '550010016', '2000300017', 'C', 'C', 'L', '88.10'],
]

// The practice bank requests the correction 75 seconds after it accepted the batch.
test.use({ stretch: 0.1 })

test('a notification of change ends in a corrected payee, decided by a second person', async ({
  validationScreen,
  bank,
}) => {
  test.setTimeout(300_000)
  const { page } = validationScreen
  await bank.control.setScenario({ scenario: 'entry-changed', times: 1 })
  const writing = new BatchScreen(page)
  await writing.open()
  await holdOnClipboard(page, rows.map((row) => row.join('\t')).join('\r\n'))
  await writing.cell(0, 0).focus()
  await page.keyboard.press('Control+v')
  await expect(writing.cell(0, 0)).toHaveText('Margaret Alder')
  await writing.writeHead(dayAhead(), 'PAYROLL')
  await writing.saved()
  await page.keyboard.press('Control+Enter')
  await confirm(page, /^Submit /)
  // The screen changes once main has stored the batch, which closes a menu opened before.
  await expect(new CountersignWindow(page).heading).toHaveText('ACH batches', { timeout: 30_000 })

  await become(page, 'Theo Park')
  await approveBatch(page, /PAYROLL/)
  const batches = new BatchesScreen(page)
  await batches.open()
  await batches.openLine(/PAYROLL/)
  await batches.release()
  await expect(batches.batch).toContainText('2 accepted', { timeout: 30_000 })
  await expectNoViolation(page, 'batches, an accepted one')
  await batches.part(/^Entries/)
  await batches.openEntry(/Jonas Weber/)
  await expectNoViolation(page, 'batches, an entry')

  await become(page, 'Mara Ellison')
  const returns = new ReturnsScreen(page)
  await returns.open()
  await expect(returns.grid.getByRole('row', { name: /To be corrected/ })).toBeVisible({
    timeout: 150_000,
  })
  await returns.openLine(/To be corrected/)
  await expect(returns.entry).toContainText('Margaret Alder')
  await expect(returns.entry).toContainText('days left')
  await expectNoViolation(page, 'returns, a change')
  // The alert only reports a change; its content is in the detail, which is requested afterwards.
  await expect(returns.entry).not.toContainText('only announces the correction', {
    timeout: 90_000,
  })
  await returns.entry.getByRole('button', { name: 'Propose payee correction' }).focus()
  await page.keyboard.press('Enter')
  await expect(returns.entry).toContainText('A second person decides')

  const payees = new PayeesScreen(page)
  await payees.open()
  await payees.continueAs('Theo Park')
  await payees.find('margaret')
  await payees.openOnly()
  await expect(payees.payee).toContainText('Change waiting')
  await page.keyboard.press('Control+Shift+Enter')
  await expect(payees.payee).toContainText('May be paid as shown here')
  await returns.open()
  await expect(returns.grid).not.toContainText('Margaret Alder')
})
