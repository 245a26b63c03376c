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

/** What a variant says of itself, as a global of main: proof that the guard was really taken out. */
export const mark = 'unguarded'

/** A guard that is left out. */
export interface LeftOut {
  /** The name of its file in `main/security/`, without its ending. */
  readonly guard: string
  /** The module in its place, in JavaScript: the same exports, and no guard. */
  readonly without: string
}

const guardsFolder = join(root, 'main/security')

/** Lays the built program out in a folder of its own, with or without a guard, and hands the folder over. */
export async function layOut(leftOut?: LeftOut): Promise<string> {
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
  if (leftOut) await cp(await (inParts ??= buildInParts()), main, { recursive: true })
  else await cp(join(built, 'index.js'), join(main, 'index.js'))
  if (leftOut) await takeOut(leftOut, main)
  const others = await readdir(built)
  for (const name of others.filter((one) => one.endsWith('.js') && one !== 'index.js'))
    await symlink(join(built, name), join(main, name))
  if (!leftOut) await cp(join(built, 'chunks'), join(main, 'chunks'), { recursive: true })
  return folder
}

/** Takes a layout away. */
export const clearAway = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true })

/** Main in which each guard is a file of its own: built once by a process, for all of its variants. */
let inParts: Promise<string> | undefined

/** Puts the other module in the place of the guard; fails where the build has no such file. */
async function takeOut({ guard, without }: LeftOut, main: string): Promise<void> {
  const file = join(main, `${guard}.js`)
  await rm(file)
  await writeFile(
    file,
    `${without}\nObject.assign(globalThis, { ${mark}: ${JSON.stringify(guard)} })\n`,
  )
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
