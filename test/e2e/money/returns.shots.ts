/**
 * Pictures of batches, their entries and returns: `npm run screenshots` writes them to
 * build/screenshots.
 */
import { expect, type Page } from 'playwright/test'
import { approveBatch, BatchesScreen, ReturnsScreen } from '../pages/batches-screen.ts'
import { AlertsScreen } from '../pages/alerts-screen.ts'
import { ReconciliationScreen } from '../pages/reconciliation-screen.ts'
import { BatchScreen, dayAhead, holdOnClipboard } from '../pages/batch-screen.ts'
import { UnknownOutcomeScreen } from '../pages/unknown-outcome-screen.ts'
import { become, confirm } from '../pages/orders-screen.ts'
import { CountersignWindow } from '../pages/window.ts'
import { test } from '../support/fixtures.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'

const long = 'Margaret Alder-Featherstonehaugh of the Riverbend Cooperative'
const rows = [
  ['Margaret Alder', 'M-1', '', '550010016', '1000200031', 'C', 'C', 'L', '125.50'],
  [long, 'J-1', '', '550010016', '2000300017', 'C', 'C', 'L', '12345678.10'],
  ['Mia Chen', 'C-3', '', '550010016', '2000300025', 'C', 'C', 'L', '9.99'],
]

/** A maker writes and submits it, from an empty screen. */
async function submitted(page: Page): Promise<void> {
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
}

for (const theme of themes) {
  test(`A batch with an unknown outcome in the ${theme} theme`, async ({
    validationScreen,
    bank,
  }) => {
    test.setTimeout(120_000)
    const { page } = validationScreen
    await chooseTheme(page, theme)
    await submitted(page)
    await become(page, 'Theo Park')
    await approveBatch(page, /PAYROLL/)
    const once = { scenario: 'gateway-timeout-504', times: 1, target: 'money' } as const
    await bank.control.setScenario(once)
    const batches = new BatchesScreen(page)
    await batches.open()
    await batches.openLine(/PAYROLL/)
    await batches.release()
    const screen = new UnknownOutcomeScreen(page)
    await screen.open()
    const batch = page.getByRole('region', { name: 'Batch with unknown outcome' })
    await screen.grid.getByRole('row', { name: /PAYROLL/ }).focus()
    await page.keyboard.press('Enter')
    await expect(batch).toContainText('The call of status check 2', {
      timeout: 20_000,
    })
    await inBothSizes(page, theme, (take) => take('unknown-outcome-batch'))
  })

  test(`Batches and returns in the ${theme} theme`, async ({ validationScreen, bank }) => {
    test.setTimeout(300_000)
    const { page } = validationScreen
    const batches = new BatchesScreen(page)
    await chooseTheme(page, theme)
    await batches.open()
    await inBothSizes(page, theme, (take) => take('batches-empty'))
    for (const scenario of ['entry-changed', 'detail-in-error'] as const)
      await bank.control.setScenario({ scenario, times: 1 })
    await submitted(page)
    await become(page, 'Theo Park')
    await new CountersignWindow(page).open('Approvals')
    await page
      .getByRole('grid', { name: 'Waiting for approval' })
      .getByRole('row', { name: /PAYROLL/ })
      .focus()
    await expect(page.getByRole('grid', { name: 'Entries' })).toBeVisible()
    await inBothSizes(page, theme, (take) => take('approvals-batch'))
    await page.keyboard.press('a')
    await inBothSizes(page, theme, (take) => take('approvals-batch-question'))
    await confirm(page, /^Approve /)
    await batches.open()
    await batches.openLine(/PAYROLL/)
    await batches.release()
    await expect(batches.batch).toContainText(/2 (accepted|settled)/, { timeout: 30_000 })
    await inBothSizes(page, theme, async (take) => {
      await batches.part('Batch')
      await take('batches')
      await batches.part(/^Entries/)
      await take('batches-entries')
    })
    await batches.openEntry(/Featherstonehaugh/)
    await inBothSizes(page, theme, (take) => take('batches-entry'))
    await new CountersignWindow(page).open('Settings')
    await inBothSizes(page, theme, async (take) => {
      await page
        .getByRole('button', { name: 'Save ACH origination settings' })
        .scrollIntoViewIfNeeded()
      await take('settings-ach')
    })
    // A maker: nobody else can propose and prepare.
    await become(page, 'Mara Ellison')
    const returns = new ReturnsScreen(page)
    await returns.open()
    await expect(
      returns.grid.getByRole('row', { name: /Not accepted|To be corrected/ }).first(),
    ).toBeVisible()
    await inBothSizes(page, theme, (take) => take('returns'))
    await expect(returns.grid.getByRole('row', { name: /To be corrected/ })).toBeVisible({
      timeout: 150_000,
    })
    await returns.openLine(/To be corrected/)
    await inBothSizes(page, theme, (take) => take('returns-change'))
  })

  test.describe('a return within seconds', () => {
    test.use({ stretch: 0.1 })
    test(`A returned entry in Alerts and Reconciliation in the ${theme} theme`, async ({
      validationScreen,
      bank,
    }) => {
      test.setTimeout(300_000)
      const { page } = validationScreen
      await chooseTheme(page, theme)
      await bank.control.setScenario({ scenario: 'entry-returned', times: 1 })
      await submitted(page)
      await become(page, 'Theo Park')
      await approveBatch(page, /PAYROLL/)
      const batches = new BatchesScreen(page)
      await batches.open()
      await batches.openLine(/PAYROLL/)
      await batches.release()
      const alerts = new AlertsScreen(page)
      await alerts.open()
      await expect(alerts.lines(/returned/i).first()).toBeVisible({ timeout: 150_000 })
      await inBothSizes(page, theme, (take) => take('alerts-returned'))
      const reconciliation = new ReconciliationScreen(page)
      await reconciliation.open()
      await inBothSizes(page, theme, (take) => take('reconciliation-returned-today'))
      await page.evaluate((day) => (location.hash = `/reconciliation/${day}`), dayAhead())
      await reconciliation.settled()
      await inBothSizes(page, theme, (take) => take('reconciliation-returned'))
    })
  })
}
