/**
 * Checks every TypeScript project, and the app once more against the API of the Electron stand-in.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './run.ts'
import { areRight, sideBySide, toolTask, type Task } from './side-by-side.ts'

interface Project {
  readonly compiler: 'tsc' | 'vue-tsc'
  readonly path: string
}

/**
 * The renderer is checked with its component tests, by vue-tsc, which works with TypeScript 6 only;
 * all others by TypeScript 7. The slowest first.
 */
const projects: readonly Project[] = [
  { compiler: 'vue-tsc', path: 'test/component' },
  { compiler: 'tsc', path: 'test' },
  { compiler: 'tsc', path: 'main' },
  { compiler: 'tsc', path: 'test/electron-stand-in' },
  { compiler: 'tsc', path: 'test/electron-stand-in/tsconfig.app.json' },
  { compiler: 'tsc', path: 'preload' },
  { compiler: 'tsc', path: 'scripts' },
]
const cache = join(root, 'node_modules/.cache')

/** Returns all projects as tasks. */
export function typecheckTasks(): readonly Task[] {
  writeBareElectronTypings()
  return projects.map(({ compiler, path }) => {
    const memory = join(cache, 'typecheck', `${path.replaceAll('/', '-')}.tsbuildinfo`)
    const pretty = process.stderr.isTTY ? 'true' : 'false'
    const args = ['-p', path, '--pretty', pretty, '--incremental', '--tsBuildInfoFile', memory]
    // Two projects are checked at a time: more threads for one would slow down the other.
    const threads = compiler === 'tsc' ? ['--singleThreaded'] : []
    return toolTask(`${compiler} ${path}`, compiler, [...args, ...threads])
  })
}

/** Checks all projects. True if all pass; errors are printed. */
export const typecheck = async (): Promise<boolean> => areRight(await sideBySide(typecheckTasks()))

/**
 * Electron's typings declare the module `electron`, and such a declaration overrides `paths`. The
 * app is checked against the stand-in with a copy that omits the declaration.
 */
function writeBareElectronTypings(): void {
  const typings = createRequire(import.meta.url).resolve('electron/electron.d.ts')
  const declaration = /^declare module 'electron(\/(main|common))?' \{[^}]*\}\n/gm
  const folder = join(cache, 'electron-stand-in')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'electron.d.ts'),
    readFileSync(typings, 'utf8').replace(declaration, ''),
  )
}
