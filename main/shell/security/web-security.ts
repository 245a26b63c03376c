/** Electron checklist, item 6: the same-origin policy holds. */

export const withWebSecurity = { webSecurity: true } as const
