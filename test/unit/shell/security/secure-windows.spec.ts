import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  printingPreferences,
  windowPreferences,
} from '../../../../main/shell/security/secure-windows.ts'
import { root } from '../../../../scripts/lib/run.ts'

/** Every rule that is a preference, and its only value. */
const rules = {
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  contextIsolation: true,
  sandbox: true,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  disableBlinkFeatures: 'Auxclick',
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
}

describe('the preferences of windows', () => {
  it.each([
    ['the window', windowPreferences('/preload.cjs', 'memory', true)],
    ['the unpackaged window', windowPreferences('/preload.cjs', 'memory', false)],
    ['the window that prints', printingPreferences('memory')],
  ])('%s has every rule, and nobody changes it', (_name, preferences) => {
    expect(preferences).toMatchObject(rules)
    expect(Object.isFrozen(preferences)).toBe(true)
    // The partition never reaches the disk.
    expect(preferences.partition).not.toMatch(/^persist:/)
  })

  it('has no developer tools where it is packaged', () => {
    expect(windowPreferences('', 'memory', true).devTools).toBe(false)
    expect(windowPreferences('', 'memory', false).devTools).toBe(true)
    expect(printingPreferences('memory').devTools).toBe(false)
  })

  it('the window that prints has neither a preload nor script', () => {
    expect(printingPreferences('memory')).toMatchObject({ javascript: false, webgl: false })
    expect(printingPreferences('memory')).not.toHaveProperty('preload')
  })

  it('two places make windows, and both take their preferences from here', () => {
    const files = globSync('main/**/*.ts', { cwd: root })
    const makers = files.filter((name) =>
      readFileSync(join(root, name), 'utf8').includes('new BrowserWindow('),
    )
    expect(makers.sort()).toEqual([
      'main/shell/windows/main-window.ts',
      'main/shell/windows/pdf-printer.ts',
    ])
  })
})
