import { Notification } from 'electron'
import type { DesktopNotices } from '../../platform/ports.ts'

/** Returns the desktop's notifications; `show` brings the window to the front. */
export function desktopNotices(deps: {
  readonly show: () => void
  readonly report: (problem: unknown) => void
}): DesktopNotices {
  /**
   * Holds references: a notification without one is garbage-collected, and its click handler with
   * it.
   */
  const shown = new Set<Notification>()
  return {
    show({ title, body }, clicked) {
      try {
        if (!Notification.isSupported()) return undefined
        const notice = new Notification({ title, body })
        shown.add(notice)
        notice.on('click', () => {
          shown.delete(notice)
          deps.show()
          clicked()
        })
        notice.on('close', () => shown.delete(notice))
        notice.show()
        return { close: () => notice.close() }
      } catch (problem) {
        deps.report(problem)
        return undefined
      }
    },
  }
}
