/** Pictures of the listener and of its fields: `npm run screenshots` writes them to build/screenshots. */
import { dirname } from 'node:path'
import { memberArgument } from '../../../main/practice/practice-team.ts'
import { startPracticeTeam } from '../../../scripts/lib/practice-team.ts'
import { CountersignWindow } from '../pages/window.ts'
import { launchCountersign } from '../support/launch.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'
import { expect, test } from '../support/real-fixtures.ts'

for (const theme of themes) {
  test(`the listener in the ${theme} theme`, async ({ desktop, connection }) => {
    test.setTimeout(180_000)
    const { page } = desktop
    const window = new CountersignWindow(page)
    const showListener = async (): Promise<void> => {
      await page.evaluate(() => (location.hash = '#/alerts/listener'))
      await expect(page.getByRole('heading', { name: 'Details for the bank' })).toBeVisible()
    }
    await chooseTheme(page, theme)
    await inBothSizes(page, theme, async (take) => {
      await showListener()
      await take('listener-practice')
      await window.status.getByRole('button', { name: 'Listener' }).click()
      await take('listener-status')
      await page.keyboard.press('Escape')
    })
    await window.open('Connection')
    await connection.createProfile('Ridgeway Treasury', 'pre-production')
    await chooseTheme(page, theme)
    await connection.section('Addresses')
    await page.getByLabel('Run the listener').check()
    await page.getByLabel('Listens on').fill('0.0.0.0')
    await page.getByLabel('Port', { exact: true }).fill('9443')
    await page
      .getByLabel('Public address')
      .fill('https://alerts.ridgeway.example/countersign/alerts')
    await page.getByLabel('Permitted addresses').fill('192.0.2.10\n192.0.2.0/40')
    await page.getByLabel('Public address').focus()
    await inBothSizes(page, theme, async (take) => {
      await page.getByLabel('Permitted addresses').scrollIntoViewIfNeeded()
      await take('connection-listener')
    })
    await page.getByLabel('Permitted addresses').fill('192.0.2.10')
    await page.getByLabel('Listens on').fill('127.0.0.1')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Everything is saved')).toBeVisible()
    await inBothSizes(page, theme, async (take) => {
      await showListener()
      await take('listener')
    })
  })
}

for (const theme of themes) {
  test(`the listener of a practice team in the ${theme} theme`, async () => {
    test.setTimeout(180_000)
    const team = await startPracticeTeam(2)
    const open = await Promise.all(
      team.members.map((file) =>
        launchCountersign({ dataDir: dirname(file), args: [memberArgument(file)] }),
      ),
    )
    // The team shares the welcome and the theme.
    for (const [at, { page }] of open.entries()) {
      const window = new CountersignWindow(page)
      await window.ready()
      if (at === 0) {
        await window.leaveWelcome()
        await chooseTheme(page, theme)
      }
      await page.evaluate(() => (location.hash = '#/alerts/listener'))
      await expect(page.getByText(/listens at https/)).toBeVisible({ timeout: 60_000 })
      const isHere = await page.getByText('This workstation listens at').isVisible()
      await page.getByRole('button', { name: 'Check from outside' }).click()
      await expect(page.getByText(/^Leads /)).toBeVisible()
      await inBothSizes(page, theme, (take) => take(isHere ? 'listener-team' : 'listener-standby'))
    }
    await Promise.all(open.map((one) => one.close()))
    await team.end()
  })
}
