/** Builds the three bundles when needed. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.ts'
import { toolTask } from './side-by-side.ts'

const sources = ['main', 'preload', 'renderer', 'package-lock.json', 'vite.config.ts']
const products = ['dist/main/index.js', 'dist/preload/index.cjs', 'dist/renderer/index.html']

export const buildTask = toolTask('vite build', 'vite', ['build'])

/** Builds everything. False if it failed; the errors are then on the screen. */
export const build = (): Promise<boolean> => buildTask.run()

/** Builds if the sources have changed since the last build. Ends the program if that fails. */
export async function ensureBuilt(): Promise<void> {
  if (isFresh()) return
  if (!(await build())) process.exit(1)
}

function isFresh(): boolean {
  const built = products.map((path) => join(root, path))
  if (!built.every((path) => existsSync(path))) return false
  const oldest = Math.min(...built.map((path) => statSync(path).mtimeMs))
  return sources.every((path) => newestBelow(join(root, path)) < oldest)
}

/** Includes folders: the time of a folder changes when a file in it is deleted. */
function newestBelow(path: string): number {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  const inside = readdirSync(path).map((name) => newestBelow(join(path, name)))
  return Math.max(stats.mtimeMs, ...inside)
}
