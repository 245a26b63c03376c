/**
 * The files of the log: `countersign.log` and the four before it, `.1` the youngest. Each has a largest size, so the log
 * as a whole has one, whatever goes wrong and however often.
 */
import { appendFile, chmod, mkdir, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** How large the log may become. */
export interface LogBounds {
  /** Bytes of one file. */
  readonly fileBytes: number
  /** Files that are kept beside the one that is written. */
  readonly olderFiles: number
}

/** 10 MB in all. */
export const logBounds: LogBounds = { fileBytes: 2_000_000, olderFiles: 4 }

/** The paths of a log, the one that is written first, whether they are there or not. */
export const logFiles = (folder: string, { olderFiles }: LogBounds = logBounds): string[] => {
  const file = join(folder, 'countersign.log')
  return [file, ...Array.from({ length: olderFiles }, (_, at) => `${file}.${String(at + 1)}`)]
}

/** Only whoever owns the computer's account reads it. */
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
   * Appends whole lines, in one file or in several. Answers how many lines are in; the system's error ends it there, so
   * that a file that cannot be moved on stays as large as it may be.
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

  /** The lines that the file still takes; a file that is empty takes one at least. */
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

  /** Answers the size of the file. A line that a kill cut short is ended before the first of this run. */
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

  /** The oldest goes. A kill between two moves leaves a number unused, and nothing else. */
  async #moveOn(): Promise<void> {
    const files = logFiles(this.#folder, this.#bounds)
    for (let at = files.length - 1; at > 0; at -= 1) {
      const [from, to] = [files[at - 1], files[at]]
      if (from && to) await rename(from, to).catch(unlessMissing)
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
