/**
 * Bundles the programs that tests start, once for a run of Vitest: starting one from its sources
 * costs two to five times as much processor time. Built as the product builds them.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import type { TestProject } from 'vitest/node'
import { programs, programsFolder } from './programs.ts'

const at = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))
/** Electron has no module on the disk; native modules stay in node_modules, where the bundles find them. */
const external = ['electron', 'better-sqlite3-multiple-ciphers', 'keytar']

const shared = globalThis as { countersignPrograms?: Promise<unknown> }

/**
 * Vitest calls this once for each project, a script before its first child. Creates the run's own
 * folder in memory, and the bundles. Returns a function that removes these.
 */
export default async function setup(project?: TestProject): Promise<() => Promise<void>> {
  const own = project?.config.env['TMPDIR']
  const inMemory = own?.endsWith(ownName) === true ? own : undefined
  if (inMemory !== undefined) {
    await removeLeftBehind(dirname(inMemory))
    await mkdir(inMemory, { recursive: true })
  }
  process.env['COUNTERSIGN_TEST_PROGRAMS'] ??= at(
    `node_modules/.cache/countersign-programs/${String(process.pid)}`,
  )
  const folder = programsFolder()
  if (folder !== undefined) {
    shared.countersignPrograms ??= bundle(folder, programs)
    await shared.countersignPrograms
  }
  return async () => {
    for (const created of [inMemory, folder])
      // A program that is about to end may still write there.
      if (created !== undefined) await rm(created, { recursive: true, force: true, maxRetries: 5 })
  }
}

const namedByProcess = /^countersign-tests-(\d+)$/
const ownName = `countersign-tests-${String(process.pid)}`

/** Removes what a killed run left in memory; otherwise it stays until the machine restarts. */
async function removeLeftBehind(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = namedByProcess.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid)))
      // A folder of another account stays, because this one may not remove it.
      await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (problem) {
    // The process belongs to another account.
    return (problem as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Bundles programs into `outDir`, a folder below the project's root. Sources are paths from that
 * root without `.ts`, by bundle name.
 */
export async function bundle(
  outDir: string,
  input: Readonly<Record<string, string>>,
  plugins: readonly Plugin[] = [],
): Promise<void> {
  await mkdir(outDir, { recursive: true })
  // Without this file Node parses each file once more to find out that it is a module.
  await writeFile(join(outDir, 'package.json'), '{ "type": "module" }')
  await build({
    configFile: false,
    root: at('test'),
    logLevel: 'warn',
    plugins: [...plugins],
    ssr: { noExternal: true, external },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      ssr: true,
      copyPublicDir: false,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(input).map(([name, path]) => [name, at(`${path}.ts`)]),
        ),
        external,
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // Every start reads the whole bundle. Names stay, for the output of failures.
          minify: { compress: false, mangle: false },
        },
      },
    },
  })
}
