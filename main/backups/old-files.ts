/**
 * What migrations and restores leave beside a store is bounded: the newest two of each kind stay, older ones go. Asked
 * only after a backup was verified.
 */
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const stay = 2
/** What is written durably is there for a moment under such a name. */
const youngMs = 3_600_000

/** Removes older ones beside the store at `file`; answers their names. */
export async function removeOldFiles(file: string, now: Date): Promise<string[]> {
  const folder = dirname(file)
  const name = basename(file)
  const names = (await readdir(folder)).filter((one) => one.startsWith(name) || isPart(one))
  const old = [
    ...(await beyondNewest(folder, names, (one) =>
      /^\.before-\d+(-\d+)?$/.test(one.slice(name.length)),
    )),
    ...(await beyondNewest(folder, names, (one) =>
      /^\.before-restore-\d+$/.test(one.slice(name.length)),
    )),
    ...(await beyondNewest(folder, names, isPart, now.getTime() - youngMs)),
  ]
  for (const one of old)
    for (const path of [one, `${one}-wal`]) await rm(join(folder, path), { force: true })
  return old
}

const isPart = (name: string): boolean => /\.[0-9a-f]{8}\.part$/.test(name)

/** Of a kind all but the newest, by when they were named or written last. */
async function beyondNewest(
  folder: string,
  names: readonly string[],
  isOfKind: (name: string) => boolean,
  olderThanMs = Infinity,
): Promise<string[]> {
  const found = await Promise.all(
    names.filter(isOfKind).map(async (name) => {
      const file = await stat(join(folder, name)).catch(() => null)
      return { name, at: file === null ? -Infinity : Math.max(file.mtimeMs, file.ctimeMs) }
    }),
  )
  return found
    .sort((one, other) => other.at - one.at)
    .slice(stay)
    .filter(({ at }) => at < olderThanMs)
    .map(({ name }) => name)
}
