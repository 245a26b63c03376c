/** Building the three bundles, and knowing when that is needed. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.ts'
import { toolTask } from './side-by-side.ts'

const sources = ['main', 'preload', 'renderer', 'package-lock.json', 'vite.config.ts']
const products = ['dist/main/index.js', 'dist/preload/index.cjs', 'dist/renderer/index.html']

/** Building everything, as a task. */
export const buildTask = toolTask('vite build', 'vite', ['build'])

/** Builds everything. False when it failed; what was wrong is on the screen then. */
export const build = (): Promise<boolean> => buildTask.run()

/** Builds when the sources changed since the last time. Ends the program when that fails. */
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

/** Folders count too: theirs changes when a file in them is deleted. */
function newestBelow(path: string): number {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  const inside = readdirSync(path).map((name) => newestBelow(join(path, name)))
  return Math.max(stats.mtimeMs, ...inside)
}
