/** Reads the files of a log. */
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logFiles } from '../../../../main/platform/log/log-files.ts'

/** One line of the log. */
export type Entry = Readonly<Record<string, unknown>> & {
  readonly message?: string
  readonly stack?: string
}

/** Returns a path for a new folder. */
export const newLogFolder = async (): Promise<string> =>
  join(await mkdtemp(join(tmpdir(), 'countersign-log-')), 'log')

const read = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '')

/** Returns the texts of the files, the oldest first. */
export async function logTexts(folder: string): Promise<readonly string[]> {
  return (await Promise.all(logFiles(folder).map(read))).reverse()
}

/** Returns every entry, the oldest first. Throws if a line is not an entry. */
export async function readLog(folder: string): Promise<readonly Entry[]> {
  const texts = await logTexts(folder)
  return texts
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry)
}
