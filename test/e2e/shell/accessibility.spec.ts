import type { Page } from 'playwright/test'
import { LockScreen } from '../pages/lock-screen.ts'
import { PaymentInquiryScreen } from '../pages/payment-inquiry-screen.ts'
import { margaret } from '../pages/residents.ts'
import { expectNoViolation, ofColours } from '../support/axe.ts'
import { test, expect } from '../support/fixtures.ts'
import { themes } from '../support/pictures.ts'
import { test as realTest } from '../support/real-fixtures.ts'
import { everyScreen } from '../support/screens.ts'

/**
 * Checks the window by all rules, and its colours in each theme, after they have finished changing.
 */
async function expectNoViolationInAnyTheme(page: Page, what: string): Promise<void> {
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, *::before, *::after { transition: none !important }')
    document.adoptedStyleSheets = [still]
  })
  for (const [at, theme] of themes.entries()) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
    await expectNoViolation(page, `${what}, ${theme}`, at === 0 ? undefined : ofColours)
  }
}

test('axe finds nothing on any screen in any theme', async ({ window, validationScreen, bank }) => {
  test.setTimeout(240_000)
  const { page } = window
  const look = (what: string): Promise<void> => expectNoViolationInAnyTheme(page, what)
  await look('validation, empty')

  await validationScreen.type({ 'Routing number': '12', 'ZIP code': '43' })
  await page.keyboard.press('Control+Enter')
  await look('validation, broken rules')

  await validationScreen.type({ ...margaret, 'ZIP code': '97001' })
  await validationScreen.inquire()
  await expect(validationScreen.headline).toBeVisible()
  await look('validation, answered')
  await page.keyboard.press('Control+j')
  await look('validation, raw')

  await bank.control.setScenario({ scenario: 'failure-500', times: 1, target: 'validation' })
  await validationScreen.inquire()
  await look('validation, refused')

  await window.open('Validation history')
  await page
    .getByRole('row', { name: /M\u2022\u2022\u2022/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await expect(validationScreen.headline).toBeVisible()
  await look('history')
  for (const screen of everyScreen) {
    await window.open(screen)
    await page.waitForTimeout(200)
    await look(screen)
    if (screen === 'Bulk validation')
      await expect(page.getByText('No bulk validations yet')).toBeVisible()
  }
  await window.open('Code book')
  const cells = page.locator('[data-cell]')
  await expect(cells.first()).toBeVisible()
  const cut = await cells.evaluateAll((all) =>
    all.findIndex(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
  )
  // A list that is drawn once more under the pointer hears of it only when it moves.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await cells.nth(cut).hover()
    await expect(page.locator('body > .floating')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await look('the full text of a cut cell')
  const payments = new PaymentInquiryScreen(page)
  await payments.open()
  await payments.openParticipants()
  await expect(page.getByText('No list of RTP participants yet')).toBeVisible()
  await look('participants, none')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('palette')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await look('dialog')
  await page.keyboard.press('Escape')
  await page.keyboard.press('F1')
  await expect(page.getByRole('complementary', { name: 'Help' })).toBeVisible()
  await look('help')
  await window.openGallery()
  await look('components')
  await window.closeGallery()
  await page.keyboard.press('Control+l')
  await expect(page.locator('[data-lock-screen]')).toBeVisible()
  await look('locked')
})

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

realTest(
  'axe finds nothing on a real profile in any theme',
  async ({ desktop, connection, realBank }) => {
    realTest.setTimeout(180_000)
    const { page } = desktop
    const look = (what: string): Promise<void> => expectNoViolationInAnyTheme(page, what)
    await connection.createProfile('Ridgeway Treasury', 'pre-production')
    for (const section of sections) {
      await connection.section(section)
      await look(`${section}, empty`)
    }
    await connection.setUp(realBank)
    await connection.examine()
    for (const section of sections) {
      await connection.section(section)
      await look(`${section}, filled`)
    }
    const lock = new LockScreen(page)
    await page.keyboard.press('Control+l')
    await expect(lock.dialog.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await look('sign-in')
    await lock.tryPassphrase('another passphrase altogether')
    await expect(lock.dialog.getByText('Wrong passphrase')).toBeVisible()
    await look('sign-in refused')
    await lock.signIn()
    await connection.profiles.getByRole('button', { name: 'New profile' }).click()
    await expect(page.getByRole('dialog', { name: 'New profile' })).toBeVisible()
    await look('new profile')
  },
)
