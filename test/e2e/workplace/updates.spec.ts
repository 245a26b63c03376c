/** An installer from a file, checked in the real window without a network. */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signManifest } from '../../../main/workplace/updates/signed-manifest.ts'
import { manifestName } from '../../../preload/contract/api/updates/updates.ts'
import { CountersignWindow } from '../pages/window.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { launchCountersign } from '../support/launch.ts'
import { choosing } from '../support/real-bank.ts'

test('distinguishes a genuine installer from a changed one', async ({ bank }) => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-update-'))
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const installer = Buffer.from('an installer')
  const name = 'countersign_9.0.0_amd64.deb'
  const manifest = signManifest(
    {
      format: 1,
      product: 'countersign',
      version: '9.0.0',
      notes: 'What is new.',
      publishedAt: '2026-11-01T00:00:00.000Z',
      expiresAt: '2100-01-01T00:00:00.000Z',
      files: [
        {
          system: 'linux',
          arch: 'x64',
          kind: 'deb',
          name,
          bytes: installer.length,
          sha512: createHash('sha512').update(installer).digest('base64'),
        },
      ],
    },
    privateKey,
  )
  const paths = [manifestName, name].map((file) => join(folder, file))
  const [manifestPath = '', installerPath = ''] = paths
  await writeFile(manifestPath, manifest)
  await writeFile(installerPath, installer)
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const countersign = await launchCountersign({
    env: { ...bank.env, COUNTERSIGN_UPDATE_KEY: key },
  })
  try {
    const window = new CountersignWindow(countersign.page)
    await window.ready()
    await window.leaveWelcome()
    const { page } = window
    await window.open('Settings')
    const panel = page.getByRole('region', { name: 'Updates' })
    await expect(panel.getByRole('textbox', { name: 'Update feed' })).toBeDisabled()
    await choosing(countersign.app, manifestPath, installerPath)
    await page.keyboard.press('Control+Shift+F')
    await expect(panel).toContainText('Checked by hand: Version 9.0.0 is offered')
    await expect(panel).toContainText('Genuine: matches the publisher’s signature.')
    await expectNoViolation(page, 'updates')
    await writeFile(installerPath, 'an Installer')
    await page.keyboard.press('Control+Shift+F')
    await expect(panel).toContainText('Changed: does not match the publisher’s signature.')
    await writeFile(manifestPath, withOtherVersion(manifest))
    await page.keyboard.press('Control+Shift+F')
    await expect(panel).toContainText('Checked by hand: Not accepted')
    await expect(panel).toContainText('Not checked')
  } finally {
    await countersign.close()
    await rm(folder, { recursive: true, force: true })
  }
})

/** The signed text names another version, under the signature of the first. */
function withOtherVersion(text: string): string {
  const whole = JSON.parse(text) as { manifest: string; signature: string }
  const changed = Buffer.from(whole.manifest, 'base64').toString('utf8').replace('9.0.0', '9.0.1')
  return JSON.stringify({ ...whole, manifest: Buffer.from(changed).toString('base64') })
}
