/**
 * Bundles the programs that tests start beside themselves, once for a run of Vitest: starting one from its sources
 * costs two to five times as much processor time. Built as the product builds them.
 */
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { programsFolder } from './programs.ts'

const at = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))
/** Native modules stay in node_modules, where the folder of the bundles finds them. */
const external = ['better-sqlite3-multiple-ciphers', 'keytar']

const programs = {
  'store-thread': at('test/unit/support/programs/store-thread.ts'),
  'practice-bank': at('main/practice/practice-bank.ts'),
  'spreadsheet-worker': at('main/spreadsheets/spreadsheet-worker.ts'),
  'keychain-process': at('main/keychain/keychain-process.ts'),
}

const shared = globalThis as { countersignPrograms?: Promise<unknown> }

/** Vitest calls this once for each project. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const folder = programsFolder()
  if (folder === undefined) return undefined
  shared.countersignPrograms ??= bundle(folder, programs)
  await shared.countersignPrograms
  return () => rm(folder, { recursive: true, force: true })
}

/** Bundles programs, by the names they get, into a folder below the project's root. */
export const bundle = (
  outDir: string,
  input: Readonly<Record<string, string>>,
  plugins: readonly Plugin[] = [],
): Promise<unknown> =>
  build({
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
        input,
        external,
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
        },
      },
    },
  })
