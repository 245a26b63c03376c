/** Pictures of the day at a glance: `npm run screenshots` writes them to build/screenshots. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator } from 'playwright/test'
import { fillBigStore, moveUpTo } from '../../bench/support/big-store.ts'
import { CountersignWindow } from '../pages/window.ts'
import { test } from '../support/fixtures.ts'
import { launchCountersign } from '../support/launch.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'

/**
 * Changes made without a viewer are found one by one: finished when the count no longer changes.
 */
async function settled(count: Locator): Promise<void> {
  let before = ''
  await expect
    .poll(
      async () => {
        const now = await count.innerText()
        const isStill = now === before && /\d/.test(now)
        before = now
        return isStill
      },
      { intervals: [2_000], timeout: 60_000 },
    )
    .toBe(true)
}

for (const theme of themes) {
  test(`The overview in the ${theme} theme`, async ({ bank }) => {
    test.setTimeout(240_000)
    const dataDir = await mkdtemp(join(tmpdir(), 'countersign-shots-'))
    const first = await launchCountersign({ env: bank.env, dataDir })
    const fresh = new CountersignWindow(first.page)
    await fresh.ready()
    await fresh.leaveWelcome()
    await chooseTheme(first.page, theme)
    await fresh.open('Overview')
    await inBothSizes(first.page, theme, (take) => take('overview-new'))
    await first.close()
    const size = { alerts: 4_000, payments: 2_000, entries: 4_000 }
    const file = join(dataDir, 'practice.countersign')
    fillBigStore(file, size)
    // In the last two weeks: the newest alert arrived a moment ago.
    moveUpTo(file, new Date(), 15)
    const full = await launchCountersign({ env: bank.env, dataDir })
    const window = new CountersignWindow(full.page)
    await window.ready()
    await expect(window.heading).toHaveText('Overview')
    await expect(full.page.locator('[data-chart] canvas').first()).toBeVisible()
    await settled(window.rail.getByRole('link', { name: /^Inbox/ }))
    await full.page.keyboard.press('Control+u')
    await inBothSizes(full.page, theme, async (take) => {
      await take('overview')
      await full.page.keyboard.press('Control+j')
      await full.page.keyboard.press('Control+d')
      await take('overview-table')
      await full.page.keyboard.press('Control+j')
      await take('overview-days')
      await full.page.keyboard.press('Control+d')
      await window.open('Inbox')
      await expect(full.page.getByRole('row', { name: /Returned/ }).first()).toBeVisible()
      await take('inbox')
      await window.open('Overview')
    })
    await full.close()
    await rm(dataDir, { recursive: true, force: true })
  })
}
