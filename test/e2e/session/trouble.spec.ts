/** The screens of an operator whose store is missing. */
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { margaret } from '../pages/residents.ts'
import { CountersignWindow } from '../pages/window.ts'
import { ValidationScreen } from '../pages/validation-screen.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { launchCountersign } from '../support/launch.ts'

const digestOf = async (folder: string): Promise<Record<string, string>> => {
  const names = (await readdir(folder)).filter((name) => name.startsWith('practice.countersign'))
  const digests = names.map(async (name) => {
    const bytes = await readFile(join(folder, name))
    return [name, createHash('sha256').update(bytes).digest('hex')] as const
  })
  return Object.fromEntries(await Promise.all(digests))
}

test('a file that is no store is left unchanged, and every screen says why it is unavailable', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-e2e-'))
  await writeFile(
    join(dataDir, 'practice.countersign'),
    'somebody else keeps this here\n'.repeat(200),
  )
  const before = await digestOf(dataDir)
  const countersign = await launchCountersign({ dataDir })
  const window = new CountersignWindow(countersign.page)
  await expect(window.heading).toHaveText('Overview')
  await expect(countersign.page.getByText('The store was not opened').first()).toBeVisible()
  await expect(countersign.page.getByText('is not a Countersign store').first()).toBeVisible()
  await window.open('Validation')
  const validationScreen = new ValidationScreen(countersign.page)
  await validationScreen.type(margaret)
  await expect(
    validationScreen.page.getByRole('button', { name: 'Validate account' }),
  ).toHaveAttribute('aria-disabled', 'true')
  await expectNoViolation(countersign.page, 'store refused')
  await window.open('Validation history')
  await expect(countersign.page.getByRole('button', { name: 'Read again' })).toBeVisible()
  await countersign.close()
  expect(await digestOf(dataDir)).toEqual(before)
  await rm(dataDir, { recursive: true, force: true })
})
