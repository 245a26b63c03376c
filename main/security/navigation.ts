/** Electron checklist, items 11 to 14: our documents go nowhere, open nothing and embed nothing. */
import type { App } from 'electron'

/**
 * Guards every web contents of the program, present and to come.
 *
 * @param origins the origins of our documents; navigation within them (a reload) is let through.
 */
export function guardNavigation(app: App, origins: readonly string[]): void {
  const isOwn = (url: string): boolean => {
    const parsed = URL.parse(url)
    return parsed !== null && origins.includes(`${parsed.protocol}//${parsed.host}`)
  }
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    contents.on('will-navigate', (event) => {
      if (!isOwn(event.url)) event.preventDefault()
    })
    contents.on('will-redirect', (event) => {
      if (!isOwn(event.url)) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
  })
}
