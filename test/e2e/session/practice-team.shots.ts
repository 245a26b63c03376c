/** Pictures of a practice team: `npm run screenshots` writes them to build/screenshots. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { memberArgument } from '../../../main/practice/practice-team.ts'
import { startPracticeTeam } from '../../../scripts/lib/practice-team.ts'
import { CountersignWindow } from '../pages/window.ts'
import { expect, test } from '../support/fixtures.ts'
import { launchCountersign } from '../support/launch.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'
import { submitPayments } from '../support/prepared-payments.ts'

/** Stops the PostgreSQL server of this folder as `pg_ctl` does, under running workstations. */
function stopServer(folder: string): void {
  const [processId] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(processId), 'SIGINT')
}

for (const theme of themes) {
  test(`a practice team in the ${theme} theme`, async () => {
    test.setTimeout(120_000)
    const team = await startPracticeTeam(3)
    const open = await Promise.all(
      team.members
        .slice(0, 2)
        .map((file) => launchCountersign({ dataDir: dirname(file), args: [memberArgument(file)] })),
    )
    const page = open[0]?.page
    if (!page) throw new Error('a window is open')
    const window = new CountersignWindow(page)
    await window.ready()
    await window.leaveWelcome()
    await chooseTheme(page, theme)
    await submitPayments(page, ['410.00'])
    await window.open('Overview')
    await open.pop()?.close()
    const item = window.status.getByRole('button', { name: /^Team/ })
    await expect(item).toContainText('1 of 2 on')
    const rate = window.status.getByRole('button', { name: /^Rate/ })
    await inBothSizes(page, theme, async (take) => {
      for (const [place, name] of [
        [item, 'team'],
        [rate, 'team-rate'],
      ] as const) {
        await place.click()
        await take(name)
        await page.keyboard.press('Escape')
      }
    })
    await window.open('Audit')
    await expect(page.getByRole('columnheader', { name: 'Workstation' })).toBeVisible()
    await inBothSizes(page, theme, (take) => take('team-audit'))
    await window.open('Overview')
    const [member = ''] = team.members
    stopServer(join(dirname(dirname(member)), 'server'))
    await expect(item).toContainText('does not answer')
    await inBothSizes(page, theme, (take) => take('team-unreachable'))
    await Promise.all(open.map((one) => one.close()))
    await team.end()
  })
}

for (const theme of themes) {
  test(`the start of a practice team in the ${theme} theme`, async ({ window }) => {
    test.setTimeout(120_000)
    const { page } = window
    await chooseTheme(page, theme)
    await window.open('Practice bank')
    const panel = page.getByRole('region', { name: 'Practice team' })
    const start = panel.getByRole('button', { name: 'Start a practice team' })
    await inBothSizes(page, theme, async (take) => {
      await start.scrollIntoViewIfNeeded()
      await take('team-start')
    })
    await panel.getByLabel('Workstations').selectOption('2')
    await start.click()
    await expect(panel).toContainText('2 of 2 windows open', { timeout: 60_000 })
    await inBothSizes(page, theme, (take) => take('team-running'))
    await panel.getByRole('button', { name: 'End the practice team' }).click()
    await expect(start).toBeVisible({ timeout: 60_000 })
  })
}
