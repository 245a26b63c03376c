/** Pictures of Connection in a real profile: `npm run screenshots` writes them to build/screenshots. */
import { fileURLToPath } from 'node:url'
import { expect, test } from './support/real-fixtures.ts'

const folder = fileURLToPath(new URL('../../build/screenshots', import.meta.url))

for (const theme of ['light', 'dark'] as const) {
  test(`Connection in the ${theme} theme`, async ({ desktop, connection, realBank }) => {
    test.setTimeout(120_000)
    const { page } = desktop
    const take = async (name: string): Promise<void> => {
      await page.waitForTimeout(250)
      await page.screenshot({ path: `${folder}/${name}-${theme}-1280x800.png`, caret: 'hide' })
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await connection.make('Ridgeway Treasury', 'pre-production')
    await page.keyboard.press('Control+k')
    await page.keyboard.type(`Theme: ${theme}`)
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await take('connection-new')
    await connection.setUp(realBank)
    await take('connection-certificates')
    await connection.section('Addresses')
    await take('connection-addresses')
    await connection.examine()
    await take('connection')
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.waitForTimeout(250)
    await page.screenshot({ path: `${folder}/connection-${theme}-1920x1080.png`, caret: 'hide' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Examine the connection' }).scrollIntoViewIfNeeded()
    await connection.section('Recovery file')
    await take('connection-recovery')
    await connection.profiles.getByRole('button', { name: 'New profile' }).click()
    const dialog = page.getByRole('dialog', { name: 'New profile' })
    await dialog.getByLabel('Name').fill('Ridgeway Treasury, live accounts of the northern region')
    await dialog.getByRole('radio', { name: 'Production', exact: true }).check()
    await take('connection-production')
    await page.keyboard.press('Escape')
  })
}
