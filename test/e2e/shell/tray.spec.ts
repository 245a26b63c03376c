/**
 * The program without its window: it continues in the tray, opens the window again, and ends on
 * request.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright/test'
import { electronProgram, useElectron } from '../../../scripts/lib/electron-choice.ts'
import { AlertsScreen } from '../pages/alerts-screen.ts'
import { margaret } from '../pages/residents.ts'
import { TrayIcon } from '../pages/tray-icon.ts'
import { CountersignWindow } from '../pages/window.ts'
import { expect, test } from '../support/fixtures.ts'
import { launchCountersign } from '../support/launch.ts'

test.skip(useElectron() === 'electron', 'nobody can look at a tray of Electron')

const windowCount = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)

const isShown = (app: ElectronApplication): Promise<boolean> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() === true)

/** Closes the window as a person does, and waits until it is hidden or its program is gone. */
async function closeWindow(app: ElectronApplication, page: Page): Promise<void> {
  // Chromium may lose the request to close a page that is still loading.
  await page.waitForLoadState('load')
  await app.evaluate(({ BrowserWindow }) => {
    setImmediate(() => BrowserWindow.getAllWindows()[0]?.close())
  })
  // A program that ends with its window does not answer any more.
  await expect.poll(() => isShown(app).catch(() => false)).toBe(false)
}

/** Waits until an action has brought the window back. */
async function shownBy(app: ElectronApplication, act: Promise<unknown>): Promise<void> {
  await act
  await expect.poll(() => isShown(app)).toBe(true)
}

test('the tray names every listener; closing the window is reported once and stops no work, no alerts and no input; the window comes back as it was', async ({
  countersign: { app, dataDir },
  window,
  validationScreen,
  bank,
}) => {
  test.setTimeout(120_000)
  const tray = new TrayIcon(app)
  await expect
    .poll(() => tray.entries())
    .toEqual([
      expect.stringMatching(/^Alder Falls practice bank · Practice: (off|starting|listening)$/),
      'Show Countersign',
      'Quit',
    ])
  expect(await tray.tooltip()).toMatch(/^Countersign: (no listener runs|starting|listening)$/)
  // An existing window is brought to the front, not created again.
  await tray.click()
  await tray.choose('show')
  await expect(window.heading).toBeVisible()
  expect(await windowCount(app)).toBe(1)

  await validationScreen.type(margaret)
  await validationScreen.inquire()
  await expect(validationScreen.headline).toHaveText('Account open, owner matches')
  await new AlertsScreen(validationScreen.page).open()
  await expect(validationScreen.page.getByText('The listener runs')).toBeVisible()
  expect(await tray.notifications()).toEqual([])
  await closeWindow(app, window.page)
  await expect.poll(() => tray.notifications()).toHaveLength(1)
  expect((await tray.notifications())[0]).toMatch(
    /^Countersign is still running: Its window is closed\./,
  )
  await bank.control.sendAlerts({ kind: 'incoming-wire', count: 3 })
  // Acknowledged without a window: main never stopped listening.
  await expect.poll(() => bank.control.sender()).toMatchObject({ acknowledged: 3, waiting: 0 })

  await shownBy(app, tray.choose('show'))
  const alerts = new AlertsScreen(window.page)
  await alerts.open()
  await expect(alerts.lines(/Wire.*incoming/)).toHaveCount(3)
  await window.open('Validation')
  await expect(validationScreen.headline).toHaveText('Account open, owner matches')
  expect(await windowCount(app)).toBe(1)

  await closeWindow(app, window.page)
  await shownBy(app, tray.click())
  await closeWindow(app, window.page)
  expect(await tray.notifications()).toHaveLength(1)
  // A second start shows the hidden window.
  const second = spawn(electronProgram(), ['.'], {
    env: { ...process.env, COUNTERSIGN_DATA: dataDir },
    stdio: 'ignore',
  })
  await shownBy(app, once(second, 'exit'))
  await expect(validationScreen.headline).toHaveText('Account open, owner matches')
})

test('closing the window before its work began does not prevent the work', async ({ bank }) => {
  const countersign = await launchCountersign({ env: bank.env })
  const { app, page } = countersign
  await closeWindow(app, page)
  const tray = new TrayIcon(app)
  await expect.poll(() => tray.entries()).toContainEqual(expect.stringContaining('· Practice: '))
  await shownBy(app, tray.click())
  await new CountersignWindow(page).ready()
  await countersign.close()
})

test.describe('quitting', () => {
  let dataDir: string
  test.beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'countersign-tray-'))
  })
  test.afterEach(() => rm(dataDir, { recursive: true, force: true }))

  /** A program with a practice bank of its own, as an operator starts it. */
  async function startAlone(env: Record<string, string> = {}) {
    const countersign = await launchCountersign({ dataDir, env })
    const window = new CountersignWindow(countersign.page)
    await window.ready()
    const { app } = countersign
    const main = app.process()
    const processes = [main.pid ?? 0, ...descendantsOf(main.pid ?? 0)]
    // At least Chromium, the practice bank and main itself.
    expect(processes.length).toBeGreaterThan(2)
    return { window, app, gone: once(main, 'exit'), processes }
  }

  test('from the menu ends everything while the window is open, without a notification that work continues', async () => {
    const { app, gone, processes } = await startAlone()
    let reported = ''
    app.process().stdout?.on('data', (text: Buffer) => (reported += text.toString()))
    await app.evaluate(({ Menu }) => {
      const [file] = Menu.getApplicationMenu()?.items ?? []
      const quit = file?.submenu?.items.find(({ role }) => role === 'quit')
      setImmediate(() => {
        quit?.click()
      })
    })
    expect(await gone).toEqual([0, null])
    await expect.poll(() => processes.filter(isAlive)).toEqual([])
    expect(reported).not.toContain('notification')
  })

  test('happens with the window where the system has no tray, and from the tray leaves no process and no lock on the data', async () => {
    const trayless = await startAlone({ STANDIN_NO_TRAY: '1' })
    expect(await new TrayIcon(trayless.app).isThere()).toBe(false)
    await closeWindow(trayless.app, trayless.window.page)
    expect(await trayless.gone).toEqual([0, null])
    await expect.poll(() => trayless.processes.filter(isAlive)).toEqual([])

    const { app, window, gone, processes } = await startAlone()
    await closeWindow(app, window.page)
    await new TrayIcon(app).choose('quit')
    expect(await gone).toEqual([0, null])
    await expect.poll(() => processes.filter(isAlive)).toEqual([])
    // The store was closed: its write-ahead log has been merged.
    expect(readdirSync(dataDir).filter((name) => name.endsWith('-wal'))).toEqual([])
  })
})

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`)

/** All descendants of this process. */
function descendantsOf(pid: number): number[] {
  const below = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === pid)
    .map(Number)
  return below.flatMap((child) => [child, ...descendantsOf(child)])
}

function parentOf(pid: string): number | undefined {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')
    return Number(afterName.split(' ')[1])
  } catch {
    return undefined
  }
}
