import { BrowserWindow, type BrowserWindowConstructorOptions } from 'electron'

export interface WindowDeps {
  /** Source of the document: our scheme, or a development server if unpackaged and requested. */
  readonly url: string
  readonly preferences: NonNullable<BrowserWindowConstructorOptions['webPreferences']>
  readonly dark: boolean
  /** Called once, when the window has painted for the first time. */
  readonly onFirstPaint: () => void
}

/** Opens the window; shows it after its first paint. */
export function openMainWindow({
  url,
  preferences,
  dark,
  onFirstPaint,
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
  window.once('ready-to-show', () => {
    window.show()
    onFirstPaint()
  })
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason !== 'clean-exit' && !window.isDestroyed()) window.webContents.reload()
  })
  void window.loadURL(url)
  return window
}
