/** Sign-in and lock in the real window: the content behind can be neither seen nor reached. */
import { LockScreen } from '../pages/lock-screen.ts'
import { CountersignWindow } from '../pages/window.ts'
import { margaret } from '../pages/residents.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/shared-fixtures.ts'
import { test as realTest } from '../support/real-fixtures.ts'

realTest(
  'a real profile begins with its first administrator and asks for the passphrase',
  async ({ desktop, connection }) => {
    realTest.setTimeout(90_000)
    const { page, app } = desktop
    const lock = new LockScreen(page)
    await connection.createProfile('Ridgeway Treasury', 'pre-production')
    await expect(page.getByRole('button', { name: 'Ana Ruiz' })).toBeVisible()

    await connection.section('Addresses')
    await page.getByLabel('Secondary id').fill('typed and not saved')
    await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('lock-screen'))
    await expect(lock.dialog).toContainText('Locked with the screen of this computer.')
    await expect(lock.dialog).toContainText('Pre-production')
    await expect(page.getByTestId('environment')).toBeHidden()
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
      await expectNoViolation(page, `locked, ${theme}`)
    }

    const requested = await page.evaluate(() =>
      window.countersign.invoke('profiles.getShown', undefined),
    )
    expect(requested).toEqual({ ok: false, error: { code: 'signed-out' } })

    await lock.tryPassphrase('not the passphrase')
    await expect(lock.dialog.getByText('Wrong passphrase')).toBeVisible()
    for (const key of ['Escape', 'Escape', 'Control+k', 'Control+n']) await page.keyboard.press(key)
    await expect(lock.dialog).toBeVisible()
    await lock.signIn()
    await expect(page.getByLabel('Secondary id')).toHaveValue('typed and not saved')
    await expect(page.getByTestId('environment')).toContainText('Pre-production')
  },
)

test('Mod+L locks practice, dialogs included, and an operator name alone unlocks it', async ({
  validationScreen,
}) => {
  const { page } = validationScreen
  const lock = new LockScreen(page)
  await validationScreen.type(margaret)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('theme')
  await page.keyboard.press('Control+l')
  await expect(lock.dialog).toContainText('Locked by hand.')
  await expect(page.getByRole('combobox')).toBeHidden()
  await expectNoViolation(page, 'practice, locked')
  await expect(lock.dialog.getByRole('button', { name: 'Mara Ellison' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(lock.dialog).toBeHidden()
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('theme')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Account number')).not.toHaveValue('')

  await page.keyboard.press('Control+l')
  await lock.chooseInPractice('Theo Park')
  const window = new CountersignWindow(page)
  await expect(page.getByRole('button', { name: 'Theo Park' })).toBeVisible()
  await expect(window.heading).toHaveText('Overview')
  await window.open('Validation')
  await expect(page.getByLabel('Account number')).toHaveValue('')
})
