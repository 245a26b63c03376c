/**
 * The end that a person asks for, by menu, keys, tray or window: asked about first, where something is
 * lost or stops with the program. Main knows what, so a window that hangs delays nothing. The end of
 * the system's session asks nobody.
 */
import type {
  App,
  BrowserWindow,
  MessageBoxOptions,
  MessageBoxReturnValue,
  PowerMonitor,
} from 'electron'
import {
  quitQuestion,
  type AtStake,
  type QuitQuestion,
} from '../../preload/contract/text/desktop.ts'

export interface QuittingDeps {
  readonly app: Pick<App, 'on' | 'quit'>
  readonly atStake: () => AtStake
  /** Resolves with true to quit. */
  readonly ask: (question: QuitQuestion) => Promise<boolean>
  readonly report: (problem: unknown) => void
}

export interface Quitting {
  /** Nobody is asked any more: windows close, and do not stay in the tray. */
  readonly isDecided: () => boolean
  /** Quits without a question. */
  readonly quitUnasked: () => void
}

/** Asks before the program quits. */
export function askBeforeQuitting({ app, atStake, ask, report }: QuittingDeps): Quitting {
  let isDecided = false
  let isAsking = false
  const quitUnasked = (): void => {
    isDecided = true
    app.quit()
  }
  const prompt = async (question: QuitQuestion): Promise<void> => {
    if (isAsking) return
    isAsking = true
    const mayQuit = await ask(question).catch((problem: unknown) => {
      report(problem)
      return true
    })
    isAsking = false
    if (mayQuit) quitUnasked()
  }
  app.on('before-quit', (event) => {
    const question = isDecided ? undefined : quitQuestion(atStake())
    if (question) {
      event.preventDefault()
      void prompt(question)
    } else isDecided = true
  })
  return { isDecided: () => isDecided, quitUnasked }
}

/**
 * Calls `ends` when macOS logs off, or macOS or Linux shuts down: both wait for a moment until the
 * program has ended, and the event's default would let them go on at once. Windows tells its windows.
 */
export function endWithSystem(monitor: Pick<PowerMonitor, 'on'>, ends: () => void): void {
  // Its typings have no event, and its source has (Emit in electron_api_power_monitor.cc).
  const onShutdown = (event?: Electron.Event): void => {
    event?.preventDefault()
    ends()
  }
  monitor.on('shutdown', onShutdown)
}

interface QuestionBox {
  showMessageBox(options: MessageBoxOptions): Promise<MessageBoxReturnValue>
  showMessageBox(on: BrowserWindow, options: MessageBoxOptions): Promise<MessageBoxReturnValue>
}

/** Asks in the system's own box, on the window where it is visible. */
export const quitBox =
  (box: QuestionBox, window: () => BrowserWindow | undefined) =>
  async ({ title, text, stay, quit }: QuitQuestion): Promise<boolean> => {
    const options: MessageBoxOptions = {
      type: 'warning',
      message: title,
      detail: text,
      buttons: [stay, quit],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    }
    const on = window()
    const isSeen = on?.isVisible() === true && !on.isMinimized()
    const { response } = isSeen
      ? await box.showMessageBox(on, options)
      : await box.showMessageBox(options)
    return response === 1
  }
