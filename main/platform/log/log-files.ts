/**
 * The files of the log: `countersign.log` and the four before it, `.1` the newest. Each has a size
 * limit, so the log stays small, however many problems occur.
 */
import { appendFile, chmod, mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { renameOver } from '../files/rename-over.ts'

export interface LogBounds {
  /** Bytes of one file. */
  readonly fileBytes: number
  /** Number of files beside the current one. */
  readonly olderFiles: number
}

/** 10 MB in all. */
export const logBounds: LogBounds = { fileBytes: 2_000_000, olderFiles: 4 }

/** Returns the paths of a log, the current file first, whether they exist or not. */
export const logFiles = (folder: string, { olderFiles }: LogBounds = logBounds): string[] => {
  const file = join(folder, 'countersign.log')
  return [file, ...Array.from({ length: olderFiles }, (_, at) => `${file}.${String(at + 1)}`)]
}

/** Only the owner of the computer's account can read it. */
const mode = 0o600

/** Writes lines into the files of a folder, one call after another. */
export class LogFiles {
  readonly #folder: string
  readonly #bounds: LogBounds
  #isFirst = true

  constructor(folder: string, bounds: LogBounds) {
    this.#folder = folder
    this.#bounds = bounds
  }

  /**
   * Appends complete lines, to one file or several. Returns how many lines were written; stops at a
   * system error, so that a file that cannot be renamed does not grow beyond its limit.
   */
  async append(lines: readonly string[]): Promise<number> {
    let written = 0
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      let size = await this.#begin()
      while (written < lines.length) {
        const some = this.#fitting(lines, written, size)
        if (some.length === 0) {
          await this.#moveOn()
          size = 0
          continue
        }
        const text = some.join('')
        await appendFile(this.#file, text, { mode })
        size += Buffer.byteLength(text)
        written += some.length
      }
    } catch {
      // The caller counts what is missing.
    }
    return written
  }

  get #file(): string {
    return join(this.#folder, 'countersign.log')
  }

  /** Returns the lines that still fit into the file; an empty file takes at least one. */
  #fitting(lines: readonly string[], from: number, size: number): readonly string[] {
    let bytes = size
    let upTo = from
    for (const line of lines.slice(from)) {
      bytes += Buffer.byteLength(line)
      if (bytes > this.#bounds.fileBytes && (upTo > from || size > 0)) break
      upTo += 1
    }
    return lines.slice(from, upTo)
  }

  /**
   * Returns the size of the file. Ends a line that a kill cut short before the first line of this
   * run.
   */
  async #begin(): Promise<number> {
    const size = await stat(this.#file).then(
      (found) => found.size,
      () => 0,
    )
    if (!this.#isFirst || size === 0) return size
    await chmod(this.#file, mode)
    const isWhole = await endsWithLine(this.#file, size)
    if (!isWhole) await appendFile(this.#file, '\n')
    this.#isFirst = false
    return isWhole ? size : size + 1
  }

  /** Removes the oldest file. A kill between two renames only leaves a number unused. */
  async #moveOn(): Promise<void> {
    const files = logFiles(this.#folder, this.#bounds)
    for (let at = files.length - 1; at > 0; at -= 1) {
      const [from, to] = [files[at - 1], files[at]]
      if (from && to) await renameOver(from, to).catch(unlessMissing)
    }
  }
}

async function endsWithLine(file: string, size: number): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
    return buffer[0] === 0x0a
  } finally {
    await handle.close()
  }
}

function unlessMissing(problem: NodeJS.ErrnoException): void {
  if (problem.code !== 'ENOENT') throw problem
}
