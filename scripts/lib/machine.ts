/** Detects installed software by looking at files: fast enough for every start. */
import { existsSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { findChromium, onPath } from '../../test/electron-stand-in/find-chromium.ts'
import { findPostgres } from '../../main/practice/find-postgres.ts'
import { realElectron } from './electron-choice.ts'

/** A Debian package that some command may need. */
export type Package =
  | 'chromium'
  | 'fonts-liberation'
  | 'fonts-dejavu-core'
  | 'xvfb'
  | 'dbus-x11'
  | 'gnome-keyring'
  | 'libsecret-1-0'
  | 'libglib2.0-bin'
  | 'gcc'
  | 'libc6-dev'
  | 'strace'
  | 'openssl'
  | 'curl'
  | 'postgresql'
  | 'mmdebstrap'
  | 'libgtk-3-0'
  | 'libnss3'
  | 'libgbm1'
  | 'libasound2'

/** The facts that the preparation depends on. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly isRoot: boolean
  readonly hasApt: boolean
  /** COUNTERSIGN_NO_INSTALL=1: report missing packages, install nothing. */
  readonly mayNotInstall: boolean
  readonly hasDisplay: boolean
  readonly hasElectron: boolean
  has(wanted: Package): boolean
}

const libraryFolders = [
  '/usr/lib/x86_64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
  '/usr/lib64',
  '/usr/lib',
]
const fontFolders = ['/usr/share/fonts', '/usr/local/share/fonts']

const hasLibrary = (file: string): boolean =>
  libraryFolders.some((folder) => existsSync(`${folder}/${file}`))

const probes: Record<Package, () => boolean> = {
  chromium: () => findChromium() !== undefined,
  'fonts-liberation': () => hasFonts(['LiberationSans-Regular.ttf', 'LiberationMono-Regular.ttf']),
  'fonts-dejavu-core': () => hasFonts(['DejaVuSans.ttf', 'DejaVuSansMono.ttf']),
  xvfb: () => onPath('Xvfb') !== undefined,
  'dbus-x11': () => onPath('dbus-launch') !== undefined,
  'gnome-keyring': () => onPath('gnome-keyring-daemon') !== undefined,
  'libsecret-1-0': () => hasLibrary('libsecret-1.so.0'),
  'libglib2.0-bin': () => onPath('gdbus') !== undefined,
  gcc: () => onPath('gcc') !== undefined,
  'libc6-dev': () => existsSync('/usr/include/stdio.h'),
  strace: () => onPath('strace') !== undefined,
  openssl: () => onPath('openssl') !== undefined,
  curl: () => onPath('curl') !== undefined,
  postgresql: () => findPostgres() !== undefined,
  mmdebstrap: () => onPath('mmdebstrap') !== undefined,
  'libgtk-3-0': () => hasLibrary('libgtk-3.so.0'),
  libnss3: () => hasLibrary('libnss3.so'),
  libgbm1: () => hasLibrary('libgbm.so.1'),
  libasound2: () => hasLibrary('libasound.so.2'),
}

/** Returns the facts of this machine. */
export function thisMachine(): Machine {
  return {
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    hasApt: onPath('apt-get') !== undefined,
    mayNotInstall: process.env['COUNTERSIGN_NO_INSTALL'] === '1',
    hasDisplay: hasDisplay(),
    hasElectron: process.env['ELECTRON_STANDIN'] !== '1' && realElectron() !== undefined,
    has: (wanted) => probes[wanted](),
  }
}

/** Whether windows can be shown, or at least drawn. */
export const hasDisplay = (): boolean =>
  process.platform !== 'linux' ||
  Boolean(process.env['DISPLAY']) ||
  Boolean(process.env['WAYLAND_DISPLAY'])

/**
 * Returns whether all these font files are below the folders; fontconfig's own tools may be
 * missing.
 */
export function hasFonts(files: readonly string[], folders = fontFolders): boolean {
  const paths = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  const names = new Set(paths.map((path) => basename(path)))
  return files.every((file) => names.has(file))
}
