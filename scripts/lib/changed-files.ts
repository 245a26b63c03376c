/** What git knows of the tree. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.ts'
import { stop } from './say.ts'

async function git(...args: readonly string[]): Promise<string[]> {
  const { code, output } = await run('git', args, { quiet: true })
  if (code !== 0) stop(`git ${args.join(' ')}\n${output}`)
  return output.split('\n').filter(Boolean)
}

/** Returns the files that differ from a revision, deleted and new ones included. */
export async function changedFiles(base = 'HEAD'): Promise<readonly string[]> {
  const since = await git('diff', '--merge-base', '--name-only', base)
  const untracked = await git('ls-files', '--others', '--exclude-standard')
  return [...new Set([...since, ...untracked])]
}

export const trackedFiles = (): Promise<readonly string[]> => git('ls-files')

/** Returns whether a file of the tree is there. */
export const isThere = (file: string): boolean => existsSync(join(root, file))
