import { readFile } from 'node:fs/promises'

/** Returns the text of a file, or undefined if there is none; rejects for any other problem. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw problem
  }
}
