/**
 * A profile is backed up, changed, restored, and damaged, by an administrator and by a person who
 * cannot sign in.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CountersignWindow } from '../pages/window.ts'
import { ConnectionScreen } from '../pages/connection.ts'
import { ana, LockScreen } from '../pages/lock-screen.ts'
import { expectNoViolation } from '../support/axe.ts'
import { launchCountersign } from '../support/launch.ts'
import { savingAs, storeIn } from '../support/real-bank.ts'
import { expect, test } from '../support/real-fixtures.ts'
import { test as sharedTest } from '../support/shared-fixtures.ts'

const name = 'Ridgeway Treasury'

test('a backup is created, and a restore undoes the changes since', async ({
  desktop,
  connection,
}) => {
  test.setTimeout(180_000)
  const { page } = desktop
  const window = new CountersignWindow(page)
  const lock = new LockScreen(page)
  await connection.createProfile(name, 'pre-production')
  await window.open('Settings')
  const backups = page.getByRole('region', { name: 'Backups' })
  await expect(backups).toContainText('No backups yet.')
  await page.keyboard.press('Control+Shift+B')
  const row = backups.getByRole('table', { name: 'Backups' }).getByRole('row').nth(1)
  await expect(row).toContainText('Verified', { timeout: 30_000 })

  const weekends = page.getByRole('checkbox', { name: 'Mute on Saturdays and Sundays' })
  await weekends.check()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved. Applies at once.')).toBeVisible()

  await row.getByRole('button', { name: /^Restore/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore from a backup' })
  await expect(dialog).toContainText('Since then the current store has')
  await expectNoViolation(page, 'restore')
  await dialog.getByRole('button', { name: /^Restore Ridgeway/ }).click()
  await expect(dialog).toContainText(`Type ${name}`)
  await dialog.getByLabel(/^Type the name/).fill(name)
  await dialog.getByLabel('Reason for restore').fill('A drill')
  await dialog.getByRole('button', { name: /^Restore Ridgeway/ }).click()

  // The restored profile is shown again, and nobody is signed in.
  await lock.signIn()
  await window.open('Settings')
  await expect(weekends).not.toBeChecked()
  await expect(row).toContainText('Verified')
  await window.open('Audit')
  const act = page.getByRole('row').filter({ hasText: 'Restored the store from a backup' })
  await expect(act.first()).toBeVisible()
})

test('an administrator of the newest backup restores a damaged store without signing in', async ({
  bank,
  keyring,
  connection,
  desktop,
}) => {
  test.setTimeout(180_000)
  const { page, dataDir } = desktop
  const window = new CountersignWindow(page)
  await connection.createProfile(name, 'pre-production')
  await window.open('Settings')
  await page.keyboard.press('Control+Shift+B')
  const newest = page.getByRole('table', { name: 'Backups' }).getByRole('row').nth(1)
  await expect(newest).toContainText('Verified', { timeout: 30_000 })
  await desktop.kill()
  const store = await storeIn(dataDir)
  await writeFile(store, (await readFile(store)).fill(0x5a, 4096, 3 * 4096))
  // A whole write-ahead log would mend these pages.
  await writeFile(`${store}-wal`, Buffer.alloc(4096, 0x5a))

  const env = { ...(keyring.env as Record<string, string>), ...bank.env }
  const again = await launchCountersign({ dataDir, env })
  try {
    const shown = new CountersignWindow(again.page)
    await shown.ready()
    await shown.open('Connection')
    await new ConnectionScreen(again).profiles.getByRole('button', { name }).click()
    const dialog = again.page.getByRole('dialog', { name: `Open ${name}` })
    await dialog.getByRole('button', { name: 'Restore from a backup…' }).click()
    await expectNoViolation(again.page, 'backups before a profile is open')
    await dialog.getByRole('button', { name: /^Review/ }).click()
    await expect(dialog).toContainText('cannot be opened')
    await dialog.getByLabel(/^Type the name/).fill(name)
    await dialog.getByLabel('Reason for restore').fill('The disk broke')
    const restore = dialog.getByRole('button', { name: /^Restore Ridgeway/ })
    await restore.click()
    await expect(dialog).toContainText('Choose who restores it, and type the passphrase')
    await dialog.getByLabel('Passphrase', { exact: true }).fill('none of theirs')
    await restore.click()
    await expect(dialog).toContainText('Wrong passphrase')
    await dialog.getByLabel('Passphrase', { exact: true }).fill(ana.passphrase)
    await restore.click()
    await new LockScreen(again.page).signIn()
    await expect(again.page.getByText('Payments on hold after a restore')).toBeVisible()
    await again.page.getByRole('button', { name: 'Confirm operators and policy…' }).click()
    const second = again.page.getByRole('dialog', { name: 'Second person needed: restored store' })
    await expect(second).toContainText('Use the recovery file')
    await expectNoViolation(again.page, 'second person')
    await again.page.keyboard.press('Escape')
    await shown.open('Settings')
    await expect(again.page.getByRole('region', { name: 'Backups' })).toContainText('Verified')
  } finally {
    await again.close()
  }
  const stored = await readdir(join(store, '..'))
  expect(stored.filter((file) => file.includes('.before-restore-'))).not.toEqual([])
})

sharedTest(
  'diagnostics are read before they are saved, byte for byte',
  async ({ countersign, window }) => {
    const { page, app, dataDir } = countersign
    await window.open('Settings')
    await page.keyboard.press('Control+Shift+D')
    const text = page.getByRole('region', { name: 'Diagnostics as they will be saved' })
    await expect(text).toContainText('Countersign diagnostics')
    const file = join(dataDir, 'diagnostics.json')
    await savingAs(app, file)
    await page.keyboard.press('Control+Shift+S')
    await expect(page.getByRole('region', { name: 'Diagnostics', exact: true })).toContainText(
      'diagnostics.json',
    )
    const saved = await readFile(file, 'utf8')
    expect((await text.textContent())?.replaceAll(/\s/g, '')).toContain(
      saved.slice(0, 2_000).replaceAll(/\s/g, ''),
    )
  },
)
