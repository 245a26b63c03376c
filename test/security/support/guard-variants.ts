/**
 * The program as built, and the same without one of its guards. A variant exists only in a folder
 * of the test: no part of the product, its build or its bundles knows of it.
 */
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createBuilder } from 'vite'
import { root } from '../../../scripts/lib/run.ts'
import config from '../../../vite.config.ts'

/** The mark of a variant, as a global of main: proof that the guards were really removed. */
export const mark = 'unguarded'

/** A guard that is left out. */
export interface LeftOut {
  /** The name of its file in `main/shell/security/`, without its extension. */
  readonly guard: string
  /** The replacement module in JavaScript: the same exports, and no guard. */
  readonly without: string
}

/** The guards that are only a preference of every window, with the export of each. */
const settings = {
  'isolated-preload': 'isolatedPreload',
  'no-blink-features': 'noBlinkFeatures',
  'no-experiments': 'noExperiments',
  'no-insecure-content': 'noInsecureContent',
  'no-node': 'noNode',
  'web-security': 'withWebSecurity',
}
export type Setting = keyof typeof settings
/**
 * All of them left out: none sets the preference of another, so one program shows the lack of each.
 */
export const withoutSettings: readonly LeftOut[] = Object.entries(settings).map(
  ([guard, name]) => ({ guard, without: `export const ${name} = {}` }),
)

const guardsFolder = join(root, 'main/shell/security')

/**
 * Copies the built program to its own folder, with all its guards or without some, and returns the
 * folder.
 */
export async function layOut(...leftOut: readonly LeftOut[]): Promise<string> {
  const isWhole = leftOut.length === 0
  const folder = await mkdtemp(join(tmpdir(), 'countersign-guards-'))
  const main = join(folder, 'dist/main')
  await mkdir(main, { recursive: true })
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ productName: 'Countersign', type: 'module', main: 'dist/main/index.js' }),
  )
  for (const part of ['dist/renderer', 'dist/preload', 'build'])
    await symlink(join(root, part), join(folder, part))
  const built = join(root, 'dist/main')
  // Copies, because Node searches a module's imports beside the real file of a link.
  if (isWhole) await cp(join(built, 'index.js'), join(main, 'index.js'))
  else await cp(await (inParts ??= buildInParts()), main, { recursive: true })
  for (const one of leftOut) await takeOut(one, main)
  const others = await readdir(built)
  for (const name of others.filter((one) => one.endsWith('.js') && one !== 'index.js'))
    await symlink(join(built, name), join(main, name))
  if (isWhole) await cp(join(built, 'chunks'), join(main, 'chunks'), { recursive: true })
  return folder
}

/** The folder differs each time, so compiled code from it is useless later. */
export const uncompiled = { NODE_DISABLE_COMPILE_CACHE: '1' }

/** Removes a layout. */
export const clearAway = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true })

/** Main with each guard in its own file: built once by a process, for all of its variants. */
let inParts: Promise<string> | undefined

/** Replaces the guard with the other module; fails if the build has no such file. */
async function takeOut({ guard, without }: LeftOut, main: string): Promise<void> {
  const file = join(main, `${guard}.js`)
  await rm(file)
  await writeFile(file, `${without}\n;(globalThis.${mark} ??= []).push(${JSON.stringify(guard)})\n`)
}

/** Builds main's own program by the product's own rules, and returns the folder. */
async function buildInParts(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'countersign-parts-'))
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))
  const main = config.environments?.['main'] ?? {}
  const guards = (await readdir(guardsFolder)).filter((name) => name.endsWith('.ts'))
  const input = {
    index: join(root, 'main/index.ts'),
    ...Object.fromEntries(guards.map((name) => [basename(name, '.ts'), join(guardsFolder, name)])),
  }
  const builder = await createBuilder({
    configFile: false,
    root,
    logLevel: 'error',
    environments: {
      main: {
        ...main,
        build: {
          ...main.build,
          outDir,
          sourcemap: false,
          rolldownOptions: { ...main.build?.rolldownOptions, input },
        },
      },
    },
  })
  const environment = builder.environments['main']
  if (!environment) throw new Error('vite.config.ts builds no main')
  await builder.build(environment)
  return outDir
}
