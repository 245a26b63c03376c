/** Electron's notifications. */
import { Notification } from 'electron'
import type { DesktopNotices } from '../../platform/ports.ts'

/** The desktop's notifications; `show` brings the window to the front. */
export function desktopNotices(parts: {
  readonly show: () => void
  readonly report: (problem: unknown) => void
}): DesktopNotices {
  /** Kept: what nobody holds is cleared away, and its click with it. */
  const held = new Set<Notification>()
  return {
    show({ title, body }, clicked) {
      try {
        if (!Notification.isSupported()) return undefined
        const notice = new Notification({ title, body })
        held.add(notice)
        notice.on('click', () => {
          held.delete(notice)
          parts.show()
          clicked()
        })
        notice.on('close', () => held.delete(notice))
        notice.show()
        return { close: () => notice.close() }
      } catch (problem) {
        parts.report(problem)
        return undefined
      }
    },
  }
}
