/** The program's one window, which may be closed while the program goes on, and is built again when shown. */
import type { BrowserWindow, WebContents } from 'electron'

/** The window, if there is one at the moment. */
export interface WindowKeeper {
  readonly current: () => BrowserWindow | undefined
  /** Whether these are the contents of the window that there is. */
  readonly isOurs: (contents: WebContents) => boolean
  /** Brings it to the front; builds it where there is none. */
  show(): void
  /** Tells the window; without one nobody is told, and a new one asks for everything itself. */
  send(channel: string, payload: unknown): void
}

/** Keeps the window that `build` makes. */
export function keepWindow(build: () => BrowserWindow): WindowKeeper {
  let window: BrowserWindow | undefined
  const current = (): BrowserWindow | undefined => (window?.isDestroyed() ? undefined : window)

  const open = (): void => {
    const opened = build()
    window = opened
    opened.on('closed', () => {
      if (window === opened) window = undefined
    })
  }
  return {
    current,
    isOurs: (contents) => current()?.webContents === contents,
    show() {
      const there = current()
      if (!there) {
        open()
        return
      }
      // One that is still being built shows itself when it has something to show.
      if (there.webContents.isLoading() && !there.isVisible()) return
      if (there.isMinimized()) there.restore()
      there.show()
    },
    send(channel, payload) {
      const contents = current()?.webContents
      if (contents && !contents.isDestroyed()) contents.send(channel, payload)
    },
  }
}
