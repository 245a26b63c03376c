/** Paths in the folders that electron-builder creates. */
import { join } from 'node:path'

/** An operating system by Electron's name. */
export type System = 'linux' | 'win32' | 'darwin'

/** One unpacked build. */
export interface Layout {
  readonly system: System
  readonly arch: 'x64' | 'arm64'
  /** Its folder below `out/`. */
  readonly folder: string
  /** Arguments for electron-builder. */
  readonly flags: readonly string[]
}

/** The layouts that are built for checking: one for each system. */
export const layouts: readonly Layout[] = [
  { system: 'linux', arch: 'x64', folder: 'linux-unpacked', flags: ['--linux', 'dir', '--x64'] },
  { system: 'win32', arch: 'x64', folder: 'win-unpacked', flags: ['--win', 'dir', '--x64'] },
  { system: 'darwin', arch: 'arm64', folder: 'mac-arm64', flags: ['--mac', 'dir', '--arm64'] },
]

/** Paths in a layout's folder, relative to it. */
interface Places {
  /** The executable; on macOS the bundle. */
  readonly program: string
  readonly resources: string
}

/**
 * Returns the paths of the program and its resources on a system. `product` is the program's name
 * there.
 */
export function placesOf(system: string, product = 'Countersign'): Places {
  if (system === 'darwin') {
    const program = `${product}.app`
    return { program, resources: join(program, 'Contents/Resources') }
  }
  const program = system === 'win32' ? `${product}.exe` : 'countersign'
  return { program, resources: 'resources' }
}
