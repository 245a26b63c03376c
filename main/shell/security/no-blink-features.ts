/** Electron checklist, item 10: no Blink feature is switched on. One is switched off: a middle click opens a window. */

export const noBlinkFeatures = { disableBlinkFeatures: 'Auxclick' } as const
