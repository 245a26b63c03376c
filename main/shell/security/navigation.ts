/**
 * Electron checklist, item 13: our documents do not navigate, not even when something is dropped on
 * them.
 */
import type { App } from 'electron'

export const noNavigationByDrop = { navigateOnDragDrop: false } as const

/**
 * Guards every current and future web contents of the program.
 *
 * @param origins the origins of our documents; navigation within them (a reload) is allowed.
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
