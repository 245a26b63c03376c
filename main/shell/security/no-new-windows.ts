/** Electron checklist, item 14: no document opens a window. */
import type { App } from 'electron'

/** Refuses every window that a current or future document requests. */
export function refuseNewWindows(app: Pick<App, 'on'>): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}
