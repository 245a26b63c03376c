import { renameSync } from 'node:fs'
import { rename as systemRename } from 'node:fs/promises'
import { setTimeout as systemPause } from 'node:timers/promises'

/** A file that another program does not let go. */
export class FileInUse extends Error {
  constructor(cause: unknown) {
    super('open in another program', { cause })
  }
}

/** How Windows refuses to replace a file that a virus scanner, an indexer or a viewer holds. */
const held = ['EPERM', 'EACCES', 'EBUSY']
const tries = 20
const pauseMs = 100

interface RenameDeps {
  readonly rename: (from: string, to: string) => Promise<void>
  readonly platform: NodeJS.Platform
  readonly pause: (ms: number) => Promise<unknown>
}

/**
 * Replaces `to` with `from` in one step. On Windows a held file is tried for two seconds; rejects
 * with `FileInUse` where it is still held.
 */
export async function renameOver(
  from: string,
  to: string,
  {
    rename = systemRename,
    platform = process.platform,
    pause = systemPause,
  }: Partial<RenameDeps> = {},
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rename(from, to)
      return
    } catch (problem) {
      unlessHeld(problem, attempt, platform)
      await pause(pauseMs)
    }
  }
}

interface RenameNowDeps extends Pick<RenameDeps, 'platform'> {
  readonly rename: (from: string, to: string) => void
  readonly pause: (ms: number) => void
}

/**
 * The same while this thread waits. Only for the thread of a store, which waits for its disk anyway:
 * between two steps of a restore or a migration nothing else may happen to that store.
 */
export function renameOverNow(
  from: string,
  to: string,
  {
    rename = renameSync,
    platform = process.platform,
    pause = pauseThread,
  }: Partial<RenameNowDeps> = {},
): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      rename(from, to)
      return
    } catch (problem) {
      unlessHeld(problem, attempt, platform)
      pause(pauseMs)
    }
  }
}

function unlessHeld(problem: unknown, attempt: number, platform: NodeJS.Platform): void {
  const { code = '' } = problem as NodeJS.ErrnoException
  if (platform !== 'win32' || !held.includes(code)) throw problem
  if (attempt === tries) throw new FileInUse(problem)
}

const pauseThread = (ms: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
