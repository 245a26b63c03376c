/** Where things are in what electron-builder lays out. */
import { join } from 'node:path'

/** An operating system as Electron calls it. */
export type System = 'linux' | 'win32' | 'darwin'

/** One unpacked build. */
export interface Layout {
  readonly system: System
  readonly arch: 'x64' | 'arm64'
  /** Its folder below `out/`. */
  readonly folder: string
  /** What asks electron-builder for it. */
  readonly flags: readonly string[]
}

/** Those that are built for checking: one for each system. */
export const layouts: readonly Layout[] = [
  { system: 'linux', arch: 'x64', folder: 'linux-unpacked', flags: ['--linux', 'dir', '--x64'] },
  { system: 'win32', arch: 'x64', folder: 'win-unpacked', flags: ['--win', 'dir', '--x64'] },
  { system: 'darwin', arch: 'arm64', folder: 'mac-arm64', flags: ['--mac', 'dir', '--arm64'] },
]

/** What stands in a layout's folder, named from there. */
interface Places {
  /** What starts; on macOS the bundle. */
  readonly program: string
  readonly resources: string
}

/** Where a system has its program and its resources. `product` is what the program is called there. */
export function placesOf(system: string, product = 'Countersign'): Places {
  if (system === 'darwin') {
    const program = `${product}.app`
    return { program, resources: join(program, 'Contents/Resources') }
  }
  const program = system === 'win32' ? `${product}.exe` : 'countersign'
  return { program, resources: 'resources' }
}
