/** Looking for programs on this machine. */
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns the first program of that name on the path. */
export function onPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
]

/** A Chromium of this machine: STANDIN_CHROMIUM if that is set, else the system's. */
export function findChromium(): string | undefined {
  const requested = process.env['STANDIN_CHROMIUM']
  if (requested) return existsSync(requested) ? requested : undefined
  // Debian's /usr/bin/chromium is a shell wrapper with its own flags, so this uses the program
  // itself.
  const debians = '/usr/lib/chromium/chromium'
  if (existsSync(debians)) return debians
  return names.map(onPath).find((path) => path !== undefined)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
