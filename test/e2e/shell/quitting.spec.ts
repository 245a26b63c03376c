/** What the program asks before it ends, and how it ends with the system's session. */
import { once } from 'node:events'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication } from 'playwright/test'
import { useElectron } from '../../../scripts/lib/electron-choice.ts'
import { margaret } from '../pages/residents.ts'
import { ValidationScreen } from '../pages/validation-screen.ts'
import { CountersignWindow } from '../pages/window.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { answerQuitQuestion, askedBeforeQuit, launchCountersign } from '../support/launch.ts'
import { removeFolder } from '../../electron-stand-in/remove-folder.ts'

/** The additions of the stand-in that end a session. */
interface SessionEnds {
  readonly app: { endSession(): void }
  readonly powerMonitor: { shutDown(): boolean }
}

const test = base.extend<{ readonly dataDir: string }>({
  dataDir: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-quitting-'))
    await use(folder)
    await removeFolder(folder)
  },
})

/** Starts the program with input that is not saved. */
async function startTyping(dataDir: string, env: Readonly<Record<string, string>>) {
  const { app, page } = await launchCountersign({ dataDir, env })
  const window = new CountersignWindow(page)
  await window.ready()
  await window.leaveWelcome()
  const screen = new ValidationScreen(page)
  await screen.type(margaret)
  return { app, window, screen, gone: once(app.process(), 'exit') }
}

const closeWindow = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => {
    setImmediate(() => BrowserWindow.getAllWindows()[0]?.close())
  })
const quit = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ app: program }) => {
    setImmediate(() => program.quit())
  })
/** Folded into the store, which is how a store is left that was closed. */
const openLogs = async (dataDir: string): Promise<string[]> =>
  (await readdir(dataDir)).filter((name) => name.endsWith('-wal'))

const [field, typed] = Object.entries(margaret)[0] ?? ['', '']
const question = 'Not saved: Validation. This input is lost.'

test('a window that cannot stay in the tray asks before typed input is lost, and keeps it', async ({
  bank,
  dataDir,
}) => {
  const { app, screen, gone } = await startTyping(dataDir, { ...bank.env, STANDIN_NO_TRAY: '1' })
  await answerQuitQuestion(app, 'Keep open')
  await closeWindow(app)
  await expect.poll(() => askedBeforeQuit(app)).toEqual([question])
  await expect(screen.field(field)).toHaveValue(typed)
  await screen.inquire()
  await expect(screen.headline).toHaveText('Account open, owner matches')
  // Now nothing is lost, so nothing is asked.
  await closeWindow(app)
  expect(await gone).toEqual([0, null])
  expect(await openLogs(dataDir)).toEqual([])
})

test('quitting asks where closing to the tray does not, and quits after a yes, with a window that hangs too', async ({
  bank,
  dataDir,
}) => {
  const { app, screen, gone } = await startTyping(dataDir, bank.env)
  await answerQuitQuestion(app, 'Keep open')
  await closeWindow(app)
  await quit(app)
  await expect.poll(() => askedBeforeQuit(app)).toEqual([question])
  await expect(screen.field(field)).toHaveValue(typed)
  await screen.page.evaluate(() => {
    setTimeout(() => {
      for (;;);
    })
  })
  await answerQuitQuestion(app, 'Quit')
  await quit(app)
  expect(await gone).toEqual([0, null])
  expect(await openLogs(dataDir)).toEqual([])
})

const closedItself = [0, null]
const ends: readonly (readonly [
  string,
  (app: ElectronApplication) => Promise<unknown>,
  readonly unknown[],
])[] = [
  [
    'Windows logs off, with the window in the tray',
    async (app) => {
      await closeWindow(app)
      await app.evaluate((electron) => {
        const { app: program } = electron as unknown as SessionEnds
        setTimeout(() => program.endSession(), 200)
      })
    },
    // Electron ends without cleaning up.
    [null, 'SIGKILL'],
  ],
  [
    'macOS or Linux shuts down',
    (app) =>
      app.evaluate((electron) => {
        const { powerMonitor } = electron as unknown as SessionEnds
        setImmediate(() => powerMonitor.shutDown())
      }),
    closedItself,
  ],
  [
    'a Linux desktop ends its programs',
    (app) => Promise.resolve(app.process().kill('SIGTERM')),
    closedItself,
  ],
]
for (const [name, end, code] of ends)
  test(`${name}: nobody is asked, and the store is closed`, async ({ bank, dataDir }) => {
    test.skip(useElectron() === 'electron', 'nobody can end the session of a test')
    const { app, gone } = await startTyping(dataDir, bank.env)
    await answerQuitQuestion(app, 'Keep open')
    expect(await openLogs(dataDir)).toEqual(['practice.countersign-wal'])
    await end(app)
    expect(await gone).toEqual(code)
    expect(await openLogs(dataDir)).toEqual([])
  })
