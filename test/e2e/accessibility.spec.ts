import { LockScreen } from './pages/lock-screen.ts'
import { margaret } from './pages/residents.ts'
import { expectNoViolation } from './support/axe.ts'
import { test, expect } from './support/fixtures.ts'
import { test as realTest } from './support/real-fixtures.ts'

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any screen in the ${theme} theme`, async ({ window, desk, bank }) => {
    test.setTimeout(240_000)
    const { page } = window
    await page.keyboard.press('Control+k')
    await page.keyboard.type(`Theme: ${theme}`)
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await expectNoViolation(page, 'validation, empty')

    await desk.type({ 'Routing number': '12', 'ZIP code': '43' })
    await page.keyboard.press('Control+Enter')
    await expectNoViolation(page, 'validation, broken rules')

    await desk.type({ ...margaret, 'ZIP code': '97001' })
    await desk.ask()
    await expect(desk.headline).toBeVisible()
    await expectNoViolation(page, 'validation, answered')
    await page.keyboard.press('Control+j')
    await expectNoViolation(page, 'validation, raw')

    await bank.control.setScenario({ scenario: 'failure-500', times: 1, target: 'validation' })
    await desk.ask()
    await expectNoViolation(page, 'validation, refused')

    await window.open('Validation history')
    await page
      .getByRole('row', { name: /M\u2022\u2022\u2022/ })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await expect(desk.headline).toBeVisible()
    await expectNoViolation(page, 'history')
    for (const screen of [
      'Overview',
      'Inbox',
      'Approvals',
      'Payments',
      'New payment',
      'ACH batches',
      'New batch',
      'Returns',
      'Payees',
      'Operators',
      'Audit',
      'Bulk validation',
      'ACH inquiry',
      'Payment status',
      'Alerts',
      'Coverage',
      'Reconciliation',
      'Reports',
      'Practice bank',
      'Traffic',
      'Connection',
      'Settings',
      'Components',
      'Code book',
    ]) {
      await window.open(screen)
      await page.waitForTimeout(200)
      await expectNoViolation(page, screen)
    }
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoViolation(page, 'palette')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectNoViolation(page, 'dialog')
    await page.keyboard.press('Escape')
    await page.keyboard.press('F1')
    await expect(page.getByRole('complementary', { name: 'Help' })).toBeVisible()
    await expectNoViolation(page, 'help')
    await page.keyboard.press('Control+l')
    await expect(page.locator('[data-lock-screen]')).toBeVisible()
    await expectNoViolation(page, 'locked')
  })
}

const sections = [
  'Overview',
  'Addresses',
  'Own accounts',
  'Products and hours',
  'Alerts',
  'Certificates',
  'Credentials',
  'Recovery file',
]

for (const theme of ['light', 'dark'] as const) {
  realTest(
    `axe finds nothing on a real profile in the ${theme} theme`,
    async ({ desktop, connection, realBank }) => {
      realTest.setTimeout(120_000)
      const { page } = desktop
      await connection.make('Ridgeway Treasury', 'pre-production')
      await page.keyboard.press('Control+k')
      await page.keyboard.type(`Theme: ${theme}`)
      await page.keyboard.press('Enter')
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      for (const section of sections) {
        await connection.section(section)
        await expectNoViolation(page, `${section}, empty`)
      }
      await connection.setUp(realBank)
      await connection.examine()
      for (const section of sections) {
        await connection.section(section)
        await expectNoViolation(page, `${section}, filled`)
      }
      const lock = new LockScreen(page)
      await page.keyboard.press('Control+l')
      await expect(lock.dialog.getByRole('heading', { name: 'Sign in' })).toBeVisible()
      await expectNoViolation(page, 'sign-in')
      await lock.tryPassphrase('another passphrase altogether')
      await expect(lock.dialog.getByText('The passphrase is another')).toBeVisible()
      await expectNoViolation(page, 'sign-in refused')
      await lock.signIn()
      await connection.profiles.getByRole('button', { name: 'New profile' }).click()
      await expect(page.getByRole('dialog', { name: 'New profile' })).toBeVisible()
      await expectNoViolation(page, 'new profile')
    },
  )
}

test('axe finds nothing on the welcome', async ({ window }) => {
  await expect(window.heading).toHaveText('Welcome')
  await expectNoViolation(window.page, 'welcome')
})
