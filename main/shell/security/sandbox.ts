/** Electron checklist, item 4: every renderer is locked in by the operating system. */
import type { App } from 'electron'

export const sandboxed = { sandbox: true } as const

/** Locks in every renderer, whatever a window asks for. Call it before the app is ready. */
export const sandboxAll = (app: Pick<App, 'enableSandbox'>): void => app.enableSandbox()
