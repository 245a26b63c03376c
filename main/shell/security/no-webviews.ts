/** Electron checklist, items 11 and 12: no webview, neither by a tag nor by attaching one. */
import type { App } from 'electron'

export const noWebviewTag = { webviewTag: false } as const

/** Refuses every webview of every current and future document. */
export function refuseWebviews(app: Pick<App, 'on'>): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-attach-webview', (event) => event.preventDefault())
  })
}
