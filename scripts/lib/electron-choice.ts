/**
 * Chooses the program that opens the window: Electron if its binary is installed, else the stand-in
 * on a system Chromium.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { findChromium } from '../../test/electron-stand-in/find-chromium.ts'
import { root, runNode } from './run.ts'

export type Runtime = 'electron' | 'stand-in'

const require = createRequire(import.meta.url)
const standIn = join(root, 'test/electron-stand-in')
const releases = 'https://github.com/electron/electron/releases'
const overrideName = 'ELECTRON_OVERRIDE_DIST_PATH'

/** Message if neither is installed. */
export const howToInstall = [
  'Neither Electron nor a Chromium for the stand-in was found. One of these brings it:',
  '  npx install-electron        (Electron itself; needs github.com)',
  '  apt-get install chromium    (Debian, Ubuntu: enough for development and tests)',
].join('\n')

/**
 * Returns Electron's program if it is installed in the version of package.json. Checks files only,
 * because requiring `electron` would start a download.
 */
export function realElectron(): string | undefined {
  const override = process.env[overrideName]
  if (override && override !== standIn) return join(override, 'electron')
  const folder = dirname(require.resolve('electron/package.json'))
  try {
    const program = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8'))
    const has = readFileSync(join(folder, 'dist/version'), 'utf8').replace(/^v/, '').trim()
    const manifest = readFileSync(join(folder, 'package.json'), 'utf8')
    const wanted = (JSON.parse(manifest) as { version: string }).version
    return has === wanted && existsSync(program) ? program : undefined
  } catch {
    return undefined
  }
}

const isForced = (): boolean => process.env['ELECTRON_STANDIN'] === '1'

/**
 * Makes `require('electron')`, `electron .` and Playwright's `_electron.launch` use the chosen
 * program, by Electron's own override. ELECTRON_STANDIN=1 forces the stand-in.
 */
export function useElectron(): Runtime | undefined {
  if (!isForced() && realElectron()) return 'electron'
  if (!findChromium()) return undefined
  process.env[overrideName] = standIn
  process.env['STANDIN_NODE'] = process.execPath
  return 'stand-in'
}

/** Downloads Electron if it is missing and its server can be reached within three seconds. */
export async function installElectronIfReachable(): Promise<void> {
  if (isForced() || realElectron()) return
  const home = process.env['ELECTRON_MIRROR'] ?? releases
  const reachable = await fetch(home, { method: 'HEAD', signal: AbortSignal.timeout(3000) }).then(
    (answer) => answer.ok,
    () => false,
  )
  if (reachable) await runNode([require.resolve('electron/install.js')])
}

/** The chosen program. */
export const electronProgram = (): string => require('electron') as string

/** Returns the runtime's name as text. */
export const nameOf = (runtime: Runtime): string =>
  runtime === 'electron' ? 'Electron' : 'the Electron stand-in (system Chromium)'

/** Returns the additional arguments for Electron: its sandbox refuses to start for root. */
export const electronArguments = (runtime: Runtime): string[] =>
  runtime === 'electron' && process.platform === 'linux' && process.getuid?.() === 0
    ? ['--no-sandbox']
    : []
