/** The log of one run of the program, read from outside. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Milestone } from '../../main/platform/log/log.ts'

interface Line {
  readonly kind?: string
  readonly reference?: string
  readonly where?: string
  readonly message?: string
}

/** Returns the lines; none if there is no file. */
async function readLines(logFolder: string): Promise<readonly Line[]> {
  const text = await readFile(join(logFolder, 'countersign.log'), 'utf8').catch(() => '')
  const lines = text.split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Line)
}

/** Returns how often a milestone was reached. */
export const timesReached = async (logFolder: string, milestone: Milestone): Promise<number> =>
  (await readLines(logFolder)).filter(({ kind }) => kind === milestone).length

/** A run without a problem that reached these milestones. */
export async function logFaults(
  logFolder: string,
  milestones: readonly Milestone[] = ['window-shown', 'ended'],
): Promise<readonly string[]> {
  const lines = await readLines(logFolder)
  const missing = milestones
    .filter((milestone) => !lines.some(({ kind }) => kind === milestone))
    .map((milestone) => `the log has no ${milestone}`)
  const problems = lines
    .filter(({ reference }) => reference !== undefined)
    .map(({ where, message }) => `the log has a problem in ${String(where)}: ${String(message)}`)
  return [...missing, ...problems]
}
