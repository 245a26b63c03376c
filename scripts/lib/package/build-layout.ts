/** Builds one unpacked layout with electron-builder on a placeholder, with the network cut off where that is possible. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cut } from '../network-cut.ts'
import { programOf, run, type Outcome } from '../run.ts'
import type { Layout } from './layout.ts'
import { makePlaceholder, type PlaceholderOptions } from './placeholder.ts'

/** What a layout is built from and where to. */
export interface BuildOptions extends PlaceholderOptions {
  /** Gets the placeholder and the layout. */
  readonly work: string
  readonly cut: Cut | undefined
  /** What electron-builder gets beside the environment. */
  readonly env?: NodeJS.ProcessEnv
}

/** Builds it into `out` below the work folder. The output tells why where it could not. */
export async function buildLayout(
  { system, flags }: Layout,
  { work, cut, env = {}, ...options }: BuildOptions,
): Promise<Outcome> {
  const electron = join(work, `electron-${system}`)
  await rm(electron, { recursive: true, force: true })
  await makePlaceholder(system, electron, options)
  const args = [
    programOf('electron-builder'),
    ...flags,
    '--publish',
    'never',
    `-c.electronDist=${electron}`,
    `-c.directories.output=${join(work, 'out')}`,
  ]
  const [command, ...before] = cut ?? []
  return command === undefined
    ? run(process.execPath, args, { quiet: true, env })
    : run(command, [...before, process.execPath, ...args], { quiet: true, env })
}
