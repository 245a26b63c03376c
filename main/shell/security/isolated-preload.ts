/** Electron checklist, items 3 and 20: the preload has a world of its own, out of which it hands one frozen object. */

export const isolatedPreload = { contextIsolation: true } as const
