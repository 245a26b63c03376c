/** Electron checklist, item 6: the same-origin policy is enforced. */

export const withWebSecurity = { webSecurity: true } as const
