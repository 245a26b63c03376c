/** Pictures of Connection in a real profile: `npm run screenshots` writes them to build/screenshots. */
import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConnectionScreen } from '../pages/connection.ts'
import { ana, LockScreen } from '../pages/lock-screen.ts'
import { CountersignWindow } from '../pages/window.ts'
import { launchCountersign } from '../support/launch.ts'
import { chooseTheme, inBothSizes } from '../support/pictures.ts'
import { storeIn } from '../support/real-bank.ts'
import { expect, test } from '../support/real-fixtures.ts'

const folder = fileURLToPath(new URL('../../../build/screenshots', import.meta.url))

for (const theme of ['light', 'dark'] as const) {
  test(`Connection in the ${theme} theme`, async ({ desktop, connection, realBank }) => {
    test.setTimeout(120_000)
    const { page } = desktop
    const take = async (name: string): Promise<void> => {
      await page.waitForTimeout(250)
      await page.screenshot({ path: `${folder}/${name}-${theme}-1280x800.png`, caret: 'hide' })
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await connection.createProfile('Ridgeway Treasury', 'pre-production')
    await page.keyboard.press('Control+k')
    await page.keyboard.type(`Theme: ${theme}`)
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await take('connection-new')
    await connection.setUp(realBank)
    await take('connection-certificates')
    await connection.section('Addresses')
    await take('connection-addresses')
    await page.getByRole('combobox', { name: 'Route', exact: true }).selectOption('proxy')
    await page
      .getByRole('textbox', { name: 'Proxy host' })
      .fill('egress-proxy.treasury.alder-falls.example')
    await page.getByRole('textbox', { name: 'Proxy port' }).fill('99999')
    await page.getByRole('textbox', { name: 'Proxy port' }).blur()
    await take('connection-proxy')
    await page.getByRole('combobox', { name: 'Route', exact: true }).selectOption('direct')
    await connection.examine()
    await take('connection')
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.waitForTimeout(250)
    await page.screenshot({ path: `${folder}/connection-${theme}-1920x1080.png`, caret: 'hide' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Check connection' }).scrollIntoViewIfNeeded()
    await connection.section('Recovery file')
    await take('connection-recovery')
    await connection.profiles.getByRole('button', { name: 'New profile' }).click()
    const dialog = page.getByRole('dialog', { name: 'New profile' })
    await dialog.getByLabel('Name').fill('Ridgeway Treasury, live accounts of the northern region')
    await dialog.getByRole('radio', { name: 'Production', exact: true }).check()
    await take('connection-production')
    await page.keyboard.press('Escape')
  })

  test(`A store that was restored by copying a file in the ${theme} theme`, async ({
    bank,
    keyring,
    connection,
    desktop,
  }) => {
    test.setTimeout(240_000)
    const { page, dataDir } = desktop
    await connection.createProfile('Ridgeway Treasury', 'pre-production')
    await new CountersignWindow(page).open('Settings')
    await page.keyboard.press('Control+Shift+B')
    const backups = page.getByRole('region', { name: 'Backups' })
    const newest = backups.getByRole('table', { name: 'Backups' }).getByRole('row').nth(1)
    await expect(newest).toContainText('Verified', { timeout: 30_000 })
    await desktop.kill()
    const store = await storeIn(dataDir)
    const backupsIn = join(store, '..', 'backups')
    const backup = (await readdir(backupsIn)).find((file) => file.endsWith('.backup')) ?? ''
    await copyFile(join(backupsIn, backup), store)
    const env = { ...(keyring.env as Record<string, string>), ...bank.env }
    const again = await launchCountersign({ dataDir, env })
    try {
      const shown = new CountersignWindow(again.page)
      await shown.ready()
      await chooseTheme(again.page, theme)
      await shown.open('Connection')
      await new ConnectionScreen(again).profiles
        .getByRole('button', { name: 'Ridgeway Treasury' })
        .click()
      const dialog = again.page.getByRole('dialog', { name: 'Open Ridgeway Treasury' })
      const restore = dialog.getByRole('button', { name: 'Restore from a backup…' })
      await expect(restore).toBeVisible()
      await inBothSizes(again.page, theme, (take) => take('store-copied'))
      await restore.click()
      await expect(dialog).toContainText('Current store')
      await inBothSizes(again.page, theme, (take) => take('store-copied-backups'))
      await dialog
        .getByRole('button', { name: /^Review/ })
        .first()
        .click()
      await expect(dialog.getByLabel('Reason for restore')).toBeVisible()
      await inBothSizes(again.page, theme, (take) => take('store-copied-restore'))
      await dialog.getByLabel(/^Type the name/).fill('Ridgeway Treasury')
      await dialog.getByLabel('Reason for restore').fill('The computer was replaced')
      await dialog.getByLabel('Passphrase', { exact: true }).fill(ana.passphrase)
      await dialog.getByRole('button', { name: /^Restore Ridgeway/ }).click()
      await new LockScreen(again.page).signIn()
      // The theme is a setting of each profile.
      await chooseTheme(again.page, theme)
      await inBothSizes(again.page, theme, (take) => take('restore-held'))
      await again.page.getByRole('button', { name: 'Confirm operators and policy…' }).click()
      await expect(again.page.getByRole('dialog', { name: /^Second person needed/ })).toBeVisible()
      await inBothSizes(again.page, theme, (take) => take('second-person'))
      await again.page.keyboard.press('Escape')
      await shown.open('Overview')
      await inBothSizes(again.page, theme, (take) => take('overview-health'))
      await shown.open('Settings')
      const list = again.page.getByRole('region', { name: 'Backups' })
      await list.getByRole('button', { name: /^Test/ }).first().click()
      await expect(list).not.toContainText('none yet', { timeout: 30_000 })
      await inBothSizes(again.page, theme, async (take) => {
        await list.scrollIntoViewIfNeeded()
        await take('settings-backups-tested')
      })
    } finally {
      await again.close()
    }
  })
}
