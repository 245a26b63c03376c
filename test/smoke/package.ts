/**
 * The smoke build: what a release packs, with one more file as its entry. On the real Electron where
 * it is installed; else its archive is unpacked for the stand-in.
 */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { extractAll } from '@electron/asar'
import { electronProgram, realElectron, useElectron } from '../../scripts/lib/electron-choice.ts'
import { buildLayout } from '../../scripts/lib/package/build-layout.ts'
import { smokeFiles } from '../../scripts/lib/package/judge-package.ts'
import { unsignedMac } from '../../scripts/lib/package/unsigned.ts'
import { layouts, placesOf, type Layout } from '../../scripts/lib/package/layout.ts'
import { root, runTool } from '../../scripts/lib/run.ts'
import { bundle } from '../unit/support/programs/build-programs.ts'

/** A program to start, as if it were installed. */
export interface StartableProgram {
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

/** Builds it in a folder. Needs `dist`. Throws with electron-builder's output. */
export async function buildSmokePackage(work: string): Promise<StartableProgram> {
  const layout = layouts.find(({ system }) => system === process.platform)
  if (layout === undefined) throw new Error(`there is no package for ${process.platform}`)
  const config = await writeConfig(work)
  const out = join(work, 'out', layout.folder)
  const { program, resources } = placesOf(layout.system)
  if (realElectron() !== undefined) {
    await buildReal(layout, config, work)
    return { command: join(out, executable(layout, program)), args: [], env: {} }
  }
  useElectron()
  const { code, output } = await buildLayout(layout, { work, cut: undefined, config })
  if (code !== 0) throw new Error(output)
  const unpacked = join(work, 'unpacked')
  extractAll(join(out, resources, 'app.asar'), unpacked)
  return { command: electronProgram(), args: [unpacked], env: { STANDIN_PACKAGED: '1' } }
}

/** What differs from a release: its entry, and on macOS a signature without a name. */
async function writeConfig(work: string): Promise<string> {
  const entries = join(work, 'entry')
  await rm(entries, { recursive: true, force: true })
  await bundle(entries, {
    smoke: 'test/smoke/program',
    'smoke-reader': 'test/smoke/hungry-reader',
  })
  const config = join(work, 'electron-builder.json')
  await writeFile(
    config,
    JSON.stringify({
      extends: join(root, 'electron-builder.yml'),
      extraMetadata: { main: smokeFiles[0] },
      files: [{ from: entries, to: '.', filter: smokeFiles }],
      mac: unsignedMac,
    }),
  )
  return config
}

async function buildReal(layout: Layout, config: string, work: string): Promise<void> {
  const output = `-c.directories.output=${join(work, 'out')}`
  const args = [...layout.flags, '--publish', 'never', '--config', config, output]
  const { code } = await runTool('electron-builder', args)
  if (code !== 0) throw new Error('the smoke build could not be built')
}

const executable = ({ system }: Layout, program: string): string =>
  system === 'darwin' ? join(program, 'Contents/MacOS/Countersign') : program
