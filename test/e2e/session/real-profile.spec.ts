/** From nothing to a bank: a real profile, in a window that always shows its environment. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConnectionScreen } from '../pages/connection.ts'
import { LockScreen } from '../pages/lock-screen.ts'
import { CountersignWindow } from '../pages/window.ts'
import { margaret } from '../pages/residents.ts'
import { ValidationScreen } from '../pages/validation-screen.ts'
import { answerQuitQuestion, askedBeforeQuit, launchCountersign } from '../support/launch.ts'
import { freePort, withListener } from '../../unit/profile/support/listening.ts'
import { savingAs } from '../support/real-bank.ts'
import { expect, test } from '../support/real-fixtures.ts'

test.describe('a pre-production profile', () => {
  test('goes from an empty form to a green doctor, stores no secret in a file or a field, and validates an account', async ({
    desktop,
    connection,
    realBank,
    keyring,
  }) => {
    test.setTimeout(120_000)
    const { page } = desktop
    await connection.createProfile('Ridgeway Treasury', 'pre-production')
    await connection.setUp(realBank)
    await connection.section('Credentials')
    for (const field of await page.getByRole('textbox').all())
      expect(await field.inputValue()).not.toContain(realBank.enrolment.consumerSecret)
    expect(await page.content()).not.toContain(realBank.enrolment.clientSecret)
    // Its secrets, and the end of its audit chain.
    expect(await keyring.count('Countersign pre-production')).toBe(2)
    expect(await keyring.count('Countersign production')).toBe(0)

    const steps = await connection.examine()
    await expect(steps.getByRole('listitem')).toHaveCount(13)
    for (const step of await steps.getByRole('listitem').all())
      // The listener is not set up yet, and there is no own account to list.
      await expect(step).toContainText(/fine|passed|the listener is not running|no own account/i)

    const path = join(desktop.dataDir, 'chosen.txt')
    await savingAs(desktop.app, path)
    await connection.section('Recovery file')
    await page
      .getByRole('textbox', { name: 'Passphrase', exact: true })
      .fill('four random words here')
    await page.getByRole('textbox', { name: 'Passphrase again' }).fill('four random words here')
    await page.getByRole('button', { name: /^Write/ }).click()
    await expect(page.getByText('Saved: chosen.txt')).toBeVisible()
    const text = await readFile(path, 'utf8')
    expect(text).toMatch(/^COUNTERSIGN RECOVERY FILE/)
    expect(text).not.toContain('four random words')

    const window = new CountersignWindow(page)
    await window.open('Validation')
    const validation = new ValidationScreen(page)
    await validation.type(margaret)
    await validation.inquire()
    await expect(validation.headline).toHaveText('Account open, owner matches')
    const counted = await realBank.control.counters()
    expect(counted.byOperation['validation']).toBe(1)
  })
})

test('quitting asks while a profile listens for its bank, and its listener goes on after a no', async ({
  desktop,
  connection,
}) => {
  test.setTimeout(120_000)
  const { app, page } = desktop
  await connection.createProfile('Ridgeway Treasury', 'pre-production')
  const details = withListener({ port: await freePort(), publicUrl: null })
  await page.evaluate(async (input) => {
    const { countersign } = window
    const state = (await countersign.invoke('workstation.getState', undefined)) as {
      readonly value: { readonly profileId: string }
    }
    await countersign.invoke('profiles.changeDetails', input, state.value.profileId)
  }, details)
  const listener = page.getByRole('contentinfo', { name: 'Status' })
  await expect(listener).toContainText('listening')
  await answerQuitQuestion(app, 'Keep open')
  await app.evaluate(({ app: program }) => {
    setImmediate(() => program.quit())
  })
  await expect
    .poll(() => askedBeforeQuit(app))
    .toEqual([
      'Countersign stops listening for alerts of Ridgeway Treasury. They wait at the bank for a day at most; after that only sweeps find them.',
    ])
  await expect(listener).toContainText('listening')
})

test.describe('the environment', () => {
  test('is shown by text, frame, colour and title, production requires its typed word, and a hanging keychain is reported within eleven seconds', async ({
    desktop,
    connection,
    keyring,
  }) => {
    test.setTimeout(120_000)
    const { page } = desktop
    const band = page.getByTestId('environment')
    const colours = [await band.evaluate((box) => getComputedStyle(box).backgroundColor)]
    await connection.createProfile('Ridgeway test', 'pre-production')
    colours.push(await band.evaluate((box) => getComputedStyle(box).backgroundColor))
    await expect(page).toHaveTitle(/PRE-PRODUCTION/i)
    await connection.createProfile('Ridgeway live', 'production')
    colours.push(await band.evaluate((box) => getComputedStyle(box).backgroundColor))
    await expect(page).toHaveTitle(/^PRODUCTION/)
    expect(new Set(colours).size).toBe(3)

    // Away and back: the word is required again, and any other text leaves the window unchanged.
    const lock = new LockScreen(page)
    await connection.profiles.getByRole('button', { name: /Ridgeway test/ }).click()
    await lock.signIn()
    await expect(band).toContainText('Pre-production')
    await connection.profiles.getByRole('button', { name: /Ridgeway live/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Open Ridgeway live' })
    await dialog.getByLabel('Type PRODUCTION to continue').fill('production')
    await page.keyboard.press('Enter')
    await expect(band).toContainText('Pre-production')
    await dialog.getByLabel('Type PRODUCTION to continue').fill('PRODUCTION')
    await page.keyboard.press('Enter')
    await lock.signIn()
    await expect(band).toContainText('Production')
    await expect(page).toHaveTitle(/^PRODUCTION/)

    // The keychain hangs: that is reported ten seconds later, and the window stays usable.
    await connection.profiles.getByRole('button', { name: /Alder Falls/ }).click()
    await lock.chooseInPractice('Mara Ellison')
    await expect(band).toContainText('Practice')
    await keyring.pause()
    await connection.profiles.getByRole('button', { name: /Ridgeway test/ }).click()
    const hanging = page.getByRole('dialog', { name: 'Open Ridgeway test' })
    await expect(hanging.getByText(/gave no answer/i)).toBeVisible({ timeout: 30_000 })
    await keyring.resume()
    await hanging.getByRole('button', { name: 'Try again' }).click()
    await expect(lock.dialog).toBeVisible({ timeout: 15_000 })
    await lock.signIn()
    await expect(band).toContainText('Pre-production', {
      timeout: 15_000,
    })
  })
})

test.describe('the keychain', () => {
  test('that is missing leaves practice working, and says what to install', async ({ bank }) => {
    const none = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', DISPLAY: '' }
    const desktop = await launchCountersign({
      env: { ...bank.env, ...none, DISPLAY: process.env['DISPLAY'] ?? '' },
    })
    try {
      const window = new CountersignWindow(desktop.page)
      await window.ready()
      await window.leaveWelcome()
      await window.open('Connection')
      const connection = new ConnectionScreen(desktop)
      await connection.profiles.getByRole('button', { name: 'New profile' }).click()
      const dialog = desktop.page.getByRole('dialog', { name: 'New profile' })
      await dialog.getByLabel('Name').fill('Ridgeway')
      await dialog.getByRole('button', { name: /^Create Ridgeway/ }).click()
      await expect(dialog.getByText(/gnome-keyring/i)).toBeVisible()
      await desktop.page.keyboard.press('Escape')
      await window.open('Validation')
      const validation = new ValidationScreen(desktop.page)
      await validation.type(margaret)
      await validation.inquire()
      await expect(validation.headline).toHaveText('Account open, owner matches')
    } finally {
      await desktop.close()
    }
  })
})
