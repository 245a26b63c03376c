/** The only preferences used for our windows: one rule of Electron's checklist after the other. */
import type { WebPreferences } from 'electron'
import { isolatedPreload } from './isolated-preload.ts'
import { noNavigationByDrop } from './navigation.ts'
import { noBlinkFeatures } from './no-blink-features.ts'
import { noExperiments } from './no-experiments.ts'
import { noInsecureContent } from './no-insecure-content.ts'
import { noNode } from './no-node.ts'
import { noWebviewTag } from './no-webviews.ts'
import { sandboxed } from './sandbox.ts'
import { withWebSecurity } from './web-security.ts'

const always = {
  ...noNode,
  ...isolatedPreload,
  ...sandboxed,
  ...withWebSecurity,
  ...noInsecureContent,
  ...noExperiments,
  ...noBlinkFeatures,
  ...noWebviewTag,
  ...noNavigationByDrop,
  // Typed text goes to no dictionary, and no dictionary is downloaded.
  spellcheck: false,
} as const

/**
 * Returns the preferences of the window. Frozen, as those below: no caller can weaken them. The
 * partition is in memory: no cookie, cache or storage of a window ever reaches the disk.
 */
export const windowPreferences = (
  preload: string,
  partition: string,
  isPackaged: boolean,
): Readonly<WebPreferences> =>
  Object.freeze({ ...always, preload, partition, devTools: !isPackaged })

/**
 * Returns the preferences of the hidden window that prints: no script runs there, and no preload.
 */
export const printingPreferences = (partition: string): Readonly<WebPreferences> =>
  Object.freeze({ ...always, partition, javascript: false, webgl: false, devTools: false })
