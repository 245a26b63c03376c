import type { BrowserWindow, Notification } from 'electron'
import type { DesktopNotices } from '../../platform/ports.ts'

/** A system that says neither `show` nor `failed` within this time has shown it. */
const answerTimeoutMs = 2_000

type Notices = Pick<typeof Notification, 'isSupported'> &
  (new (options: { title: string; body: string }) => Pick<Notification, 'on' | 'show' | 'close'>)

export interface DesktopNoticesDeps {
  /** Electron's class. */
  readonly Notification: Notices
  /** Brings the window to the front. */
  readonly show: () => void
  readonly window: () => Pick<BrowserWindow, 'isFocused' | 'flashFrame' | 'once'> | undefined
  readonly report: (problem: unknown) => void
}

/** Returns the desktop's notifications. */
export function desktopNotices({
  Notification,
  show,
  window,
  report,
}: DesktopNoticesDeps): DesktopNotices {
  /**
   * Holds references: a notification without one is garbage-collected, and its click handler with
   * it.
   */
  const shown = new Set<object>()
  /** The task bar's entry flashes, or the dock's icon jumps, until the window has the focus. */
  const attract = (): void => {
    const current = window()
    if (!current || current.isFocused()) return
    current.flashFrame(true)
    current.once('focus', () => current.flashFrame(false))
  }
  return {
    show({ title, body }, clicked) {
      try {
        if (!Notification.isSupported()) {
          attract()
          return undefined
        }
        const notice = new Notification({ title, body })
        shown.add(notice)
        const { promise: displayed, resolve } = Promise.withResolvers<boolean>()
        const late = setTimeout(() => resolve(true), answerTimeoutMs)
        late.unref()
        notice.on('show', () => resolve(true))
        notice.on('click', () => {
          shown.delete(notice)
          show()
          clicked()
        })
        notice.on('close', () => shown.delete(notice))
        // Windows and macOS refuse later; Linux at once, where no service shows notifications.
        notice.on('failed', (_event, problem) => {
          shown.delete(notice)
          report(new Error(`The desktop did not show a notification: ${problem}`))
          attract()
          resolve(false)
        })
        notice.show()
        return { close: () => notice.close(), displayed }
      } catch (problem) {
        report(problem)
        attract()
        return undefined
      }
    },
  }
}
