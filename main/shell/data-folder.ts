/**
 * Where the program's data is. On Windows Electron's own place is the roaming profile, which other
 * computers of the same person get a copy of: two of them would release the same approved order, and
 * whoever logs off last would replace what the other one did.
 */
import { realpathSync } from 'node:fs'
import { win32 } from 'node:path'
import type { DataFolderRefusal } from '../../preload/contract/text/desktop.ts'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'

/** Undefined: where Electron has it. */
export function dataFolder(
  platform: NodeJS.Platform = process.platform,
  { LOCALAPPDATA: folder = '' }: NodeJS.ProcessEnv = process.env,
  realPath: (path: string) => string = realpathSync.native,
): Result<string | undefined, DataFolderRefusal> {
  if (platform !== 'win32') return ok(undefined)
  if (isShare(folder) || isShare(targetOf(folder, realPath)))
    return err({ why: 'on-network', folder })
  // A path without its drive depends on the folder that the program was started in.
  if (!/^[a-z]:[\\/]/i.test(folder)) return err({ why: 'not-named', folder })
  return ok(win32.join(folder, 'Countersign'))
}

const isShare = (path: string): boolean => /^[\\/]{2}/.test(path)

/** A mapped drive and a link to a share end at the share's own name. */
function targetOf(folder: string, realPath: (path: string) => string): string {
  try {
    return realPath(folder)
  } catch {
    // A volume that is mounted without a letter, as a profile container, has no such name.
    return folder
  }
}
