/** Pictures of practice data that an earlier state of the program wrote: `npm run screenshots`. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { CountersignWindow } from '../pages/window.ts'
import { test } from '../support/fixtures.ts'
import { launchCountersign } from '../support/launch.ts'
import { inBothSizes, themes } from '../support/pictures.ts'

for (const theme of themes) {
  test(`Practice data of an earlier state in the ${theme} theme`, async ({ bank }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'countersign-shots-'))
    const first = await launchCountersign({ env: bank.env, dataDir })
    await new CountersignWindow(first.page).ready()
    await first.close()
    const file = join(dataDir, 'practice.countersign')
    const bytes = await readFile(file)
    bytes.writeUInt32BE(38, 60)
    await writeFile(file, bytes)
    const { page, close } = await launchCountersign({ env: bank.env, dataDir })
    await page.emulateMedia({ colorScheme: theme })
    const again = page.getByRole('button', { name: 'Start the practice data again' })
    await expect(again).toBeVisible()
    await inBothSizes(page, theme, (take) => take('store-earlier'))
    await again.click()
    await expect(again).toBeHidden()
    await new CountersignWindow(page).ready()
    await close()
    await rm(dataDir, { recursive: true, force: true })
  })
}
