/** Electron checklist, items 2, 3, 4, 6, 8, 9 and 10: the only preferences a window of ours is made with. */
import type { WebPreferences } from 'electron'

const always = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  webviewTag: false,
  experimentalFeatures: false,
  navigateOnDragDrop: false,
  spellcheck: false,
  disableBlinkFeatures: 'Auxclick',
} as const

/**
 * The preferences of the window. Frozen, as those below: no caller loosens them. The partition is in
 * memory: no cookie, cache or storage of a window ever reaches the disk.
 */
export const windowPreferences = (
  preload: string,
  partition: string,
  isPackaged: boolean,
): Readonly<WebPreferences> =>
  Object.freeze({ ...always, preload, partition, devTools: !isPackaged })

/** The preferences of the unseen window that prints: no script runs there, and no preload. */
export const printingPreferences = (partition: string): Readonly<WebPreferences> =>
  Object.freeze({ ...always, partition, javascript: false, webgl: false, devTools: false })
