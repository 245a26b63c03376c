/** Target of an installer, by the file name from electron-builder. */
import type { UpdateFile } from '../../../preload/contract/api/updates/updates.ts'

type Kind = Pick<UpdateFile, 'system' | 'arch' | 'kind'>

const systems = {
  deb: 'linux',
  rpm: 'linux',
  exe: 'win32',
  dmg: 'darwin',
} as const satisfies Record<UpdateFile['kind'], UpdateFile['system']>

/**
 * Undefined: not an installer. A name without an architecture is for x64, except on macOS, which is
 * built for arm64 only.
 */
export function installerOf(name: string): Kind | undefined {
  const kind = name.slice(name.lastIndexOf('.') + 1)
  if (!isKind(kind)) return undefined
  const system = systems[kind]
  const isArm = system === 'darwin' || /arm64|aarch64/.test(name)
  return { system, kind, arch: isArm ? 'arm64' : 'x64' }
}

const isKind = (text: string): text is UpdateFile['kind'] => Object.hasOwn(systems, text)
