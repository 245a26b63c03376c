/**
 * Electron distributions without Electron: the files that electron-builder reads and changes, and
 * nothing that runs. Electron's binary cannot be downloaded everywhere, and only the files around
 * it are checked.
 */
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build as plistOf } from 'plist'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { fusesByName } from './fuses.ts'
import type { System } from './layout.ts'

/**
 * Marks the fuses in every binary of Electron
 * (https://www.electronjs.org/docs/latest/tutorial/fuses).
 */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const wireVersion = 1
/** All off, so that a fuse that was not set is detected. */
const fuseOff = '0'

const wire = (fuses: number): Buffer =>
  Buffer.concat([
    Buffer.from(sentinel),
    Buffer.from([wireVersion, fuses]),
    Buffer.from(fuseOff.repeat(fuses)),
  ])

export interface PlaceholderOptions {
  /** Number of fuses; default: those that Electron has today. */
  readonly fuses?: number
}

/** Writes a distribution for a system into a new folder. */
export async function makePlaceholder(
  system: System,
  folder: string,
  { fuses = Object.keys(fusesByName).length }: PlaceholderOptions = {},
): Promise<void> {
  const files = system === 'darwin' ? macFiles(fuses) : flatFiles(system, fuses)
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
    await chmod(path, 0o755)
  }
}

const licences = { LICENSE: 'placeholder', 'LICENSES.chromium.html': 'placeholder' }

function flatFiles(system: 'linux' | 'win32', fuses: number): Record<string, string | Buffer> {
  const program =
    system === 'linux'
      ? { electron: Buffer.concat([elfHeader(), wire(fuses)]) }
      : { 'electron.exe': windowsProgram(wire(fuses)) }
  return { ...licences, ...program, 'resources/placeholder': '', 'locales/en-US.pak': '' }
}

/** The part of an ELF header that names the system and the machine. */
function elfHeader(): Buffer {
  const header = Buffer.alloc(64)
  header.write('\x7fELF\x02\x01\x01', 0, 'latin1')
  header.writeUInt16LE(2, 16)
  header.writeUInt16LE(0x3e, 18)
  return header
}

/**
 * A Windows program with the version resource that electron-builder changes, and the fuses in a
 * section of their own.
 */
function windowsProgram(content: Buffer): Buffer {
  const program = NtExecutable.createEmpty(false, false)
  program.setSectionByEntry(6, {
    info: {
      name: '.rdata',
      virtualSize: content.length,
      virtualAddress: 0,
      sizeOfRawData: content.length,
      pointerToRawData: 0,
      pointerToRelocations: 0,
      pointerToLineNumbers: 0,
      numberOfRelocations: 0,
      numberOfLineNumbers: 0,
      characteristics: 0x40000040,
    },
    data: Uint8Array.from(content).buffer,
  })
  const resources = NtExecutableResource.from(program)
  const version = Resource.VersionInfo.createEmpty()
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron' })
  version.outputToResourceEntries(resources.entries)
  resources.outputResource(program)
  return Buffer.from(program.generate())
}

const frameworks = 'Electron.app/Contents/Frameworks'
const helpers = ['', ' (Renderer)', ' (GPU)', ' (Plugin)'].map((kind) => `Electron Helper${kind}`)

function macFiles(fuses: number): Record<string, string | Buffer> {
  const bundle = (name: string): string =>
    plistOf({
      CFBundleExecutable: name,
      CFBundleName: name,
      CFBundleIdentifier: `invalid.example.${name.replaceAll(/\W/g, '')}`,
      CFBundlePackageType: 'APPL',
    })
  const program = machHeader()
  const ofHelpers = helpers.flatMap((name): [string, string | Buffer][] => [
    [`${frameworks}/${name}.app/Contents/Info.plist`, bundle(name)],
    [`${frameworks}/${name}.app/Contents/MacOS/${name}`, program],
  ])
  return {
    ...licences,
    'Electron.app/Contents/Info.plist': bundle('Electron'),
    'Electron.app/Contents/MacOS/Electron': program,
    'Electron.app/Contents/Resources/electron.icns': '',
    [`${frameworks}/Electron Framework.framework/Electron Framework`]: Buffer.concat([
      program,
      wire(fuses),
    ]),
    ...Object.fromEntries(ofHelpers),
  }
}

/** A 64-bit Mach-O header for ARM. */
function machHeader(): Buffer {
  const header = Buffer.alloc(32)
  header.writeUInt32LE(0xfeedfacf, 0)
  header.writeUInt32LE(0x0100000c, 4)
  return header
}
