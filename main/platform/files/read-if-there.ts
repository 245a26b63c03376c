import { readFile } from 'node:fs/promises'

/** The text of a file, or undefined when there is none; whatever else keeps it from being read is rejected. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw problem
  }
}
