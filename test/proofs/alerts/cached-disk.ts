/** A disk with a volatile cache: a store on it, and what a power cut leaves of it (`power-cut.c`). */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const source = fileURLToPath(new URL('./power-cut.c', import.meta.url))

/** A folder on such a disk. */
export interface CachedDisk {
  /** The file of the store, in the folder as the running program sees it. */
  store(): string
  /** What a program needs in its environment so that its writes are cached. */
  env(): NodeJS.ProcessEnv
  /** The program was killed with the power: only what was synced is left. */
  cut(): Promise<void>
  /** The program alone was killed: the system still has every write, and brings it to the disk. */
  survive(): Promise<void>
  remove(): Promise<void>
}

/** Compiles the cache and makes an empty folder on it. */
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

  /** The next turn begins with what this folder holds, all of it on the platter. */
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
