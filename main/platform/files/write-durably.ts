import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { randomUUID } from 'node:crypto'
import { noteActing } from '../acting.ts'
import { unlessUnflushable } from './durable-files.ts'
import { renameOver } from './rename-over.ts'

/** Content of a file; parts of a long text are requested while the file is written. */
export type FileContent = string | Uint8Array | AsyncIterable<string | Uint8Array>

/**
 * Writes a complete file: after a kill or a power cut it has either the old or the new content.
 * Only its owner may read it. Its folder must exist.
 */
export async function writeDurably(path: string, content: FileContent): Promise<void> {
  const part = `${path}.${randomUUID().slice(0, 8)}.part`
  try {
    await writeAndSync(part, content)
    await renameOver(part, path)
    noteActing()
  } catch (problem) {
    await rm(part, { force: true })
    throw problem
  }
  await flushFolderOf(path)
}

async function writeAndSync(path: string, content: FileContent): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Flushes a folder's entries; Windows has its own journal for them and cannot open a folder. */
export async function flushFolderOf(path: string): Promise<void> {
  if (process.platform !== 'win32') await syncFolder(dirname(path)).catch(unlessUnflushable)
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
