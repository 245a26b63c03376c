/** Electron checklist, items 2, 3, 4, 6, 8, 9 and 10: the only preferences a window of ours is made with. */
import type { WebPreferences } from 'electron'

/** The preferences of every window. Frozen: no caller loosens them. */
export const windowPreferences = (
  preload: string,
  partition: string,
  isPackaged: boolean,
): Readonly<WebPreferences> =>
  Object.freeze({
    preload,
    // In memory: no cookie, cache or storage of the window ever reaches the disk.
    partition,
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
    devTools: !isPackaged,
  })
