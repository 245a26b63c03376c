/** Reads an unpacked build from the disk; trusts none of the build's settings. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { getRawHeader, listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { parse as plistIn } from 'plist'
import { NtExecutable, NtExecutableResource } from 'resedit'
import { placesOf, type Layout, type System } from './layout.ts'

/** The compared facts of a build. */
export interface PackageFacts {
  /** The archive's files; for Vite's chunks only one pattern per kind. */
  readonly archive: readonly string[]
  /** Files beside the archive, because they cannot be loaded from it. */
  readonly unpacked: readonly string[]
  /** Files around the two, without Electron's own distribution. */
  readonly resources: readonly string[]
  /** Each native module with the system and machine in its own header. */
  readonly native: Readonly<Record<string, string>>
  /** The state of each fuse; one without a name is listed by its number. */
  readonly fuses: Readonly<Record<string, 'on' | 'off' | 'unset' | 'removed'>>
  /** Whether the program has the correct hash of the archive. Linux has no such check. */
  readonly integrity: 'right' | 'wrong' | 'missing' | 'none on this system'
}

/** Reads one build. `out` is electron-builder's output folder. */
export async function readPackage(out: string, { system, folder }: Layout): Promise<PackageFacts> {
  const base = join(out, folder)
  const { program, resources } = placesOf(system)
  const archive = join(base, resources, 'app.asar')
  const beside = `${archive}.unpacked`
  const unpacked = filesBelow(beside)
  return {
    archive: filesIn(archive),
    unpacked,
    resources: filesBelow(join(base, resources)).filter((name) => !isOther(name)),
    native: Object.fromEntries(unpacked.map((name) => [name, platformOf(join(beside, name))])),
    fuses: await fusesOf(join(base, program)),
    integrity: integrityOf(system, join(base, program), archive),
  }
}

/**
 * The archive and the files that are listed elsewhere; Electron's own files, and Apple's language
 * folders.
 */
const isOther = (name: string): boolean =>
  /^(app\.asar|placeholder$|electron\.icns$|[\w-]+\.lproj)/.test(name)

/** Chunks change with every component, and their names with every line of code. */
const withoutPieces = (name: string): string =>
  name.replace(/^(dist\/(?:renderer\/assets|main\/chunks)\/).*(\.\w+)$/, '$1*$2')

function filesIn(archive: string): string[] {
  const all = listPackage(archive, { isPack: false }).map((name) =>
    name.split(sep).join('/').replace(/^\//, ''),
  )
  const folders = new Set(all.map((name) => name.slice(0, name.lastIndexOf('/'))))
  const names = all.filter((name) => !folders.has(name)).map(withoutPieces)
  return [...new Set(names)].sort()
}

const filesBelow = (folder: string): string[] =>
  !existsSync(folder)
    ? []
    : readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .sort()

const elfMachines: Readonly<Record<number, string>> = { 0x3e: 'x64', 0xb7: 'arm64' }
const windowsMachines: Readonly<Record<number, string>> = { 0x8664: 'x64', 0xaa64: 'arm64' }
const appleMachines: Readonly<Record<number, string>> = { 0x01000007: 'x64', 0x0100000c: 'arm64' }

/** Returns the system and the machine in a binary's own header. */
export function platformOf(file: string): string {
  const bytes = readFileSync(file)
  const of = (system: System, machine: string | undefined): string =>
    `${system} ${machine ?? 'unknown machine'}`
  if (bytes.subarray(0, 4).equals(Buffer.from('\x7fELF', 'latin1'))) {
    return of('linux', elfMachines[bytes.readUInt16LE(18)])
  }
  if (bytes.subarray(0, 2).toString('latin1') === 'MZ') {
    return of('win32', windowsMachines[bytes.readUInt16LE(bytes.readUInt32LE(60) + 4)])
  }
  if (bytes.length > 8 && bytes.readUInt32LE(0) === 0xfeedfacf) {
    return of('darwin', appleMachines[bytes.readUInt32LE(4)])
  }
  return 'no native module'
}

const fuseStates = new Map<unknown, 'on' | 'off' | 'removed'>([
  [FuseState.ENABLE, 'on'],
  [FuseState.DISABLE, 'off'],
  [FuseState.REMOVED, 'removed'],
])

async function fusesOf(program: string): Promise<PackageFacts['fuses']> {
  const wire = Object.entries(await getCurrentFuseWire(program))
  return Object.fromEntries(
    wire
      .filter(([at]) => /^\d+$/.test(at))
      .map(([at, state]) => [
        FuseV1Options[Number(at)] ?? `fuse ${at}`,
        fuseStates.get(state) ?? 'unset',
      ]),
  )
}

/** Compares the hash in the program with the actual hash of the archive's header. */
function integrityOf(system: System, program: string, archive: string): PackageFacts['integrity'] {
  if (system === 'linux') return 'none on this system'
  const carried = system === 'darwin' ? inBundle(program) : inResources(program)
  if (carried === undefined) return 'missing'
  const header = getRawHeader(archive).headerString
  return carried === createHash('sha256').update(header).digest('hex') ? 'right' : 'wrong'
}

function inBundle(bundle: string): string | undefined {
  const info = plistIn(readFileSync(join(bundle, 'Contents/Info.plist'), 'utf8')) as {
    ElectronAsarIntegrity?: Record<string, { hash?: string }>
  }
  return info.ElectronAsarIntegrity?.['Resources/app.asar']?.hash
}

function inResources(program: string): string | undefined {
  const { entries } = NtExecutableResource.from(NtExecutable.from(readFileSync(program)))
  const entry = entries.find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR')
  if (!entry) return undefined
  const list = JSON.parse(Buffer.from(entry.bin).toString('utf8')) as {
    file: string
    value: string
  }[]
  return list.find(({ file }) => file === String.raw`resources\app.asar`)?.value
}
