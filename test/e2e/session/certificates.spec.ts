/**
 * The life of a certificate in the window: requested, answered, proven at a bank, rotated,
 * restored, and expiring.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeAuthority, type Authority } from '../../unit/profile/certificates/support/authority.ts'
import { CountersignWindow } from '../pages/window.ts'
import { choosing, openRealBank, savingAs } from '../support/real-bank.ts'
import { expect, test as base } from '../support/real-fixtures.ts'

/**
 * A bank whose client's first certificate expires in ten days, and the authority that it trusts.
 */
const test = base.extend<{ authority: Authority }>({
  authority: async ({}, use) => use(await makeAuthority('rsa', 10)),
  realBank: async ({ authority }, use) => {
    const bank = await openRealBank(authority.pki)
    await use(bank)
    await bank.close()
  },
})

test('an expiring certificate appears in the inbox, is replaced by request, answer and proof, and can be rolled back', async ({
  desktop,
  connection,
  realBank,
  authority,
}) => {
  test.setTimeout(180_000)
  const { page, app, dataDir } = desktop
  const window = new CountersignWindow(page)
  await connection.createProfile('Ridgeway Treasury', 'pre-production')
  await connection.setUp(realBank)
  const client = page.getByRole('region', { name: 'Client certificate' })
  const request = page.getByRole('region', { name: 'Request for a certificate' })
  const steps = page.getByRole('list', { name: 'Steps to a certificate' })
  const prove = async (): Promise<void> => {
    await client.getByRole('button', { name: 'Prove it with a health check' }).click()
    await expect(client.getByText(/^Proven on/)).toBeVisible()
  }
  await prove()

  // The screen and the status bar show a warning.
  const warnings = page.getByRole('list', { name: 'Certificates that expire' })
  await expect(warnings).toContainText('The client certificate expires in 9 days')
  await expect(warnings).toContainText('No replacement yet')
  await expect(window.status).toContainText('expires in 9 days')
  // The inbox has an item too, with a link to the steps.
  await window.open('Inbox')
  await page
    .getByText(/The client certificate expires within 14 days/)
    .first()
    .click()
  await page
    .getByRole('link', { name: 'Open certificates' })
    .or(page.getByRole('button', { name: 'Open certificates' }))
    .click()
  await expect(steps).toBeVisible()

  await request.getByRole('button', { name: 'Create request' }).click()
  await request.getByLabel('Common name').fill('countersign.ridgeway.example')
  await request.getByLabel('Organization').fill('Ridgeway Treasury')
  await request.getByRole('radio', { name: 'EC P-256' }).check()
  await request.getByRole('button', { name: 'Create a key EC P-256 and its request' }).click()
  await expect(request.getByText('EC P-256, in the keychain')).toBeVisible()
  await expect(warnings).toContainText('waits for its answer')
  const csr = join(dataDir, 'ridgeway.csr')
  await savingAs(app, csr)
  await request.getByRole('button', { name: 'Save the request' }).click()
  await expect(page.getByText('Saved: ridgeway.csr')).toBeAttached()
  const text = await readFile(csr, 'utf8')
  expect(text).toMatch(/^-----BEGIN CERTIFICATE REQUEST-----/)
  expect(text).not.toContain('PRIVATE')
  await steps.getByRole('button', { name: /^Mark as done ?: Give the request/ }).click()
  await steps.getByRole('button', { name: 'Mark it as done' }).click()
  await expect(steps).toContainText(/Given on \d{4}-/)

  // The authority answers; a certificate for another key is distinguished from the answer.
  const [other, answer] = [join(dataDir, 'other.pem'), join(dataDir, 'answer.pem')]
  await writeFile(other, authority.pki.client.chain)
  await writeFile(answer, await authority.answer(text))
  await choosing(app, other)
  await client.getByRole('button', { name: 'Import next certificate' }).click()
  await expect(client).toContainText('for another key than the one requested here on')
  await choosing(app, answer)
  await client.getByRole('button', { name: 'Choose other files' }).click()
  await expect(client).toContainText('created here with the request of')
  await client.getByRole('button', { name: /^Import CN=Answer/ }).click()
  await expect(client.getByText('Not proven yet', { exact: true })).toBeVisible()
  await expect(request.getByRole('button', { name: 'Create request' })).toBeVisible()
  await expect(warnings).toBeHidden()

  // The two are shown side by side; back to the first, and forward again.
  const table = client.getByRole('table')
  await expect(table.getByRole('row', { name: /^Subject/ })).toContainText('differs')
  await client.getByRole('button', { name: 'Go back to it' }).click()
  await page.getByRole('button', { name: /^Use CN=First/ }).click()
  await expect(warnings).toContainText('Another certificate')
  await expect(client).toContainText('Stored, not in use, not proven')
  await client.getByRole('button', { name: 'Use it again' }).click()
  await page.getByRole('button', { name: /^Use CN=Answer/ }).click()
  await prove()
  await expect(table).toBeHidden()
  await steps.getByRole('button', { name: /^Mark as done ?: Give the certificate/ }).click()
  await steps.getByRole('button', { name: 'Mark it as done' }).click()
  await expect(steps.getByText('Done', { exact: true })).toHaveCount(6)

  // The notices from before are resolved.
  await window.open('Inbox')
  await expect(page.getByText(/The client certificate expires/)).toBeHidden()
  // No private key is anywhere in the data folder.
  for (const file of await filesIn(dataDir))
    expect((await readFile(file)).includes('PRIVATE KEY'), file).toBe(false)
})

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('Cache'))
}
