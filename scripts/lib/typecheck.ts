/** Every TypeScript project, and the app once more against what the Electron stand-in has. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root, runTool, type Outcome } from './run.ts'
import { say } from './say.ts'
import { sideBySide } from './side-by-side.ts'

interface Project {
  readonly compiler: 'tsc' | 'vue-tsc'
  readonly path: string
}

/** The slowest first: two run at a time. */
const projects: readonly Project[] = [
  { compiler: 'vue-tsc', path: 'test' },
  { compiler: 'vue-tsc', path: 'renderer' },
  { compiler: 'tsc', path: 'main' },
  { compiler: 'tsc', path: 'test/electron-stand-in' },
  { compiler: 'tsc', path: 'test/electron-stand-in/tsconfig.app.json' },
  { compiler: 'tsc', path: 'preload' },
  { compiler: 'tsc', path: 'scripts' },
]
const cache = join(root, 'node_modules/.cache')

/** Checks all of them. True when all are right; what is wrong is printed. */
export function typecheck(): Promise<boolean> {
  writeBareElectronTypings()
  return sideBySide(projects.map((project) => () => check(project)))
}

async function check({ compiler, path }: Project): Promise<boolean> {
  const memory = join(cache, 'typecheck', `${path.replaceAll('/', '-')}.tsbuildinfo`)
  const pretty = process.stderr.isTTY ? 'true' : 'false'
  const args = ['-p', path, '--pretty', pretty, '--incremental', '--tsBuildInfoFile', memory]
  const { code, output }: Outcome = await runTool(compiler, args, { quiet: true })
  if (code !== 0) say(`${path}\n${output}`)
  return code === 0
}

/**
 * Electron's typings declare the module `electron`, and such a declaration beats `paths`. The app is
 * checked against the stand-in with a copy that leaves the declaration out.
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
