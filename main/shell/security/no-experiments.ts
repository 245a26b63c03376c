/** Electron checklist, item 9: no experimental features of Chromium. */

export const noExperiments = { experimentalFeatures: false } as const
