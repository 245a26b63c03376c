/**
 * Electron checklist, item 10: no Blink feature is enabled. One is disabled: a middle click opens a
 * window.
 */

export const noBlinkFeatures = { disableBlinkFeatures: 'Auxclick' } as const
