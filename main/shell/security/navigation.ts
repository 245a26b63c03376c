/** Electron checklist, item 13: our documents go nowhere, also where something is dropped on them. */
import type { App } from 'electron'

export const noNavigationByDrop = { navigateOnDragDrop: false } as const

/**
 * Guards every web contents of the program, present and to come.
 *
 * @param origins the origins of our documents; navigation within them (a reload) is let through.
 */
export function guardNavigation(app: Pick<App, 'on'>, origins: readonly string[]): void {
  const isOwn = (url: string): boolean => {
    const parsed = URL.parse(url)
    return parsed !== null && origins.includes(`${parsed.protocol}//${parsed.host}`)
  }
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      if (!isOwn(event.url)) event.preventDefault()
    })
    contents.on('will-redirect', (event) => {
      if (!isOwn(event.url)) event.preventDefault()
    })
  })
}
