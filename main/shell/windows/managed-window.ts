/**
 * The program's one window, which may be closed while the program goes on, and is built again when
 * shown.
 */
import type { BrowserWindow, WebContents } from 'electron'

export interface ManagedWindow {
  readonly current: () => BrowserWindow | undefined
  /** Whether these are the contents of the current window. */
  readonly isOurs: (contents: WebContents) => boolean
  /** Brings it to the front; builds it if there is none. */
  show(): void
  /**
   * Sends to the window; without one nothing is sent, and a new window queries everything itself.
   */
  send(channel: string, payload: unknown): void
}

/** Manages the window that `build` creates. */
export function manageWindow(build: () => BrowserWindow): ManagedWindow {
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
      // A window that is still being built shows itself after its first paint.
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
