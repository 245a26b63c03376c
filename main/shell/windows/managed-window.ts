/**
 * The program's one window. While the program goes on in the tray it is hidden, with all that is
 * typed in it; one that is gone is built again when shown.
 */
import type { BrowserWindow, WebContents } from 'electron'

export interface ManagedWindow {
  readonly current: () => BrowserWindow | undefined
  /** Whether these are the contents of the current window. */
  readonly isOurs: (contents: WebContents) => boolean
  /** Brings it to the front; builds it if there is none. */
  show(): void
  hide(): void
  /**
   * Sends to the window; without one nothing is sent, and a new window queries everything itself.
   */
  send(channel: string, payload: unknown): void
}

/** Manages the window that `build` creates. */
export function manageWindow(build: () => BrowserWindow): ManagedWindow {
  let window: BrowserWindow | undefined
  let wasShown = false
  const current = (): BrowserWindow | undefined => (window?.isDestroyed() ? undefined : window)

  const open = (): void => {
    const opened = build()
    window = opened
    wasShown = false
    opened.once('show', () => {
      wasShown = true
    })
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
      if (there.webContents.isLoading() && !there.isVisible() && !wasShown) return
      if (there.isMinimized()) there.restore()
      there.show()
    },
    hide() {
      const there = current()
      // macOS leaves the screen of a hidden full-screen window black.
      if (there?.isFullScreen() === true) {
        there.once('leave-full-screen', () => there.hide())
        there.setFullScreen(false)
      } else there?.hide()
    },
    send(channel, payload) {
      const contents = current()?.webContents
      if (contents && !contents.isDestroyed()) contents.send(channel, payload)
    },
  }
}
