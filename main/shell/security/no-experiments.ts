/** Electron checklist, item 9: nothing that Chromium is still trying out. */

export const noExperiments = { experimentalFeatures: false } as const
