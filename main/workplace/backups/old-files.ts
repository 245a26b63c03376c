/**
 * Limits the files that migrations and restores leave beside a store: the newest two of each kind
 * stay. Called only after a backup was verified.
 */
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const stay = 2
/** Younger files may belong to a durable write in progress, which uses such a name for a moment. */
const youngMs = 3_600_000

/** Removes older files beside the store at `file` and returns their names. */
export async function removeOldFiles(file: string, now: Date): Promise<string[]> {
  const folder = dirname(file)
  const name = basename(file)
  const names = await readdir(folder)
  const old = [
    ...beyondNewest(names, (one) => numbersIn(one, name, /^\.before-(\d+)(?:-(\d+))?$/)),
    ...beyondNewest(names, (one) => numbersIn(one, name, /^\.before-restore-(\d+)$/)),
    ...(await oldParts(folder, names, now.getTime() - youngMs)),
  ]
  for (const one of old)
    for (const path of [one, `${one}-wal`]) await rm(join(folder, path), { force: true })
  return old
}

/** Returns the sort number in a name; null if the name is of another kind. */
function numbersIn(one: string, store: string, kind: RegExp): number | null {
  const [found, first, second] = one.startsWith(store)
    ? (kind.exec(one.slice(store.length)) ?? [])
    : []
  return found === undefined ? null : Number(first) * 1_000 + Number(second ?? 0)
}

function beyondNewest(
  names: readonly string[],
  countOf: (name: string) => number | null,
): string[] {
  return names
    .flatMap((name) => {
      const count = countOf(name)
      return count === null ? [] : [{ name, count }]
    })
    .sort((one, other) => other.count - one.count)
    .slice(stay)
    .map(({ name }) => name)
}

/** Returns the remains of interrupted writes. */
async function oldParts(
  folder: string,
  names: readonly string[],
  beforeMs: number,
): Promise<string[]> {
  const found = await Promise.all(
    names
      .filter((name) => /\.[0-9a-f]{8}\.part$/.test(name))
      .map(async (name) => {
        const file = await stat(join(folder, name)).catch(() => null)
        return { name, at: file?.mtimeMs ?? Infinity }
      }),
  )
  return found
    .sort((one, other) => other.at - one.at)
    .slice(stay)
    .filter(({ at }) => at < beforeMs)
    .map(({ name }) => name)
}
