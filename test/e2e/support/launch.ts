/** Starts the built program for a test, in a data folder of its own. */
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright/test'
import { removeFolder } from '../../electron-stand-in/remove-folder.ts'

export interface LaunchOptions {
  /** The folder of its package.json; by default this project. */
  readonly app?: string
  /**
   * A folder owned by the test, to continue after a restart; by default a new one, removed at the
   * end.
   */
  readonly dataDir?: string
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
}

export interface Countersign {
  readonly app: ElectronApplication
  /** The first window's page. */
  readonly page: Page
  readonly dataDir: string
  /** Quits as a person does, and removes the data folder unless the test brought its own. */
  readonly close: () => Promise<void>
  /** Ends the program like a power cut: SIGKILL, no handler runs. The data folder stays. */
  readonly kill: () => Promise<void>
}

/** Launches the program and waits for its window. */
export async function launchCountersign(options: LaunchOptions = {}): Promise<Countersign> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'countersign-e2e-')))
  const app = await _electron.launch({
    args: [options.app ?? '.', ...(options.args ?? [])],
    // Playwright would force the light theme on every page.
    colorScheme: null,
    env: { ...definedOnly(process.env), ...options.env, COUNTERSIGN_DATA: dataDir },
  })
  return {
    app,
    page: await app.firstWindow(),
    dataDir,
    close: async () => {
      await answerQuitQuestion(app, 'Quit').catch(() => undefined)
      await app.close()
      if (options.dataDir === undefined) await removeFolder(dataDir)
    },
    kill: async () => {
      const main = app.process()
      if (main.exitCode !== null || main.signalCode !== null) return
      const gone = once(main, 'exit')
      main.kill('SIGKILL')
      await gone
    },
  }
}

/** Answers the question before the program ends; `askedBeforeQuit` has the questions so far. */
export const answerQuitQuestion = (
  app: ElectronApplication,
  answer: 'Keep open' | 'Quit',
): Promise<void> =>
  app.evaluate(({ dialog }, button) => {
    const asked = ((globalThis as { asked?: string[] }).asked ??= [])
    dialog.showMessageBox = (...given: unknown[]) => {
      const { detail = '', buttons = [] } = given.at(-1) as Electron.MessageBoxOptions
      asked.push(detail)
      return Promise.resolve({ response: buttons.indexOf(button), checkboxChecked: false })
    }
  }, answer)

/** The questions since the first call of `answerQuitQuestion`. */
export const askedBeforeQuit = (app: ElectronApplication): Promise<readonly string[]> =>
  app.evaluate(() => (globalThis as { asked?: string[] }).asked ?? [])

const definedOnly = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
