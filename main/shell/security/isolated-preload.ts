/**
 * Electron checklist, items 3 and 20: the preload runs in an isolated world and exposes one frozen
 * object.
 */

export const isolatedPreload = { contextIsolation: true } as const
