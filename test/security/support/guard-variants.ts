/**
 * The program as it is built, and the same without one of its guards. A variant exists in a folder of the test's own
 * only: nothing in the product, its build or its bundles knows that there is such a thing.
 */
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBuilder, type Plugin } from 'vite'
import { root } from '../../../scripts/lib/run.ts'
import config from '../../../vite.config.ts'

/** What a variant says of itself, as a global of main: proof that the guard was really taken out. */
export const mark = 'unguarded'

/** A guard that is left out. */
export interface LeftOut {
  /** The name of its file in `main/security/`, without its ending. */
  readonly guard: string
  /** The module in its place: the same exports, and no guard. */
  readonly without: string
}

/** Lays the built program out in a folder of its own, with or without a guard, and hands the folder over. */
export async function layOut(leftOut?: LeftOut): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-guards-'))
  const [built, main] = [join(root, 'dist'), join(folder, 'dist/main')]
  await mkdir(main, { recursive: true })
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ productName: 'Countersign', type: 'module', main: 'dist/main/index.js' }),
  )
  for (const part of ['dist/renderer', 'dist/preload', 'build'])
    await symlink(join(root, part), join(folder, part))
  if (leftOut) await buildWithout(leftOut, main)
  else await cp(join(built, 'main/index.js'), join(main, 'index.js'))
  const others = await readdir(join(built, 'main'))
  for (const name of others.filter((one) => one.endsWith('.js') && one !== 'index.js'))
    await symlink(join(built, 'main', name), join(main, name))
  if (!leftOut) await cp(join(built, 'main/chunks'), join(main, 'chunks'), { recursive: true })
  return folder
}

/** Takes a layout away. */
export const clearAway = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true })

/** Builds main's own program by the product's own rules, with another module in the place of the guard. */
async function buildWithout({ guard, without }: LeftOut, outDir: string): Promise<void> {
  const file = join(root, 'main/security', `${guard}.ts`)
  const replace: Plugin = {
    name: 'without-a-guard',
    enforce: 'pre',
    load: (id) =>
      id === file
        ? `${without}\nObject.assign(globalThis, { ${mark}: ${JSON.stringify(guard)} })`
        : undefined,
  }
  const main = config.environments?.['main'] ?? {}
  const rolldownOptions = {
    ...main.build?.rolldownOptions,
    input: { index: join(root, 'main/index.ts') },
  }
  const builder = await createBuilder({
    ...{ configFile: false, root, logLevel: 'error', plugins: [replace] },
    environments: {
      main: { ...main, build: { ...main.build, outDir, sourcemap: false, rolldownOptions } },
    },
  })
  const environment = builder.environments['main']
  if (!environment) throw new Error('vite.config.ts builds no main')
  await builder.build(environment)
}
