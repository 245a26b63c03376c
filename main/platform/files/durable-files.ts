/**
 * File operations that are flushed to the disk before they return, for the thread of a store. Main writes
 * with `writeDurably`, which holds nothing up.
 */
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { renameOverNow } from './rename-over.ts'

/** Flushes a file. Opened for writing, since Windows flushes no other handle. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** How file systems, shares and drop folders refuse to flush a folder. */
const unflushable = ['EACCES', 'EPERM', 'EINVAL', 'ENOTSUP']

/**
 * Rejects unless the folder alone cannot be flushed: what was placed in it is there all the same.
 */
export function unlessUnflushable(problem: unknown): void {
  if (!unflushable.includes((problem as NodeJS.ErrnoException).code ?? '')) throw problem
}

/** Flushes a folder's entries; Windows has its own journal for them and cannot open a folder. */
export function syncFolderOf(path: string): void {
  if (process.platform === 'win32') return
  try {
    const descriptor = openSync(dirname(path), 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch (problem) {
    unlessUnflushable(problem)
  }
}

/** Copies a file, sharing blocks where the file system can, and flushes the copy. */
export function copyFile(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  syncFile(to)
}

/** Creates an empty file that only its owner may read. */
export const createFile = (path: string): void => closeSync(openSync(path, 'wx', 0o600))

/** Replaces `to` with `from` in one step: at every moment one of the two is there. */
export function replaceFile(from: string, to: string): void {
  renameOverNow(from, to)
  syncFolderOf(to)
}

/**
 * Gives the file at `path` a second name that survives its replacement, and returns that name. An
 * existing file of that name stays, and the next free name is used: it may be the only copy of
 * other data.
 */
export function linkUnder(path: string, name: string): string {
  for (let count = 1; ; count += 1) {
    const target = count === 1 ? name : `${name}-${count}`
    if (!existsSync(target)) return linkOrCopy(path, target)
    if (isSameFile(path, target)) return target
  }
}

/** Returns whether two names are of one file. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { bigint: true }))
  return a?.ino === b?.ino && a?.dev === b?.dev
}

/**
 * Gives a file a second, free name, or copies it if the file system has no links; flushed before it
 * returns.
 */
export function linkOrCopy(path: string, target: string): string {
  try {
    linkSync(path, target)
  } catch {
    // Some file systems have no hard links (exFAT, several network shares).
    const part = `${target}.part`
    rmSync(part, { force: true })
    copyFile(path, part)
    renameOverNow(part, target)
  }
  syncFolderOf(target)
  return target
}
