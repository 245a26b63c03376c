/**
 * A disk with a volatile cache: a store on it, and the files that remain after a power cut
 * (`power-cut.c`).
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const source = fileURLToPath(new URL('./power-cut.c', import.meta.url))

/** A folder on such a disk. */
export interface CachedDisk {
  /** The path of the store, in the folder that the running program sees. */
  store(): string
  /** The environment that makes a program's writes cached. */
  env(): NodeJS.ProcessEnv
  /** Simulates a kill by power cut: only synced data remains. */
  cut(): Promise<void>
  /** Simulates a kill of the program alone: the system still writes everything to the disk. */
  survive(): Promise<void>
  remove(): Promise<void>
}

/** Compiles the cache and creates an empty folder on it. */
export async function makeCachedDisk(): Promise<CachedDisk> {
  const root = await mkdtemp(join(tmpdir(), 'countersign-power-'))
  const library = join(root, 'power-cut.so')
  await promisify(execFile)('gcc', [
    '-O2',
    '-shared',
    '-fPIC',
    '-o',
    library,
    source,
    '-ldl',
    '-lpthread',
  ])
  let turn = 0
  const seen = (): string => join(root, `seen-${String(turn)}`)
  const platter = (): string => join(root, `platter-${String(turn)}`)
  await mkdir(seen())
  await mkdir(platter())

  /** The next turn starts with the contents of this folder, all of it synced. */
  const goOnWith = async (folder: string): Promise<void> => {
    const before = [seen(), platter()]
    turn += 1
    await cp(folder, seen(), { recursive: true })
    await cp(folder, platter(), { recursive: true })
    for (const old of before) await rm(old, { recursive: true })
  }
  return {
    store: () => join(seen(), 'alerts.countersign'),
    env: () => ({
      LD_PRELOAD: library,
      CACHED_FOLDER: seen(),
      PLATTER_FOLDER: platter(),
    }),
    cut: () => goOnWith(platter()),
    survive: () => goOnWith(seen()),
    remove: () => rm(root, { recursive: true, force: true }),
  }
}
