/**
 * The file dialogs of one call of the window. The system's dialogs lie above the lock screen and stay
 * open, so whoever answers one may not be the caller: an answer after the caller has left reads and
 * writes nothing, and ends the call.
 */
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import {
  largestFileBytes,
  mostFiles,
  type ChosenFile,
  type FileDialogs,
  type FileTrouble,
  type OpenRequest,
  type SaveRequest,
} from './chosen-file.ts'
import { FileInUse } from './rename-over.ts'
import { writeDurably } from './write-durably.ts'

/** The dialogs of the system. They return paths and touch no file; null: the person chose nothing. */
export interface SystemDialogs {
  chooseFiles(
    request: Pick<OpenRequest, 'title' | 'kinds' | 'several'>,
  ): Promise<readonly string[] | null>
  chooseFolder(request: Pick<OpenRequest, 'title'>): Promise<string | null>
  chooseTarget(request: Omit<SaveRequest, 'content'>): Promise<string | null>
}

/** Whoever called has left: the rest of the call is not done, and nothing of it is recorded. */
export class CallerLeft extends Error {
  constructor() {
    super('the caller has left')
    this.name = 'CallerLeft'
  }
}

/** Returns the dialogs of one call. Each rejects with {@link CallerLeft} once `hasLeft`. */
export function fileDialogs(system: SystemDialogs, hasLeft: () => boolean): FileDialogs {
  const whileHere = async <T>(choose: () => Promise<T>): Promise<T> => {
    if (hasLeft()) throw new CallerLeft()
    const chosen = await choose()
    if (hasLeft()) throw new CallerLeft()
    return chosen
  }
  return {
    async open({ largestBytes = largestFileBytes, ...request }) {
      const paths = await whileHere(() => system.chooseFiles(request))
      if (paths === null || paths.length === 0) return ok(null)
      if (paths.length > mostFiles)
        return err({ file: `${String(paths.length)} files`, detail: `at most ${mostFiles}` })
      const chosen: ChosenFile[] = []
      for (const path of paths) {
        const read = await readBounded(path, largestBytes)
        if (!read.ok) return read
        chosen.push(read.value)
      }
      return ok(chosen)
    },

    async choosePath({ of, ...request }) {
      if (of === 'folder') return whileHere(() => system.chooseFolder(request))
      const paths = await whileHere(() => system.chooseFiles({ ...request, several: false }))
      return paths?.[0] ?? null
    },

    async save({ content, ...request }) {
      const path = await whileHere(() => system.chooseTarget(request))
      if (path === null) return ok(null)
      const file = basename(path)
      return writeDurably(path, content).then(
        () => ok({ file }),
        (problem: unknown) => err(troubleOf(file, problem)),
      )
    },
  }
}

const troubleOf = (file: string, problem: unknown): FileTrouble => ({
  file,
  detail:
    problem instanceof FileInUse
      ? problem.message
      : ((problem as NodeJS.ErrnoException).code ?? String(problem)),
})

/** Reads a plain file up to a size limit; errors contain only the file name, not its folder. */
async function readBounded(
  path: string,
  largest: number,
): Promise<Result<ChosenFile, FileTrouble>> {
  const name = basename(path)
  try {
    const file = await open(path, 'r')
    try {
      const found = await file.stat()
      const { size } = found
      if (!found.isFile()) return err({ file: name, detail: 'not a file' })
      if (size > largest) {
        return err({ file: name, detail: `larger than ${String(largest / 1024 / 1024)} MB` })
      }
      const bytes = Buffer.alloc(size)
      const { bytesRead } = await file.read(bytes, 0, size, 0)
      return ok({ name, bytes: bytes.subarray(0, bytesRead) })
    } finally {
      await file.close()
    }
  } catch (problem) {
    return err(troubleOf(name, problem))
  }
}
