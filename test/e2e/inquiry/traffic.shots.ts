/** Pictures of Traffic: `npm run screenshots` writes them to build/screenshots. */
import { margaret, person } from '../pages/residents.ts'
import { TrafficScreen } from '../pages/traffic-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'

for (const theme of themes) {
  test(`Traffic in the ${theme} theme`, async ({ window, validationScreen, bank }) => {
    test.setTimeout(120_000)
    const { page } = window
    const traffic = new TrafficScreen(page)
    await chooseTheme(page, theme)
    for (const typed of [margaret, person('1000200066', 'Nora', 'Quill'), margaret]) {
      await validationScreen.type(typed)
      await validationScreen.inquire()
    }
    for (const scenario of ['failure-500', 'html-502', 'dropped-before-answer'] as const) {
      await bank.control.setScenario({ scenario, times: 1, target: 'validation' })
      await validationScreen.inquire()
    }
    await validationScreen.inquire()
    await bank.control.setScenario({ scenario: 'token-revoked', times: 1, target: 'validation' })
    await validationScreen.inquire()
    await inBothSizes(page, theme, async (take) => {
      await window.open('Validation')
      await traffic.open()
      await take('traffic')
      await traffic
        .lines(/Account validation.*200 answered/)
        .first()
        .focus()
      await expect(traffic.call.getByTestId('call')).toBeVisible()
      await take('traffic-call')
      await traffic.call.getByRole('tab', { name: 'Request' }).focus()
      await page.keyboard.press('Enter')
      await take('traffic-request')
      await traffic.call.getByRole('tab', { name: 'Answer' }).focus()
      await page.keyboard.press('Enter')
      await traffic.call.getByRole('tree').scrollIntoViewIfNeeded()
      await take('traffic-answer')
      await traffic
        .lines(/no answer/)
        .first()
        .focus()
      await expect(traffic.call).toContainText('No answer received')
      await take('traffic-no-answer')
      await page.keyboard.press('Space')
      await traffic.lines(/500/).first().focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('Control+e')
      await expect(traffic.bundle).toContainText('support-bundle')
      await take('traffic-bundle')
      await traffic.find('no such thing')
      await expect(page.getByText('No matching calls')).toBeVisible()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await traffic.find('zz-nothing')
      await expect(page.getByText('No matching calls')).toBeVisible()
      await take('traffic-filtered')
      await traffic.find(' ')
      await expect(traffic.lines(/500/).first()).toBeVisible()
    })
  })
}
