/** The pictures of the README and of each review: `npm run screenshots` writes them to build/screenshots. */
import type { CountersignWindow } from '../pages/window.ts'
import type { ValidationScreen } from '../pages/validation-screen.ts'
import type { PracticeControl } from '../../../main/practice/practice-control.ts'
import { margaret, person } from '../pages/residents.ts'
import { test, expect } from '../support/fixtures.ts'
import { chooseTheme, folder, inBothSizes, themes } from '../support/pictures.ts'

/** Some history, as after a morning of work. */
async function aMorning(validationScreen: ValidationScreen, bank: PracticeControl): Promise<void> {
  const requested: [account: string, first: string, last: string][] = [
    ['1000200066', 'Nora', 'Quill'],
    ['1000200058', 'Harold', 'Finch'],
    ['1000200049', 'Jon', 'Thorpe'],
    ['1000200031', 'Bartholomew-Maximilian', 'Featherstonehaugh-Cholmondeley'],
    ['1000200031', 'Margaret', 'Alder'],
  ]
  for (const [account, first, last] of requested) {
    await validationScreen.type(person(account, first, last))
    await validationScreen.inquire()
    await expect(validationScreen.headline).toBeVisible()
  }
  await bank.setScenario({ scenario: 'unknown-codes', times: 1 })
  await validationScreen.inquire()
}

async function pictures(
  window: CountersignWindow,
  validationScreen: ValidationScreen,
  take: (name: string) => Promise<void>,
): Promise<void> {
  const { page } = window
  await validationScreen.type({
    ...person('001000200031', 'Margaret', 'Alder'),
    'Address line 1': '12 Mill Rd',
    City: 'Alder Falls',
    State: 'OR',
    'ZIP code': '97001',
    'SSN or tax id': '987654321',
    'Date of birth': '1962-03-14',
    'Your reference': 'PAYEE-17',
  })
  await validationScreen.inquire()
  await expect(validationScreen.headline).toHaveText('Account open, owner matches')
  await take('validation')
  await page.keyboard.press('Control+j')
  await take('validation-raw')
  await page.keyboard.press('Control+j')
  await validationScreen.type({
    'Routing number': '55001001',
    'ZIP code': '97',
    'Date of birth': '1962-13-14',
  })
  await page.keyboard.press('Control+Enter')
  await take('validation-rules')
  await window.open('Validation history')
  await page.getByRole('row', { name: /J\u2022\u2022\u2022 T\u2022\u2022\u2022/ }).focus()
  await page.keyboard.press('Enter')
  await expect(validationScreen.headline).toBeVisible()
  await take('history')
  for (const screen of ['Practice bank', 'Settings', 'Code book']) {
    await window.open(screen)
    await take(screen.toLowerCase().replace(' bank', '').replace(' ', '-'))
  }
  await page.keyboard.press('Control+k')
  await take('palette')
  await page.keyboard.press('Escape')
  await window.openGallery()
  await take('components')
  await window.closeGallery()
}

for (const theme of themes) {
  test(`pictures in the ${theme} theme`, async ({ window, validationScreen, bank }) => {
    test.setTimeout(180_000)
    const { page } = window
    await aMorning(validationScreen, bank.control)
    await chooseTheme(page, theme)
    await inBothSizes(page, theme, async (take) => {
      await window.open('Validation')
      await pictures(window, validationScreen, take)
    })
  })
}

test('pictures of the first start and of a pause', async ({ window, bank }) => {
  const { page } = window
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.waitForTimeout(250)
  await page.screenshot({ path: `${folder}/welcome-light-1280x800.png` })
  await window.leaveWelcome()
  const { ValidationScreen: ValidationFixture } = await import('../pages/validation-screen.ts')
  const validationScreen = new ValidationFixture(page)
  await bank.control.setScenario({ scenario: 'too-many-requests', times: 1, target: 'validation' })
  await validationScreen.type(margaret)
  await validationScreen.inquire()
  await validationScreen.inquire()
  await expect(validationScreen.answer).toContainText('The bank asked for a pause')
  await page.screenshot({ path: `${folder}/pause-light-1280x800.png` })
})
