/**
 * The program as it is built, and the same without one of its guards. A variant exists in a folder of the test's own
 * only: nothing in the product, its build or its bundles knows that there is such a thing.
 */
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createBuilder } from 'vite'
import { root } from '../../../scripts/lib/run.ts'
import config from '../../../vite.config.ts'

/** What a variant says of itself, as a global of main: proof that the guards were really taken out. */
export const mark = 'unguarded'

/** A guard that is left out. */
export interface LeftOut {
  /** The name of its file in `main/shell/security/`, without its ending. */
  readonly guard: string
  /** The module in its place, in JavaScript: the same exports, and no guard. */
  readonly without: string
}

/** The guards that are a preference of every window and nothing else, with what each exports. */
const settings = {
  'isolated-preload': 'isolatedPreload',
  'no-blink-features': 'noBlinkFeatures',
  'no-experiments': 'noExperiments',
  'no-insecure-content': 'noInsecureContent',
  'no-node': 'noNode',
  'web-security': 'withWebSecurity',
}
/** One of them. */
export type Setting = keyof typeof settings
/** All of them left out: none sets what another one does, so one program shows what is missing without each. */
export const withoutSettings: readonly LeftOut[] = Object.entries(settings).map(
  ([guard, name]) => ({ guard, without: `export const ${name} = {}` }),
)

const guardsFolder = join(root, 'main/shell/security')

/** Lays the built program out in a folder of its own, with all its guards or without some, and hands the folder over. */
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
  // Copies, since Node looks for what a module imports beside the file that a link leads to.
  if (isWhole) await cp(join(built, 'index.js'), join(main, 'index.js'))
  else await cp(await (inParts ??= buildInParts()), main, { recursive: true })
  for (const one of leftOut) await takeOut(one, main)
  const others = await readdir(built)
  for (const name of others.filter((one) => one.endsWith('.js') && one !== 'index.js'))
    await symlink(join(built, name), join(main, name))
  if (isWhole) await cp(join(built, 'chunks'), join(main, 'chunks'), { recursive: true })
  return folder
}

/** The folder is another one each time: what is compiled there is of no use again. */
export const uncompiled = { NODE_DISABLE_COMPILE_CACHE: '1' }

/** Takes a layout away. */
export const clearAway = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true })

/** Main in which each guard is a file of its own: built once by a process, for all of its variants. */
let inParts: Promise<string> | undefined

/** Puts the other module in the place of the guard; fails where the build has no such file. */
async function takeOut({ guard, without }: LeftOut, main: string): Promise<void> {
  const file = join(main, `${guard}.js`)
  await rm(file)
  await writeFile(file, `${without}\n;(globalThis.${mark} ??= []).push(${JSON.stringify(guard)})\n`)
}

/** Builds main's own program by the product's own rules, and hands the folder over. */
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
