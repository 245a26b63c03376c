/**
 * Builds one unpacked layout with electron-builder on a placeholder, without network if possible.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cut } from '../network-cut.ts'
import { programOf, run, type Outcome } from '../run.ts'
import type { Layout } from './layout.ts'
import { makePlaceholder, type PlaceholderOptions } from './placeholder.ts'

export interface BuildOptions extends PlaceholderOptions {
  /** Folder for the placeholder and the layout. */
  readonly work: string
  readonly cut: Cut | undefined
  /** Additional environment for electron-builder. */
  readonly env?: NodeJS.ProcessEnv
  /** A configuration other than the project's. */
  readonly config?: string
}

/** Builds the layout into `out` below the work folder. If it fails, the output has the reason. */
export async function buildLayout(
  { system, flags }: Layout,
  { work, cut, env = {}, config, ...options }: BuildOptions,
): Promise<Outcome> {
  const electron = join(work, `electron-${system}`)
  await rm(electron, { recursive: true, force: true })
  await makePlaceholder(system, electron, options)
  const args = [
    programOf('electron-builder'),
    ...flags,
    '--publish',
    'never',
    ...(config === undefined ? [] : ['--config', config]),
    `-c.electronDist=${electron}`,
    `-c.directories.output=${join(work, 'out')}`,
  ]
  const [command, ...before] = cut ?? []
  return command === undefined
    ? run(process.execPath, args, { quiet: true, env })
    : run(command, [...before, process.execPath, ...args], { quiet: true, env })
}
