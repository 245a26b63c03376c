/** Pictures of a certificate renewal: `npm run screenshots` writes them to build/screenshots. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeAuthority, type Authority } from '../../unit/profile/certificates/support/authority.ts'
import { choosing, openRealBank } from '../support/real-bank.ts'
import { expect, test as base } from '../support/real-fixtures.ts'

const folder = fileURLToPath(new URL('../../../build/screenshots', import.meta.url))
const test = base.extend<{ authority: Authority }>({
  authority: async ({}, use) => use(await makeAuthority('rsa', 10)),
  realBank: async ({ authority }, use) => {
    const bank = await openRealBank(authority.pki)
    await use(bank)
    await bank.close()
  },
})

for (const theme of ['light', 'dark'] as const) {
  test(`A renewal in the ${theme} theme`, async ({ desktop, connection, realBank, authority }) => {
    test.setTimeout(180_000)
    const { page, app, dataDir } = desktop
    const take = async (name: string, width = 1280, height = 800): Promise<void> => {
      await page.setViewportSize({ width, height })
      await page.waitForTimeout(250)
      const path = `${folder}/${name}-${theme}-${String(width)}x${String(height)}.png`
      await page.screenshot({ path, caret: 'hide' })
    }
    await connection.createProfile('Ridgeway Treasury', 'pre-production')
    await page.keyboard.press('Control+k')
    await page.keyboard.type(`Theme: ${theme}`)
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await connection.setUp(realBank)
    const client = page.getByRole('region', { name: 'Client certificate' })
    await client.getByRole('button', { name: 'Prove it with a health check' }).click()
    await expect(client.getByText(/^Proven on/)).toBeVisible()
    await connection.section('Overview')
    await connection.section('Certificates')

    const request = page.getByRole('region', { name: 'Request for a certificate' })
    await request.getByRole('button', { name: 'Create request' }).click()
    await take('certificates-confirm')
    await request.getByLabel('Common name').fill('countersign.ridgeway.example')
    await request.getByLabel('Organization').fill('Ridgeway Treasury')
    await request.getByRole('radio', { name: 'EC P-256' }).check()
    await request.getByRole('button', { name: /^Create a key/ }).click()
    const csr = request.getByText('BEGIN CERTIFICATE REQUEST')
    await expect(csr).toBeVisible()
    await take('certificates-requested')
    await take('certificates-requested', 1920, 1080)

    const answer = join(dataDir, 'answer.pem')
    await writeFile(answer, await authority.answer((await csr.textContent()) ?? ''))
    await choosing(app, answer)
    await client.getByRole('button', { name: 'Import next certificate' }).click()
    await client.getByRole('button', { name: /^Import CN=Answer/ }).click()
    await client.getByRole('table').scrollIntoViewIfNeeded()
    await take('certificates-beside')
    await take('certificates-beside', 1920, 1080)
  })
}
