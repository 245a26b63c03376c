/** Electron checklist, item 4: the operating system sandboxes every renderer. */
import type { App } from 'electron'

export const sandboxed = { sandbox: true } as const

/** Sandboxes every renderer, even if a window's options differ. Call it before the app is ready. */
export const sandboxAll = (app: Pick<App, 'enableSandbox'>): void => app.enableSandbox()
