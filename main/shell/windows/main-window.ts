import { BrowserWindow, type BrowserWindowConstructorOptions } from 'electron'

export interface WindowDeps {
  /** Source of the document: our scheme, or a development server if unpackaged and requested. */
  readonly url: string
  readonly preferences: NonNullable<BrowserWindowConstructorOptions['webPreferences']>
  readonly dark: boolean
  /** Called once, when the window has painted for the first time. */
  readonly onFirstPaint: () => void
  /** Called when the document cannot be loaded. */
  readonly onFailure: (problem: unknown) => void
  /** A person closes the window, or the program does. */
  readonly onClose: (event: Electron.Event) => void
  /**
   * Windows ends its session, and the program once this returns: nothing asynchronous happens any
   * more. Hidden windows hear it too, and without a window nobody does.
   */
  readonly onSessionEnd: () => void
}

/** A window that cannot report its first paint is shown all the same. */
const latestShowMs = 10_000

/** Opens the window; shows it after its first paint. */
export function openMainWindow({
  url,
  preferences,
  dark,
  onFirstPaint,
  onFailure,
  onClose,
  onSessionEnd,
}: WindowDeps): BrowserWindow {
  const window = new BrowserWindow({
    width: 1360,
    height: 860,
    minWidth: 1024,
    minHeight: 680,
    show: false,
    title: 'Countersign',
    backgroundColor: dark ? '#0f141b' : '#f4f6f9',
    webPreferences: preferences,
  })
  const stopWaiting = (): void => {
    clearTimeout(late)
    window.off('ready-to-show', show)
  }
  const show = (): void => {
    stopWaiting()
    window.show()
    onFirstPaint()
  }
  const late = setTimeout(show, latestShowMs)
  window.once('ready-to-show', show)
  window.once('closed', stopWaiting)
  window.on('close', onClose)
  window.on('session-end', onSessionEnd)
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason !== 'clean-exit' && !window.isDestroyed()) window.webContents.reload()
  })
  window.loadURL(url).catch((problem: unknown) => {
    // Another document took its place, as after a reload.
    const isReplaced = problem instanceof Error && problem.message.includes('ERR_ABORTED')
    if (!window.isDestroyed() && !isReplaced) onFailure(problem)
  })
  return window
}
